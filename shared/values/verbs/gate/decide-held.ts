import { addLastCalibrated, ifChipNotDeleting } from '../../../chips/store/chip-conditions.ts';
import {
  type ChipRecord,
  getChip,
  type TargetRecord,
  targetEntity,
  targetVersion,
} from '../../../chips/store/chips.ts';
import { valueEntry } from '../../../chips/store/target-values.ts';
import { unknownChip } from '../../../chips/verbs/read-chip.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { type EntryPath, updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { addUndoable } from '../../../projects/verbs/audit/entries.ts';
import { newestCredible } from '../../rules/clock-ahead.ts';
import { type GateMark, gateWords } from '../../rules/gate-mark.ts';
import { closeTargetDays } from '../days/target-days.ts';
import { heldAfter } from '../measured/held-state.ts';
import { isFaulty, type MeasuredState, withStates } from '../measured/target-values.ts';
import { type HeldMeasurement, type HeldName, heldMeasurement } from './held-measurement.ts';

/** The decision about a held value, and its author. */
export interface Decision {
  state: 'accepted' | 'rejected';
  /** A user, or who asked for the run whose measurement agreed. */
  by: string;
  reason: string;
  /** The task whose measurement agreed. */
  confirmedBy?: string | undefined;
  /** No person decided: the next measurement agreed. */
  isByGate?: true | undefined;
}

/**
 * Accepts or rejects a held value (rule GATE-4): its result or sample, the roll-up of its day, its target and the entry of the
 * project's audit in one transaction. An accepted value becomes current where nothing newer counts, else it is in the history alone.
 * Repeated, nothing changes. Answers whether this call decided it.
 * @throws ServiceError `not-found`; `conflict` for what was decided otherwise, or was never held.
 */
export function decideHeld(
  ctx: Context,
  projectId: string,
  name: HeldName,
  decision: Decision,
): Promise<'decided' | 'unchanged'> {
  return retryOnConflict(orRefuse(`The value of '${name.metric}'`), async () => {
    const chip = await getChip(ctx.db, projectId, name.chipId);
    if (!chip) throw unknownChip(projectId, name.chipId);
    const found = await heldMeasurement(ctx.db, chip, name);
    if (!found) throw notFound(`No measurement of '${name.metric}' with this id in chip '${name.chipId}'`);
    const { mark } = found;
    if (mark?.state === decision.state) return 'unchanged';
    if (mark?.state !== 'held') throw decidedOtherwise(name, mark);
    const now = nowOf(ctx);
    const { state, by, reason } = decision;
    const after: GateMark = { ...mark, state, decidedBy: by, decidedAt: now, reason };
    const transaction = new Transaction(ctx.db);
    await found.addMark(transaction, after);
    await addTarget(ctx, transaction, chip, { found, name, isAccepted: state === 'accepted' });
    addAudit(transaction, ctx, projectId, { name, found, decision, now });
    await transaction.commit();
    return 'decided';
  });
}

const decidedOtherwise = ({ metric }: HeldName, mark: GateMark | undefined): Error =>
  mark?.decidedBy === undefined
    ? conflict(`The value of '${metric}' is not held`)
    : conflict(`The value of '${metric}' was ${mark.state} by '${mark.decidedBy}' on ${mark.decidedAt}`);

/**
 * The target gets the accepted value if it is the newest, and still awaits decisions on other values, but not on this
 * one.
 */
async function addTarget(
  ctx: Context,
  transaction: Transaction,
  chip: Stored<ChipRecord>,
  { found, name, isAccepted }: { found: HeldMeasurement; name: HeldName; isAccepted: boolean },
): Promise<void> {
  const key = chipKeys.target(chip.projectId, chip.chipId, found.target);
  const item = await getItem(ctx.db, key);
  const target = item && targetEntity.decode(item);
  const now = nowOf(ctx);
  const next = isAccepted && target ? found.stateIn(target, now) : undefined;
  addLastCalibrated(transaction, chip, ifChipNotDeleting, newestOf(chip, next, now));
  if (!target) return;
  const changed = { taskId: name.taskId, sampleId: name.sampleId, waiting: {}, now };
  const after = next ? withStates(target, new Map([[name.metric, next]])) : target;
  const { held, checks } = await heldAfter(ctx.db, chip, after, [name.metric], changed);
  for (const check of checks) transaction.check(check.key, check.condition, staleRead);
  if (!next && !held) {
    transaction.check(key, ifRevision(target.rev), staleRead);
    return;
  }
  await closeTargetDays(ctx, chip, [target], now);
  const update = updateOf({
    set: { updatedAt: now, ...targetVersion(), ...(held && { held }) },
    setEntries: next ? entriesOf(target, name.metric, next) : [],
    add: { rev: 1 },
  });
  transaction.update(key, update, ifRevision(target.rev), staleRead);
}

function entriesOf(target: TargetRecord, metric: string, next: MeasuredState): [EntryPath, unknown][] {
  const from = isFaulty(next) ? 'data' : 'faulty';
  const gone: [EntryPath, unknown][] = Object.hasOwn(target[from], metric) ? [[[from, metric], undefined]] : [];
  return [isFaulty(next) ? [['faulty', metric], next.faultyAt] : valueEntry(metric, next), ...gone];
}

function newestOf({ lastCalibratedAt: last }: ChipRecord, next: MeasuredState | undefined, now: string) {
  return !next || isFaulty(next) ? last : newestCredible([last, next.calibratedAt], now);
}

function addAudit(
  transaction: Transaction,
  ctx: Context,
  projectId: string,
  { name, found, decision, now: at }: { name: HeldName; found: HeldMeasurement; decision: Decision; now: string },
): void {
  const { state, by, reason, confirmedBy, isByGate } = decision;
  const { target, mark } = found;
  addUndoable(
    transaction,
    ctx,
    { projectId, actor: by },
    {
      action: state === 'accepted' ? 'accept-held-value' : 'reject-held-value',
      resource: `chip:${name.chipId}/${target.kind}:${target.id}`,
      details: {
        metric: name.metric,
        measured_at: name.at,
        task_id: name.taskId ?? null,
        because: mark ? gateWords(mark.because) : '',
        reason,
        ...(confirmedBy === undefined ? {} : { confirmed_by: confirmedBy }),
        ...(isByGate && { accepted_by: 'the gate' }),
      },
      undo: { name: { ...name }, state, decidedBy: by, decidedAt: at, reason },
      at,
    },
  );
}

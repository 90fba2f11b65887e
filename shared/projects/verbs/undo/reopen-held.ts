import { addLastCalibrated, ifChipNotDeleting } from '../../../chips/store/chip-conditions.ts';
import { type ChipRecord, getChip, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { unknownChip } from '../../../chips/verbs/read-chip.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { type GateMark, gateWords } from '../../../values/rules/gate-mark.ts';
import { closeTargetDays } from '../../../values/verbs/days/target-days.ts';
import { ifNotExcluded, newestWith } from '../../../values/verbs/exclusions/derived-state.ts';
import { type HeldMeasurement, type HeldName, heldMeasurement } from '../../../values/verbs/gate/held-measurement.ts';
import { heldAfter } from '../../../values/verbs/measured/held-state.ts';
import { addMetricStates, withStates } from '../../../values/verbs/measured/metric-states.ts';
import { addUndoable } from '../audit/entries.ts';

/** A decision about a held value, as an undo needs it. */
export interface Decided {
  name: HeldName;
  state: 'accepted' | 'rejected';
  decidedBy: string;
  decidedAt: string;
  reason: string;
}

/**
 * Takes back a decision about a held value, which waits again (rule UNDO-5): where the accepted value was current, the newest one that
 * counts is. One transaction.
 * @throws ServiceError `not-found`; `conflict` where it was decided otherwise since.
 */
export function reopenHeld(ctx: ProjectContext, decided: Decided): Promise<void> {
  const { name } = decided;
  return retryOnConflict(orRefuse(`The value of '${name.metric}'`), async () => {
    const chip = await getChip(ctx.db, ctx.projectId, name.chipId);
    if (!chip) throw unknownChip(ctx.projectId, name.chipId);
    const found = await heldMeasurement(ctx.db, chip, name);
    if (!found?.mark) throw notFound(`The value of '${name.metric}' is no longer in chip '${name.chipId}'`);
    refuseOtherwise(decided, found.mark);
    const { decidedBy: _by, decidedAt: _at, reason: _reason, ...mark } = found.mark;
    const after: GateMark = { ...mark, state: 'held' };
    const transaction = new Transaction(ctx.db);
    await found.addMark(transaction, after);
    await addTarget(ctx, transaction, chip, { found, name, mark: after });
    addAudit(transaction, ctx, decided, found);
    await transaction.commit();
  });
}

function refuseOtherwise({ name, state, decidedAt }: Decided, mark: GateMark): void {
  if (mark.state === state && mark.decidedAt === decidedAt) return;
  throw conflict(
    mark.decidedBy === undefined
      ? `The value of '${name.metric}' is held again since`
      : `The value of '${name.metric}' was ${mark.state} by '${mark.decidedBy}' on ${mark.decidedAt} since`,
    'changed_since',
  );
}

async function addTarget(
  ctx: ProjectContext,
  transaction: Transaction,
  chip: Stored<ChipRecord>,
  { found, name, mark }: { found: HeldMeasurement; name: HeldName; mark: GateMark },
): Promise<void> {
  const item = await getItem(ctx.db, chipKeys.target(chip.projectId, chip.chipId, found.target));
  const target = item && targetEntity.decode(item);
  if (!target) {
    addLastCalibrated(transaction, chip, ifChipNotDeleting, chip.lastCalibratedAt);
    return;
  }
  const now = nowOf(ctx);
  const { states, waiting } = await found.reopened(target, mark, now);
  const after = withStates(target, states);
  const changed = { taskId: name.taskId, sampleId: name.sampleId, waiting, now };
  const { held, checks } = await heldAfter(ctx.db, chip, after, [name.metric], changed);
  if (held || states.length > 0) await closeTargetDays(ctx, chip, [target], now);
  addMetricStates(transaction, target, states, now, held);
  addLastCalibrated(transaction, chip, ifChipNotDeleting, await newestOf(ctx, chip, target, after));
  const rest = states.flatMap(({ countedTaskId: id }) =>
    id === undefined ? [] : [{ key: taskKeys.result(chip.projectId, id), condition: ifNotExcluded }],
  );
  const known = new Set(checks.map(({ key }) => key.pk + key.sk));
  for (const { key, condition } of [...checks, ...rest.filter(({ key }) => !known.has(key.pk + key.sk))])
    transaction.check(key, condition, staleRead);
}

/** Only where the value that no longer counts was the newest of all is every target of the chip looked at. */
async function newestOf(ctx: ProjectContext, chip: ChipRecord, before: TargetRecord, after: TargetRecord) {
  const { lastCalibratedAt: last } = chip;
  const has = ({ data }: TargetRecord) => Object.values(data).some(({ calibratedAt }) => calibratedAt === last);
  return has(before) && !has(after) ? newestWith(ctx, chip, after) : last;
}

function addAudit(transaction: Transaction, ctx: ProjectContext, decided: Decided, found: HeldMeasurement): void {
  const { name, state, reason } = decided;
  const { target, mark } = found;
  addUndoable(
    transaction,
    ctx,
    { projectId: ctx.projectId, actor: ctx.actor.user.username },
    {
      action: 'reopen-held-value',
      resource: `chip:${name.chipId}/${target.kind}:${target.id}`,
      details: {
        metric: name.metric,
        measured_at: name.at,
        task_id: name.taskId ?? null,
        because: mark ? gateWords(mark.because) : '',
        was: state,
      },
      undo: { name: { ...name }, state, reason },
      at: nowOf(ctx),
    },
  );
}

import { addLastCalibrated, ifSameKeptChip } from '../../../chips/store/chip-conditions.ts';
import { type ChipRecord, listAllTargets, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { type Condition, getItem } from '../../../kernel/store/dynamodb/database.ts';
import { type Transaction, transactionLimit } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, type Key, taskKeys } from '../../../kernel/store/keys.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { markLatest } from '../../../results/verbs/write/latest-rows.ts';
import { newestCredible } from '../../rules/clock-ahead.ts';
import { closeTargetDays } from '../days/target-days.ts';
import { type ExclusionChange, isCounted } from '../measured/counted.ts';
import { type HeldAfter, heldAfter, waitingOf } from '../measured/held-state.ts';
import { addMetricStates, type MetricState, metricStates, withStates } from '../measured/metric-states.ts';
import { producesValue } from '../measured/target-values.ts';
import { addLatestState, latestStates } from './latest-state.ts';

/**
 * Adds to a transaction the effects of excluding or including a result: the latest rows of its task on its target, the
 * current values that it measured, and when its chip was last calibrated. All of it is derived again from the stored
 * data (docs/design/write-protocols.md#exclusions), on the condition that what was read is unchanged.
 */
export async function addDerivedState(
  ctx: Context,
  transaction: Transaction,
  chip: Stored<ChipRecord>,
  changed: TaskResultRecord,
): Promise<void> {
  const exclusion: ExclusionChange = { chip, changed };
  const ref = targetOf(changed);
  const { endAt } = changed;
  const measured = changed.status === 'completed' || changed.status === 'failed';
  if (!ref || endAt === undefined || !measured || changed.trial || changed.createdAt < chip.createdAt) return;
  const { projectId, chipId } = chip;
  const [latest, item] = await Promise.all([
    latestStates(ctx.db, exclusion, ref, endAt, ctx.config.calendarTimeZone),
    getItem(ctx.db, chipKeys.target(projectId, chipId, ref)),
  ]);
  const target = item && targetEntity.decode(item);
  const states = target
    ? await metricStates(ctx.db, { ...exclusion, now: nowOf(ctx) }, target, Object.keys(changed.outputParameters))
    : [];
  // Before the rows, like every write of results: a deletion of the chip finds rows by these marks.
  const rows = latest.filter(({ best }) => best !== undefined);
  await markLatest(
    ctx.db,
    rows.map(({ date, existing }) => ({ row: { projectId, chipId, task: changed.name, date }, existing })),
  );
  for (const state of latest) addLatestState(transaction, exclusion, ref, state);
  const now = nowOf(ctx);
  const { held, checks } = target ? await heldOf(ctx, exclusion, target, states) : nothingHeld;
  if (target && (held || states.length > 0)) await closeTargetDays(ctx, chip, [target], now);
  if (target) addMetricStates(transaction, target, states, now, held);
  await addChip(ctx, transaction, exclusion, target && withStates(target, states));
  const countedTaskId = [
    ...latest.map(({ best }) => best?.taskId),
    ...states.map((state: MetricState) => state.countedTaskId),
  ];
  const others = new Set(
    countedTaskId.filter((taskId) => taskId !== undefined && taskId !== changed.taskId) as string[],
  );
  // What does not fit any more is settled by the consumer of the stream, as whatever an index had not shown.
  const required = new Map<string, { key: Key; condition: Condition }>();
  for (const taskId of others) {
    const key = taskKeys.result(projectId, taskId);
    required.set(nameOf(key), { key, condition: ifNotExcluded });
  }
  for (const check of checks) required.set(nameOf(check.key), check);
  for (const { key, condition } of [...required.values()].slice(0, transactionLimit - transaction.size))
    transaction.check(key, condition, staleRead);
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

const nothingHeld: HeldAfter = { held: undefined, checks: [] };

/** What waits of the target from now on: of what the result measured, where anything of the target ever waited. */
async function heldOf(
  ctx: Context,
  { chip, changed }: ExclusionChange,
  target: Stored<TargetRecord>,
  states: readonly MetricState[],
): Promise<HeldAfter> {
  const waiting = waitingOf(changed, chip);
  if (!target.held && Object.keys(waiting).length === 0) return nothingHeld;
  const metrics = Object.keys(changed.outputParameters);
  return heldAfter(ctx.db, chip, withStates(target, states), metrics, {
    taskId: changed.taskId,
    waiting,
    now: nowOf(ctx),
  });
}

/** A result that something rests on counts still. */
export const ifNotExcluded: Condition = {
  expression: 'attribute_not_exists(excluded) OR excluded = :no',
  values: { ':no': false },
};

/** The same chip is there; it remembers when the newest value that counts was measured. */
async function addChip(
  ctx: Context,
  transaction: Transaction,
  { chip, changed }: ExclusionChange,
  target: TargetRecord | undefined,
): Promise<void> {
  addLastCalibrated(transaction, chip, ifSameKeptChip(chip), await lastCalibratedAt(ctx, chip, changed, target));
}

/** When the newest value of some targets was measured. */
export const newestValueOf = (targets: readonly TargetRecord[], now: string): string | undefined =>
  newestCredible(
    targets.flatMap(({ data }) => Object.values(data).map(({ calibratedAt }) => calibratedAt)),
    now,
  );

/** Only where the excluded result was the newest of all is every target of the chip looked at. */
async function lastCalibratedAt(
  ctx: Context,
  chip: ChipRecord,
  changed: TaskResultRecord,
  target: TargetRecord | undefined,
): Promise<string | undefined> {
  const { endAt = '' } = changed;
  const ref = targetOf(changed);
  const existing = chip.lastCalibratedAt;
  if (!ref || !producesValue(changed, ref.kind)) return existing;
  const now = nowOf(ctx);
  if (isCounted(changed, chip)) return newestCredible([existing, endAt], now);
  return existing === endAt ? newestWith(ctx, chip, target) : existing;
}

/** When the newest value of a chip was measured, with one of its targets as it is to be written. Reads all of them. */
export async function newestWith(
  ctx: Context,
  chip: ChipRecord,
  target: TargetRecord | undefined,
): Promise<string | undefined> {
  const targets = await listAllTargets(ctx.db, chip);
  const after = targets.map((one) => (one.kind === target?.kind && one.id === target.id ? target : one));
  return newestValueOf(after, nowOf(ctx));
}

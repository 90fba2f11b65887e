import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { orRethrow, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import { type ExecutionRecord, executionEntity } from '../../../runs/store/executions.ts';
import { closeTargetDays } from '../../../values/verbs/days/target-days.ts';
import { acceptConfirmed } from '../../../values/verbs/gate/accept-confirmed.ts';
import {
  type DoubtedOutput,
  doubtedOutputs,
  type LeftOutOutput,
  lateOutputs,
  leftOutOutputs,
  withStates,
} from '../../../values/verbs/measured/target-values.ts';
import { type ValueState, valueStatesOf } from '../../../values/verbs/measured/value-states.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';
import { applyChanges } from './apply-changes.ts';
import { decideBatch } from './decide-batch.ts';
import { type Known, readBatch, type WriterRef } from './read-batch.ts';
import { ifWriter, requireWriter } from './run-writer.ts';
import { latestUpdates, type TaskUpdate, taskIdOf, type UpdateEffect } from './task-update.ts';
import { partsOf } from './transaction-parts.ts';

/**
 * The outcome of the updates: those that are stored now, by this call or an earlier one, and those that came too late.
 */
export interface WriteResult {
  written: number;
  dropped: number;
  /** The effect of each task's update. */
  effects: Map<string, UpdateEffect>;
  /** By task id: values that stay with their result alone, and those of results that came too late. */
  leftOut: Map<string, LeftOutOutput[]>;
  /** Of the same results: what speaks against values that count, by task id. */
  doubted: Map<string, DoubtedOutput[]>;
  /** For the same results: the outcome of each value, by task id and metric. */
  states: Map<string, Record<string, ValueState>>;
}

/** A step or a worker whose batch met others ten times sends it again. */
const retryLimit = orRethrow(10);

/**
 * Writes what a run reports about its tasks (docs/design/write-protocols.md#task-results): results, latest results,
 * values of qubits and couplings, samples, counts of execution and chip in one transaction, for batches of up to 19
 * ended tasks or 96 others; more, and what is too large for one, are written in several. A batch that is repeated after
 * a lost answer changes nothing twice; an update of a task that is further already is dropped; what people wrote on a
 * result stays. `cursor`: where a repeated slice continues. `known`: what the caller has just read;
 * it is read again here if another writer has changed it.
 * @throws RunCancelled when a cancellation was requested; RunEnded when the run is over or being ended; FenceLost when
 * another writer has taken it over; ServiceError `invalid` when a target has no room for what was measured. Nothing of
 * the batch is written then, unless batches before it were.
 */
export async function writeTaskResults(
  ctx: Context,
  run: WriterRef & { chipId?: string },
  updates: readonly TaskUpdate[],
  options: { cursor?: number; known?: Known } = {},
): Promise<WriteResult> {
  const chipId = run.chipId ?? (await chipOf(ctx, run));
  const total: WriteResult = {
    ...{ written: 0, dropped: 0, effects: new Map() },
    ...{ leftOut: new Map(), doubted: new Map(), states: new Map() },
  };
  const parts = partsOf(latestUpdates(updates));
  for (const [n, part] of parts.entries()) {
    // A repeated slice continues after the last part, not in the middle.
    const cursor = n + 1 === parts.length ? options.cursor : undefined;
    let unread = options.known;
    const { effects, leftOut, doubted, states } = await retryOnConflict(retryLimit, () => {
      const known = unread;
      unread = undefined;
      return writePart(ctx, { ...run, chipId }, part, { cursor, known });
    });
    for (const [taskId, values] of leftOut) total.leftOut.set(taskId, values);
    for (const [taskId, values] of doubted) total.doubted.set(taskId, values);
    for (const [taskId, values] of states) total.states.set(taskId, values);
    for (const [taskId, effect] of effects) {
      if (effect === 'late') total.dropped += 1;
      else total.written += 1;
      total.effects.set(taskId, effect);
    }
  }
  return total;
}

/** The chip of a run: it never changes, and a caller that knows it passes it. */
async function chipOf(ctx: Context, run: WriterRef): Promise<string> {
  const item = await getItem(ctx.db, projectKeys.execution(run.projectId, run.executionId));
  return requireWriter(item && executionEntity.decode(item), run).chipId;
}

/** @throws ServiceError `conflict` where the chip of a run of the past was deleted, and another one has its id now (rule PAST-12). */
function requireSameChip({ executionId, chipId, past }: ExecutionRecord, chip: ChipRecord | undefined): void {
  if (!chip || past?.chipCreatedAt === undefined || past.chipCreatedAt === chip.createdAt) return;
  throw conflict(
    `Chip '${chipId}' of run '${executionId}' was deleted: the chip that has its id now was created at ${chip.createdAt}`,
  );
}

/** Reads, decides, and writes what was decided. @throws StaleReadError where something of it was written since. */
async function writePart(
  ctx: Context,
  run: WriterRef & { chipId: string },
  part: readonly TaskUpdate[],
  { cursor, known }: { cursor: number | undefined; known: Known | undefined },
): Promise<Pick<WriteResult, 'effects' | 'leftOut' | 'doubted' | 'states'>> {
  const dateOf = (instant: string) => calendarDate(instant, ctx.config.calendarTimeZone);
  const found = await readBatch(ctx.db, run, part, dateOf, known);
  const execution = requireWriter(found.execution, run);
  requireSameChip(execution, found.chip);
  const now = nowOf(ctx);
  const { changes, effects } = decideBatch(found, execution, part, { now, dateOf, cursor });
  if (changes.results.length > 0 || changes.cursor !== undefined) {
    const targets = changes.targets.map(({ target }) => target);
    if (found.chip) await closeTargetDays(ctx, found.chip, targets, now);
    await applyChanges(ctx.db, { execution, ifExecution: ifWriter(execution, run.fence), chip: found.chip }, changes);
  }
  const results = changes.results.map(({ result, existing }) => ({ ...result, rev: (existing?.rev ?? 0) + 1 }));
  // Also of what was written before: a batch that died behind its transaction is sent again.
  if (execution.gate === 'hold') await acceptConfirmed(ctx, execution, [...found.results.values(), ...results]);
  const standing = [...found.results.values()].filter(({ taskId }) => effects.get(taskId) === 'repeated');
  const said = [...standing, ...results];
  const leftOut = new Map(said.map((result) => [result.taskId, leftOutOutputs(result)]));
  for (const update of part.filter((one) => effects.get(taskIdOf(one)) === 'late')) {
    const status = found.results.get(taskIdOf(update))?.status;
    if (update.kind === 'ended' && status) leftOut.set(taskIdOf(update), lateOutputs(update.outcome, status));
  }
  const doubted = new Map(said.map((result) => [result.taskId, found.chip ? doubtedOutputs(result) : []]));
  const renewed = new Map(changes.targets.map(({ target, values }) => [targetName(target), values]));
  const targetNow = (result: TaskResultRecord) => {
    const ref = targetOf(result);
    const name = ref ? targetName(ref) : '';
    const target = found.targets.get(name);
    return target && withStates(target, renewed.get(name) ?? new Map());
  };
  const states = new Map(said.map((result) => [result.taskId, valueStatesOf(result, targetNow(result))]));
  return { effects, leftOut, doubted, states };
}

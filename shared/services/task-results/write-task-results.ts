import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, nowOf } from '../../context.ts';
import { calendarDate } from '../../domain/calendar.ts';
import { cooldownDataEntity } from '../../store/cooldowns.ts';
import { getItem, ifAbsent } from '../../store/database.ts';
import { type ExecutionRecord, executionEntity } from '../../store/executions.ts';
import { projectKeys } from '../../store/keys.ts';
import { workerUpdate } from '../../store/task-results.ts';
import { Transaction } from '../../store/transaction.ts';
import {
  byTarget,
  type Decided,
  decideBatch,
  type Found,
  type Measured,
  measuredOf,
  type ResultWrite,
  readBatch,
  type WriterRef,
} from './batch.ts';
import { addStatistics, chipKeyOf, executionUpdate, ifChipAsRead } from './count-changes.ts';
import { Moved } from './errors.ts';
import { addLatest, latestWrites, markLatest } from './latest-rows.ts';
import { ifWriter, requireWriter } from './run-writer.ts';
import { addTargetValues, givesValue, renewedValues } from './target-values.ts';
import { furthestOfEach, type TaskUpdate, type UpdateEffect } from './task-update.ts';
import { partsOf } from './transaction-parts.ts';

/** What became of the updates: those that stand now, by this call or a repeat before it, and those that came too late. */
export interface WriteResult {
  written: number;
  dropped: number;
  /** What became of each task's update. */
  effects: Map<string, UpdateEffect>;
}

const attempts = 10;

/**
 * Writes what a run says about its tasks (design 4, Task results): results, latest results, values of qubits and
 * couplings, counts of execution and chip in one transaction, for batches of up to 24 ended tasks or 96 others; more, and
 * what is too large for one, are written in several. A batch that is repeated after a lost answer changes nothing twice;
 * an update of a task that is further already is dropped; what people wrote on a result stays. `cursor`: where a slice
 * that is repeated goes on.
 * @throws RunCancelled when a cancellation was asked for; RunEnded when the run is over or being ended; FenceLost when
 * another writer has taken it over; Refusal `invalid` when a target has no room for what was measured. Nothing of the batch
 * is written then, unless batches before it were.
 */
export async function writeTaskResults(
  ctx: Context,
  run: WriterRef,
  updates: readonly TaskUpdate[],
  options: { cursor?: number } = {},
): Promise<WriteResult> {
  const item = await getItem(ctx.db, projectKeys.execution(run.projectId, run.executionId));
  const { chipId } = requireWriter(item && executionEntity.decode(item), run);
  const total: WriteResult = { written: 0, dropped: 0, effects: new Map() };
  const parts = partsOf(furthestOfEach(updates));
  for (const [n, part] of parts.entries()) {
    // A slice that is repeated goes on behind the last part, not in the middle.
    const cursor = n + 1 === parts.length ? options.cursor : undefined;
    const { writes, repeated, late, effects } = await writePart(ctx, run, chipId, part, cursor);
    total.written += writes.length + repeated;
    total.dropped += late;
    for (const [taskId, effect] of effects) total.effects.set(taskId, effect);
  }
  return total;
}

async function writePart(
  ctx: Context,
  run: WriterRef,
  chipId: string,
  part: readonly TaskUpdate[],
  cursor: number | undefined,
): Promise<Decided> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryWrite(ctx, run, chipId, part, cursor);
    } catch (error) {
      if (!(error instanceof Moved) || attempt === attempts) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

/** Reads, decides, and writes what was decided if nothing of it has moved since. @throws Moved else. */
async function tryWrite(
  ctx: Context,
  run: WriterRef,
  chipId: string,
  part: readonly TaskUpdate[],
  cursor: number | undefined,
): Promise<Decided> {
  const dateOf = (instant: string) => calendarDate(instant, ctx.config.calendarTimeZone);
  const found = await readBatch(ctx.db, run, chipId, part, dateOf);
  const execution = requireWriter(found.execution, run);
  const now = nowOf(ctx);
  const decided = decideBatch(found, execution, part, now);
  const goesOn = cursor !== undefined && cursor > execution.cursor;
  if (decided.writes.length === 0 && !goesOn) return decided;
  const transaction = new Transaction(ctx.db);
  addExecution(transaction, execution, run, decided, goesOn ? cursor : undefined);
  if (decided.writes.length > 0) {
    for (const write of decided.writes) addResult(transaction, write);
    addStatistics(transaction, { ...run, chipId, exists: found.chip !== undefined }, decided.changes);
    const measured = measuredOf(decided.writes);
    addChip(transaction, found, { projectId: run.projectId, chipId }, measured);
    if (found.chip) {
      const latest = latestWrites(found, measured, dateOf);
      await markLatest(ctx.db, latest);
      addLatest(transaction, latest);
      for (const [target, results] of byTarget(found, measured))
        addTargetValues(transaction, target, renewedValues(target, results), {
          now,
          cooldownId: found.chip.currentCooldownId,
        });
    }
  }
  await transaction.commit();
  return decided;
}

function addExecution(
  transaction: Transaction,
  { projectId, executionId }: ExecutionRecord,
  { fence }: WriterRef,
  { changes }: Decided,
  cursor: number | undefined,
): void {
  transaction.update(
    projectKeys.execution(projectId, executionId),
    executionUpdate(changes, cursor),
    ifWriter(fence),
    () => new Moved(`Execution '${executionId}' was written meanwhile`),
  );
}

function addResult(transaction: Transaction, { standing, result }: ResultWrite): void {
  const { key, update } = workerUpdate(result);
  const condition = standing
    ? { expression: '#status = :was', names: { '#status': 'status' }, values: { ':was': standing.status } }
    : ifAbsent;
  transaction.update(key, update, condition, () => new Moved(`Task '${result.taskId}' was written meanwhile`));
}

/** The chip must be in the cool-down that the results are stamped with; it remembers its newest value. */
function addChip(
  transaction: Transaction,
  { chip }: Found,
  of: { projectId: string; chipId: string },
  measured: readonly Measured[],
): void {
  const moved = () => new Moved(`Chip '${of.chipId}' was written meanwhile`);
  const asRead = ifChipAsRead(chip);
  const newest = measured
    .filter(({ result, target }) => givesValue(result, target.kind))
    .map(({ endAt }) => endAt)
    .sort()
    .at(-1);
  const standing = chip?.lastCalibratedAt;
  if (!chip || newest === undefined || (standing !== undefined && standing >= newest)) {
    transaction.check(chipKeyOf(of), asRead, moved);
  } else {
    const last = standing === undefined ? 'attribute_not_exists(lastCalibratedAt)' : 'lastCalibratedAt = :standing';
    transaction.update(
      chipKeyOf(of),
      { expression: 'SET lastCalibratedAt = :newest', values: { ':newest': newest } },
      {
        expression: `(${asRead.expression}) AND ${last}`,
        values: { ...asRead.values, ...(standing === undefined ? {} : { ':standing': standing }) },
      },
      moved,
    );
  }
  if (chip?.currentCooldownId !== undefined)
    transaction.put(cooldownDataEntity.encode({ ...of, cooldownId: chip.currentCooldownId }, 1));
}

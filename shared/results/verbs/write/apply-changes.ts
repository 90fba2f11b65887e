import { addLastCalibrated, ifChipUnchanged } from '../../../chips/store/chip-conditions.ts';
import { addToStatistics, changedCounts } from '../../../chips/store/chip-statistics.ts';
import { type ChipRecord, targetVersion } from '../../../chips/store/chips.ts';
import { valueEntry } from '../../../chips/store/target-values.ts';
import { busy, ifNotRelaid } from '../../../chips/verbs/jobs/jobs.ts';
import { cooldownDataEntity } from '../../../cooldowns/store/cooldowns.ts';
import { staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { allOf, type Condition, type Database, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { type EntryPath, updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, projectKeys, taskKeys } from '../../../kernel/store/keys.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { claimMetricUnits } from '../../../values/store/metric-units.ts';
import { isFaulty } from '../../../values/verbs/measured/target-values.ts';
import { ifLatestUnchanged, latestRaised, latestResultEntity } from '../../store/latest-results.ts';
import { lastRowOf, taskResultEntity, workerUpdate } from '../../store/task-results.ts';
import type { ResultWrite, TargetWrite, TaskChanges } from './decide-batch.ts';
import { type LatestWrite, markLatest } from './latest-rows.ts';
import { addSamples, markSeries } from './task-samples.ts';

/** What changes of a run's tasks are written over. */
export interface Existing {
  execution: Pick<ExecutionRecord, 'projectId' | 'executionId' | 'chipId' | 'past'>;
  /** What the execution must still be: running under the writer's fence, or closing. */
  ifExecution: Condition;
  /** Undefined for one that is gone. */
  chip: ChipRecord | undefined;
}

/**
 * The write protocol of a run's tasks (docs/design/write-protocols.md#task-results): all their effects in one
 * transaction, each item on the condition that it is unchanged since it was read.
 * @throws StaleReadError if one has changed; nothing is written then.
 */
export async function applyChanges(db: Database, existing: Existing, changes: TaskChanges): Promise<void> {
  const { execution, chip } = existing;
  const { projectId, chipId } = execution;
  const transaction = new Transaction(db);
  addExecution(transaction, existing, changes);
  if (changes.results.length > 0) {
    for (const write of changes.results) addResult(transaction, write);
    if (chip) addStatistics(transaction, chip, changes);
    addChip(transaction, existing, changes);
    if (changes.isPast) checkLayout(transaction, execution);
    else if (changes.cooldownId !== undefined)
      transaction.put(cooldownDataEntity.encode({ projectId, chipId, cooldownId: changes.cooldownId }, 1));
    // Before the rows: a deletion of the chip finds rows by these marks, and a mark without rows is harmless.
    await markLatest(db, changes.latest);
    for (const write of changes.latest) addLatest(transaction, write);
    for (const write of changes.targets) addTarget(transaction, write, changes);
    await claimMetricUnits(db, changes.units);
    await markSeries(db, changes.samples);
    addSamples(transaction, changes.samples);
  }
  await transaction.commit();
}

function addExecution(transaction: Transaction, { execution, ifExecution }: Existing, changes: TaskChanges): void {
  const { counts, cursor, results } = changes;
  const last = results.at(-1)?.result;
  const { projectId, executionId } = execution;
  const update = updateOf({
    set: { ...(cursor !== undefined && { cursor }), ...(last && { lastRow: lastRowOf(last) }) },
    addEntries: changedCounts(counts).map(([status, change]) => [['taskCounts', status], change]),
    add: { rev: 1 },
  });
  const key = projectKeys.execution(projectId, executionId);
  transaction.update(key, update, ifExecution, staleReadOf(`Run '${executionId}'`));
}

/** The task and its result are unchanged since; what people wrote there stays. */
function addResult(transaction: Transaction, { existing, result }: ResultWrite): void {
  const stale = staleReadOf(`Task '${result.taskId}'`);
  if (!existing) {
    transaction.put(taskResultEntity.encode(result, 1), ifAbsent, stale);
    return;
  }
  const { key, update } = workerUpdate(result);
  transaction.update(key, update, ifRevision(existing.rev), stale);
}

/** A chip that was deleted has no statistics, and gets none. */
function addStatistics(transaction: Transaction, { projectId, chipId }: ChipRecord, { counts, at }: TaskChanges): void {
  const { key, update } = addToStatistics(projectId, chipId, counts, at);
  transaction.update(key, update);
}

/** The chip is in the cool-down that the results are stamped with, or both are gone; for a run of the past it is the same one. */
function addChip(
  transaction: Transaction,
  { execution, chip }: Existing,
  { lastCalibratedAt, isReal, results }: TaskChanges,
): void {
  const { projectId, chipId, past } = execution;
  const created = past?.chipCreatedAt;
  const unchanged = ifChipUnchanged(chip);
  const required =
    created === undefined
      ? unchanged
      : allOf(unchanged, { expression: 'createdAt = :created', values: { ':created': created } });
  // Lists of the chip's results begin with its creation, or with the first of a run of the past.
  const begins = past ? results.map(({ result }) => result.startAt ?? result.queuedAt).sort() : [];
  if (chip) addLastCalibrated(transaction, chip, required, lastCalibratedAt, { isReal, earliest: begins[0] });
  else transaction.check(chipKeys.chip(projectId, chipId), unchanged, staleReadOf(`Chip '${chipId}'`));
}

/**
 * A run of the past holds no lock that would keep another layout away. The cool-down's mark was written when its record
 * began.
 */
function checkLayout(transaction: Transaction, { projectId, chipId }: Existing['execution']): void {
  transaction.check(chipKeys.job(projectId, chipId), ifNotRelaid, () => busy(chipId));
}

/** Puts a latest row, or raises one that stays. */
function addLatest(transaction: Transaction, { row, existing, stays, moved }: LatestWrite): void {
  if (moved) {
    transaction.put(latestResultEntity.encode(row, 1));
    return;
  }
  const asRead = ifLatestUnchanged(existing);
  const stale = staleReadOf(`The latest result of '${row.task}'`);
  const key = taskKeys.latest(row.projectId, row.chipId, row.task, row.target, row.date);
  if (stays) transaction.update(key, latestRaised, asRead, stale);
  else transaction.put(latestResultEntity.encode(row, (existing?.rev ?? 0) + 1), asRead, stale);
}

/** The values of a target, with the cool-down in which they were measured, and nothing else of it. */
function addTarget(transaction: Transaction, { target, values, held }: TargetWrite, changes: TaskChanges): void {
  const { at, isPast } = changes;
  const cooldownId = isPast ? target.cooldownId : changes.cooldownId;
  const measured = [...values].map(([metric, state]): [EntryPath, unknown] =>
    isFaulty(state) ? [['faulty', metric], state.faultyAt] : valueEntry(metric, state),
  );
  // A value takes a faulty mark away, and a faulty mark a value.
  const gone = [...values].flatMap(([metric, state]): [EntryPath, unknown][] => {
    const other = isFaulty(state) ? 'data' : 'faulty';
    return Object.hasOwn(target[other], metric) ? [[[other, metric], undefined]] : [];
  });
  const update = updateOf({
    set: { updatedAt: at, status: 'completed', cooldownId, ...targetVersion(), ...(held && { held }) },
    setEntries: [...measured, ...gone],
    add: { rev: 1 },
  });
  const key = chipKeys.target(target.projectId, target.chipId, target);
  transaction.update(key, update, ifRevision(target.rev), staleReadOf(`${target.kind} '${target.id}'`));
}

import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { CountChanges } from '../../../chips/store/chip-statistics.ts';
import type { HeldValue, TargetRecord } from '../../../chips/store/chips.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type ExecutionRecord, isSimulated } from '../../../runs/store/executions.ts';
import { newestCredible } from '../../../values/rules/clock-ahead.ts';
import type { MetricUnitRecord } from '../../../values/store/metric-units.ts';
import {
  type MeasuredState,
  producesValue,
  requireSizeLimit,
  updatedValues,
} from '../../../values/verbs/measured/target-values.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';
import { judgeResults } from './judge-results.ts';
import { type LatestWrite, latestWrites, type Measured } from './latest-rows.ts';
import type { Found } from './read-batch.ts';
import { withUnits } from './result-units.ts';
import { noSamples, type SamplesWrites, samplesWrites } from './task-samples.ts';
import { effectOf, isMeasured, type TaskUpdate, taskIdOf, type UpdateEffect, updatedResult } from './task-update.ts';

/** A result to be written, with the one before. */
export interface ResultWrite {
  existing: Stored<TaskResultRecord> | undefined;
  result: TaskResultRecord;
}

/** Values that a target comes to have. */
export interface TargetWrite {
  target: Stored<TargetRecord>;
  values: ReadonlyMap<string, MeasuredState>;
  /** What waits of it from now on; absent where that stays as it is. */
  held?: Record<string, HeldValue> | undefined;
}

/** Everything that one transaction changes about the tasks of a run. */
export interface TaskChanges {
  at: string;
  results: ResultWrite[];
  counts: CountChanges;
  /** Position of the plan to which the run moves on; undefined where it stays. */
  cursor: number | undefined;
  /** When the newest value of the chip was measured. */
  lastCalibratedAt: string | undefined;
  /** A worker measured values among these. */
  isReal: boolean;
  latest: LatestWrite[];
  targets: TargetWrite[];
  samples: SamplesWrites;
  /** Units that metrics get by their first value. */
  units: MetricUnitRecord[];
  /** The cool-down whose data this is. */
  cooldownId: string | undefined;
  /** The data is of a run of the past. */
  isPast: boolean;
}

/** Inputs of a batch's decision besides the table. */
export interface BatchContext {
  now: string;
  /** The day of an instant in the service's calendar. */
  dateOf: (instant: string) => string;
  cursor: number | undefined;
}

/** The rules of a batch: what each update does to what was found, and what follows from all of them together. */
export function decideBatch(
  found: Found,
  execution: ExecutionRecord,
  updates: readonly TaskUpdate[],
  { now, dateOf, cursor }: BatchContext,
): { changes: TaskChanges; effects: Map<string, UpdateEffect> } {
  const { chip } = found;
  const { past } = execution;
  const cooldownId = past ? past.cooldownId : chip?.currentCooldownId;
  const effects = new Map<string, UpdateEffect>();
  const results: ResultWrite[] = [];
  for (const update of updates) {
    const taskId = taskIdOf(update);
    const existing = found.results.get(taskId);
    const effect = effectOf(update, existing);
    effects.set(taskId, effect);
    if (effect === 'write')
      results.push({ existing, result: updatedResult(update, existing, execution, { now, cooldownId }) });
  }
  const units = chip ? withUnits(found, results) : [];
  const heldByTarget = judgeResults(found, execution, results, now);
  const measured = measuredOf(results);
  const valued = valuedAt(measured);
  const changes: TaskChanges = {
    at: now,
    results,
    counts: countsOf(results),
    cursor: cursor !== undefined && cursor > execution.cursor ? cursor : undefined,
    lastCalibratedAt:
      valued.length === 0 ? chip?.lastCalibratedAt : newestCredible([chip?.lastCalibratedAt, ...valued], now),
    isReal: valued.length > 0 && !isSimulated(execution),
    // A deleted chip gets no measurements of its last run; its history stays.
    latest: chip ? latestWrites(found, measured, dateOf) : [],
    targets: chip ? targetWrites(found, measured, heldByTarget, now) : [],
    samples: chip ? samplesWrites(found, results) : noSamples,
    units,
    cooldownId,
    isPast: past !== undefined,
  };
  return { changes, effects };
}

export function countsOf(results: readonly ResultWrite[]): CountChanges {
  const counts: CountChanges = {};
  for (const { existing, result } of results) {
    if (existing) counts[existing.status] = (counts[existing.status] ?? 0) - 1;
    counts[result.status] = (counts[result.status] ?? 0) + 1;
  }
  return counts;
}

/** The measured results among those that are written, but for trials. */
const measuredOf = (writes: readonly ResultWrite[]): Measured[] =>
  writes.flatMap(({ result }) => {
    const target = targetOf(result);
    return target && !result.trial && isMeasured(result) && result.endAt !== undefined
      ? [{ result, target, endAt: result.endAt }]
      : [];
  });

const valuedAt = (measured: readonly Measured[]): string[] =>
  measured.filter(({ result, target }) => producesValue(result, target.kind)).map(({ endAt }) => endAt);

/** The targets that completed results renew. @throws ServiceError `invalid` when one has no room for its values. */
function targetWrites(
  found: Found,
  measured: readonly Measured[],
  heldByTarget: ReadonlyMap<string, Record<string, HeldValue>>,
  now: string,
): TargetWrite[] {
  const byTarget = new Map<Stored<TargetRecord>, TaskResultRecord[]>();
  for (const { result, target } of measured) {
    const record = found.targets.get(targetName(target));
    if (!record || result.status !== 'completed') continue;
    byTarget.set(record, [...(byTarget.get(record) ?? []), result]);
  }
  return [...byTarget].flatMap(([target, results]) => {
    const values = updatedValues(target, results, now);
    requireSizeLimit(target, values);
    const held = heldByTarget.get(targetName(target));
    return values.size > 0 || held ? [{ target, values, held }] : [];
  });
}

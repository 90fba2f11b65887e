import type { CountChanges } from '../../store/chip-statistics.ts';
import { type ChipRecord, chipEntity, type TargetRecord, targetEntity } from '../../store/chips.ts';
import type { Item, Stored } from '../../store/codec.ts';
import { batchGetItems, type Database } from '../../store/database.ts';
import { type ExecutionRecord, executionEntity } from '../../store/executions.ts';
import { chipKeys, type Key, projectKeys, type TargetRef, taskKeys } from '../../store/keys.ts';
import { type LatestResultRecord, latestResultEntity } from '../../store/latest-results.ts';
import { type TaskResultRecord, targetOf, taskResultEntity } from '../../store/task-results.ts';
import { effectOf, type TaskUpdate, taskIdOf, type UpdateEffect, updatedResult } from './task-update.ts';

/** The run that results are written for, and the fence under which its writer took it over. */
export interface WriterRef {
  projectId: string;
  executionId: string;
  fence: number;
}

/** Items that a transaction writes for an update at the most: result, latest, latest of the day, target. */
export function writesOf(update: TaskUpdate): number {
  return update.kind === 'ended' && isMeasured(update.outcome) && targetOfOutcome(update) ? 4 : 1;
}

const targetOfOutcome = ({ outcome }: Extract<TaskUpdate, { kind: 'ended' }>): TargetRef | undefined =>
  targetOf({ taskType: outcome.type, qid: outcome.target });

/** Whether a result measured something: such results are latest ones, and in the history of their target. */
const isMeasured = ({ status }: { status: string }): boolean => status === 'completed' || status === 'failed';

/** What a batch found in the table. */
export interface Found {
  execution: Stored<ExecutionRecord> | undefined;
  chip: Stored<ChipRecord> | undefined;
  results: Map<string, Stored<TaskResultRecord>>;
  latest: Map<string, Stored<LatestResultRecord>>;
  targets: Map<string, Stored<TargetRecord>>;
}

/** Names a latest row or a target within a batch. */
const refKey = (target: TargetRef): string => `${target.kind} ${target.id}`;
const latestKey = (task: string, target: TargetRef, date: string | undefined): string =>
  JSON.stringify([task, target.kind, target.id, date]);

/** Reads everything that a batch may write, in one round trip; `dateOf` tells the day of an instant. */
export async function readBatch(
  db: Database,
  run: WriterRef,
  chipId: string,
  updates: readonly TaskUpdate[],
  dateOf: (instant: string) => string,
): Promise<Found> {
  const { projectId } = run;
  const found: Found = {
    execution: undefined,
    chip: undefined,
    results: new Map(),
    latest: new Map(),
    targets: new Map(),
  };
  const wanted: { key: Key; take(item: Item): void }[] = [
    {
      key: projectKeys.execution(projectId, run.executionId),
      take: (item) => {
        found.execution = executionEntity.decode(item);
      },
    },
    {
      key: chipKeys.chip(projectId, chipId),
      take: (item) => {
        const chip = chipEntity.decode(item);
        if (!chip.deletingAt) found.chip = chip;
      },
    },
  ];
  for (const update of updates) {
    const taskId = taskIdOf(update);
    wanted.push({
      key: taskKeys.result(projectId, taskId),
      take: (item) => void found.results.set(taskId, taskResultEntity.decode(item)),
    });
    if (update.kind !== 'ended' || !isMeasured(update.outcome)) continue;
    const { name, endAt } = update.outcome;
    const target = targetOfOutcome(update);
    if (!target) continue;
    for (const date of [undefined, dateOf(endAt)])
      wanted.push({
        key: taskKeys.latest(projectId, chipId, name, target, date),
        take: (item) => void found.latest.set(latestKey(name, target, date), latestResultEntity.decode(item)),
      });
    wanted.push({
      key: chipKeys.target(projectId, chipId, target),
      take: (item) => void found.targets.set(refKey(target), targetEntity.decode(item)),
    });
  }
  const items = await batchGetItems(
    db,
    wanted.map(({ key }) => key),
  );
  for (const [n, item] of items.entries()) if (item) wanted[n]?.take(item);
  return found;
}

/** A result to be written, beside what stood before. */
export interface ResultWrite {
  standing: Stored<TaskResultRecord> | undefined;
  result: TaskResultRecord;
}

/** What becomes of the updates of a batch. */
export interface Decided {
  writes: ResultWrite[];
  /** How many stand already as they are. */
  repeated: number;
  /** How many came too late: the task is further. */
  late: number;
  /** The same of each task. */
  effects: Map<string, UpdateEffect>;
  changes: CountChanges;
}

/** Decides what each update does, and what that does to the counts. */
export function decideBatch(
  found: Found,
  execution: ExecutionRecord,
  updates: readonly TaskUpdate[],
  now: string,
): Decided {
  const decided: Decided = { writes: [], repeated: 0, late: 0, effects: new Map(), changes: {} };
  const moment = { now, cooldownId: found.chip?.currentCooldownId };
  for (const update of updates) {
    const standing = found.results.get(taskIdOf(update));
    const effect = effectOf(update, standing);
    decided.effects.set(taskIdOf(update), effect);
    if (effect === 'repeated') decided.repeated += 1;
    if (effect === 'late') decided.late += 1;
    if (effect !== 'write') continue;
    const { rev: _, ...before } = standing ?? { rev: 0 };
    const result = updatedResult(update, standing && (before as TaskResultRecord), execution, moment);
    decided.writes.push({ standing, result });
    const { changes } = decided;
    if (standing) changes[standing.status] = (changes[standing.status] ?? 0) - 1;
    changes[result.status] = (changes[result.status] ?? 0) + 1;
  }
  return decided;
}

/** A measured result with its target and the instant at which it ended. */
export interface Measured {
  result: TaskResultRecord;
  target: TargetRef;
  endAt: string;
}

/** The measured results among those that are written, but for trials. */
export const measuredOf = (writes: readonly ResultWrite[]): Measured[] =>
  writes.flatMap(({ result }) => {
    const target = targetOf(result);
    return target && !result.trial && isMeasured(result) && result.endAt !== undefined
      ? [{ result, target, endAt: result.endAt }]
      : [];
  });

/** The latest row of a task on a target as it was found. */
export const foundLatest = (
  found: Found,
  task: string,
  target: TargetRef,
  date: string | undefined,
): Stored<LatestResultRecord> | undefined => found.latest.get(latestKey(task, target, date));

/** The results of a batch by the target that they renew, for the targets that exist. */
export function byTarget(found: Found, measured: readonly Measured[]): Map<Stored<TargetRecord>, TaskResultRecord[]> {
  const grouped = new Map<Stored<TargetRecord>, TaskResultRecord[]>();
  for (const { result, target } of measured) {
    const record = found.targets.get(refKey(target));
    if (!record || result.status !== 'completed') continue;
    grouped.set(record, [...(grouped.get(record) ?? []), result]);
  }
  return grouped;
}

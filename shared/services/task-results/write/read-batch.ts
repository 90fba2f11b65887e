import { type ChipRecord, chipEntity, type TargetRecord, targetEntity } from '../../../store/chips/chips.ts';
import type { Item, Stored } from '../../../store/dynamodb/codec.ts';
import { batchGetItems, type Database } from '../../../store/dynamodb/database.ts';
import {
  chipKeys,
  type Key,
  monthOf,
  projectKeys,
  sampleKeys,
  type TargetRef,
  taskKeys,
  utcDayOf,
} from '../../../store/keys.ts';
import { type OpenSpanRecord, openDayKey, openSpanEntity } from '../../../store/metrics/open-spans.ts';
import { type ExecutionRecord, executionEntity } from '../../../store/runs/executions.ts';
import { type LatestResultRecord, latestResultEntity } from '../../../store/task-results/latest-results.ts';
import { type TaskResultRecord, taskResultEntity } from '../../../store/task-results/task-results.ts';
import { measuredTargetOf, type TaskUpdate, taskIdOf } from './task-update.ts';

/** The run that results are written for, and the fence under which its writer took it over. */
export interface WriterRef {
  projectId: string;
  executionId: string;
  fence: number;
}

/** What a batch found in the table. */
export interface Found {
  execution: Stored<ExecutionRecord> | undefined;
  chip: Stored<ChipRecord> | undefined;
  results: Map<string, Stored<TaskResultRecord>>;
  latest: Map<string, Stored<LatestResultRecord>>;
  targets: Map<string, Stored<TargetRecord>>;
  /** Sort keys of the marks of metrics, months and tasks that stand. */
  series: Set<string>;
  /** By UTC day. */
  openDays: Map<string, Stored<OpenSpanRecord>>;
}

/** Targets as somebody has read them, by their names within a batch. */
export type KnownTargets = ReadonlyMap<string, Stored<TargetRecord>>;

/** The name of a target within a batch. */
export const targetName = (target: TargetRef): string => `${target.kind} ${target.id}`;

/** The name of a latest row within a batch; without a date, of the latest of all. */
export const latestName = (task: string, target: TargetRef, date: string | undefined): string =>
  JSON.stringify([task, target.kind, target.id, date]);

/**
 * Reads everything that a batch may write, in one call; `dateOf` answers the day of an instant. `known` are targets that were
 * read a moment ago, by name.
 */
export async function readBatch(
  db: Database,
  { projectId, executionId, chipId }: { projectId: string; executionId: string; chipId: string },
  updates: readonly TaskUpdate[],
  dateOf: (instant: string) => string,
  known: KnownTargets = new Map(),
): Promise<Found> {
  const found: Found = {
    execution: undefined,
    chip: undefined,
    results: new Map(),
    latest: new Map(),
    targets: new Map(),
    series: new Set(),
    openDays: new Map(),
  };
  const reads: { key: Key; take(item: Item): void }[] = [
    {
      key: projectKeys.execution(projectId, executionId),
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
    reads.push({
      key: taskKeys.result(projectId, taskId),
      take: (item) => void found.results.set(taskId, taskResultEntity.decode(item)),
    });
    const target = measuredTargetOf(update);
    if (update.kind !== 'ended' || !target) continue;
    const { name, endAt } = update.outcome;
    for (const date of [undefined, dateOf(endAt)])
      reads.push({
        key: taskKeys.latest(projectId, chipId, name, target, date),
        take: (item) => void found.latest.set(latestName(name, target, date), latestResultEntity.decode(item)),
      });
    const day = utcDayOf(endAt);
    reads.push({
      key: openDayKey({ projectId, chipId, day }),
      take: (item) => void found.openDays.set(day, openSpanEntity.decode(item)),
    });
    for (const metric of Object.keys(update.outcome.outputParameters)) {
      const key = sampleKeys.series(projectId, chipId, metric, monthOf(endAt), name);
      reads.push({ key, take: () => void found.series.add(key.sk) });
    }
    const targetRead = known.get(targetName(target));
    if (targetRead) {
      found.targets.set(targetName(target), targetRead);
      continue;
    }
    reads.push({
      key: chipKeys.target(projectId, chipId, target),
      take: (item) => void found.targets.set(targetName(target), targetEntity.decode(item)),
    });
  }
  const items = await batchGetItems(
    db,
    reads.map(({ key }) => key),
  );
  for (const [n, item] of items.entries()) if (item) reads[n]?.take(item);
  return found;
}

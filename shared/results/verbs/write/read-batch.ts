import { targetName } from '../../../chips/rules/target-kinds.ts';
import { type ChipRecord, chipEntity, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import type { Item, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database } from '../../../kernel/store/dynamodb/database.ts';
import {
  chipKeys,
  type Key,
  monthOf,
  projectKeys,
  sampleKeys,
  type TargetRef,
  taskKeys,
  utcDayOf,
} from '../../../kernel/store/keys.ts';
import { type ExecutionRecord, executionEntity } from '../../../runs/store/executions.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { GateMode } from '../../../values/rules/gate-mark.ts';
import { hasOpenUnit } from '../../../values/rules/manual-value.ts';
import { metricName, metricUnitEntity } from '../../../values/store/metric-units.ts';
import { type OpenSpanRecord, openDayKey, openSpanEntity } from '../../../values/store/open-spans.ts';
import { type TargetLevelsRecord, targetLevelsEntity } from '../../../values/store/target-levels.ts';
import { type LatestResultRecord, latestResultEntity } from '../../store/latest-results.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import { measuredTargetOf, type TaskUpdate, taskIdOf } from './task-update.ts';

/** The run that results are written for, and the fence under which its writer took it over. */
export interface WriterRef {
  projectId: string;
  executionId: string;
  fence: number;
  /** Of the run; absent for one without a gate, of which nothing more is read. */
  gate?: GateMode | undefined;
}

/** What a batch found in the table. */
export interface Found {
  execution: Stored<ExecutionRecord> | undefined;
  chip: Stored<ChipRecord> | undefined;
  results: Map<string, Stored<TaskResultRecord>>;
  latest: Map<string, Stored<LatestResultRecord>>;
  targets: Map<string, Stored<TargetRecord>>;
  /** The past levels of their series, if the run has a gate. */
  levels: Map<string, TargetLevelsRecord>;
  /** Sort keys of the existing marks of metrics, months and tasks. */
  series: Set<string>;
  /** By UTC day. */
  openDays: Map<string, Stored<OpenSpanRecord>>;
  /** Of the metrics that the catalogue leaves open, by `metricName`. */
  units: Map<string, string>;
}

/** Targets that were read before, by their names within a batch. */
export type KnownTargets = ReadonlyMap<string, Stored<TargetRecord>>;

/** What a writer knows already, so that it is not read here. */
export interface Known {
  targets?: KnownTargets | undefined;
  /** Ids of tasks that have no result yet. */
  withoutResult?: ReadonlySet<string> | undefined;
}

/** The name of a latest row within a batch; without a date, of the latest of all. */
export const latestName = (task: string, target: TargetRef, date: string | undefined): string =>
  JSON.stringify([task, target.kind, target.id, date]);

/**
 * Reads everything that a batch may write, in one call; `dateOf` answers the day of an instant. Where results are older than the
 * latest of another day, a second call reads the rows of theirs.
 */
export async function readBatch(
  db: Database,
  run: { projectId: string; executionId: string; chipId: string; gate?: GateMode | undefined },
  updates: readonly TaskUpdate[],
  dateOf: (instant: string) => string,
  known: Known = {},
): Promise<Found> {
  const { projectId, executionId, chipId } = run;
  const found: Found = {
    execution: undefined,
    chip: undefined,
    results: new Map(),
    latest: new Map(),
    targets: new Map(),
    levels: new Map(),
    series: new Set(),
    openDays: new Map(),
    units: new Map(),
  };
  const reads: Read[] = [
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
    if (!known.withoutResult?.has(taskId))
      reads.push({
        key: taskKeys.result(projectId, taskId),
        take: (item) => void found.results.set(taskId, taskResultEntity.decode(item)),
      });
    const target = measuredTargetOf(update);
    if (update.kind !== 'ended' || !target) continue;
    const { name, endAt } = update.outcome;
    reads.push(latestRead(found, run, { name, target }));
    const day = utcDayOf(endAt);
    reads.push({
      key: openDayKey({ projectId, chipId, day }),
      take: (item) => void found.openDays.set(day, openSpanEntity.decode(item)),
    });
    for (const metric of Object.keys(update.outcome.outputParameters)) {
      const key = sampleKeys.series(projectId, chipId, metric, monthOf(endAt), name);
      reads.push({ key, take: () => void found.series.add(key.sk) });
      if (hasOpenUnit(describeMetric(metric, target.kind)))
        reads.push({
          key: sampleKeys.unit(projectId, target.kind, metric),
          take: (item) => {
            const record = metricUnitEntity.decode(item);
            found.units.set(metricName(record), record.unit);
          },
        });
    }
    if (run.gate !== undefined && run.gate !== 'off')
      reads.push({
        key: sampleKeys.levels(projectId, chipId, target),
        take: (item) => void found.levels.set(targetName(target), targetLevelsEntity.decode(item)),
      });
    const targetRead = known.targets?.get(targetName(target));
    if (targetRead) {
      found.targets.set(targetName(target), targetRead);
      continue;
    }
    reads.push({
      key: chipKeys.target(projectId, chipId, target),
      take: (item) => void found.targets.set(targetName(target), targetEntity.decode(item)),
    });
  }
  await readAll(db, reads);
  await readAll(db, readsOfDays(found, run, updates, dateOf));
  return found;
}

/** The latest rows of the days of results that are not of the day of what is the latest of all. */
function readsOfDays(
  found: Found,
  run: { projectId: string; chipId: string },
  updates: readonly TaskUpdate[],
  dateOf: (instant: string) => string,
): Read[] {
  const newest = new Map([...found.latest].map(([name, { endAt }]) => [name, endAt]));
  const measured = updates.flatMap((update) => {
    const target = measuredTargetOf(update);
    if (update.kind !== 'ended' || !target) return [];
    const { name, endAt } = update.outcome;
    const row = latestName(name, target, undefined);
    if (endAt > (newest.get(row) ?? '')) newest.set(row, endAt);
    return [{ row, name, target, endAt }];
  });
  return measured.flatMap(({ row, name, target, endAt }) => {
    const date = dateOf(endAt);
    return dateOf(newest.get(row) ?? endAt) === date ? [] : [latestRead(found, run, { name, target, date })];
  });
}

/** A key, and the receiver of its item. */
interface Read {
  key: Key;
  take(item: Item): void;
}

async function readAll(db: Database, reads: readonly Read[]): Promise<void> {
  const items = await batchGetItems(
    db,
    reads.map(({ key }) => key),
  );
  for (const [n, item] of items.entries()) if (item) reads[n]?.take(item);
}

const latestRead = (
  found: Found,
  { projectId, chipId }: { projectId: string; chipId: string },
  { name, target, date }: { name: string; target: TargetRef; date?: string },
): Read => ({
  key: taskKeys.latest(projectId, chipId, name, target, date),
  take: (item) => void found.latest.set(latestName(name, target, date), latestResultEntity.decode(item)),
});

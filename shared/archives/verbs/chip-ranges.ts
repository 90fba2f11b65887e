import { targetEntity } from '../../chips/store/chips.ts';
import { type Database, type QueryRange, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys, dayKeys, noteKeys, rollUpKeys, sampleKeys, taskKeys } from '../../kernel/store/keys.ts';
import { listLatestMarks } from '../../results/store/latest-results.ts';
import { listSeries } from '../../values/store/series.ts';

/** Where everything of a chip is but its own record, its results and its events, in the order of their partitions. */
export async function chipRanges(db: Database, projectId: string, chipId: string): Promise<QueryRange[]> {
  const targetRanges = [
    chipKeys.qubits(projectId, chipId),
    chipKeys.couplings(projectId, chipId),
    chipKeys.elements(projectId, chipId),
  ];
  const [series, marks, ...items] = await Promise.all([
    listSeries(db, projectId, chipId),
    listLatestMarks(db, projectId, chipId),
    ...targetRanges.map((range) => queryAll(db, range)),
  ]);
  const targets = items.flat().map((item) => targetEntity.decode(item));
  const ranges: QueryRange[] = [
    chipKeys.all(projectId, chipId),
    dayKeys.all(projectId, chipId),
    noteKeys.all(projectId, chipId),
    ...series.map(({ metric, month, task }) =>
      task === undefined
        ? sampleKeys.month(projectId, chipId, metric, month)
        : sampleKeys.taskMonth(projectId, chipId, task, month),
    ),
    ...series.map(({ metric }) => rollUpKeys.all(projectId, chipId, metric)),
    ...targets.map((target) => taskKeys.daysOf(projectId, chipId, target)),
    ...marks.map(({ task, date }) => taskKeys.latestOf(projectId, chipId, task, date)),
  ];
  return inOrder(ranges);
}

/** Each partition once, in the order of their keys, so that a reader can go on behind any of them. */
export function inOrder(ranges: readonly QueryRange[]): QueryRange[] {
  const unique = new Map(ranges.map((range) => [range.pk, range]));
  return [...unique.values()].sort((a, b) => (a.pk < b.pk ? -1 : 1));
}

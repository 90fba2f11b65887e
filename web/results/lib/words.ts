import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import type { FoundResult, FoundResults } from './queries.ts';

/** The counts by status: `509 completed, 10 failed`; says so if not all were counted. */
export function countsText(
  { status_counts: counts, counted_all: all }: Pick<FoundResults, 'status_counts' | 'counted_all'>,
  isNarrowed: boolean,
): string {
  const said = TASK_STATUSES.flatMap((status) => {
    const count = counts?.[status] ?? 0;
    return count > 0 ? [`${formatCount(count)} ${status}`] : [];
  });
  if (said.length === 0) return isNarrowed ? 'No results match' : 'No results yet. Each task of a run leaves one';
  return all ? said.join(', ') : `At least ${said.join(', ')}. Narrow the search for all of them`;
}

/** How old an answer may be, in milliseconds, before the page says so. */
const TOLD_LAG_MS = 60_000;

/** Says that results may be missing, and since when; undefined if the answer is complete. */
export function lagText({ complete_until: until }: FoundResults, readAt: number): string | undefined {
  if (until === null) return 'The newest results may be missing';
  return readAt - Date.parse(until) > TOLD_LAG_MS ? `Results after ${until} may be missing` : undefined;
}

/** The results of a page as rows of a file, heads first. */
export const resultsCsv = (results: readonly FoundResult[]): CsvField[][] => [
  ['task', 'target', 'status', 'excluded', 'message', 'chip_id', 'start_at', 'end_at', 'execution_id', 'task_id'],
  ...results.map((one) => [
    ...[one.task_name, one.qid, one.status, one.excluded, one.message, one.chip_id],
    ...[one.start_at ?? '', one.end_at ?? '', one.execution_id, one.task_id],
  ]),
];

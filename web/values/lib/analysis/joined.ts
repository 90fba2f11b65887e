import { median } from '#shared/values/rules/statistics.ts';
import type { HistoryPoint } from '../metrics/history-point.ts';

const DAY_MS = 86_400_000;
/** A line breaks at a gap of more than so many median intervals, and of at least two days. */
const INTERVALS = 3;
const SHORTEST_GAP_MS = 2 * DAY_MS;

/**
 * The points of a series that a line joins, oldest first: those of one source, without what is excluded, held or faulty, broken at gaps
 * and at cuts, which are where cool-downs begin and end.
 */
export function joined(points: readonly HistoryPoint[], cuts: readonly string[] = []): HistoryPoint[][] {
  const drawn = points.filter(({ value, isExcluded, isHeld }) => value !== null && !isExcluded && !isHeld);
  const inOrder = drawn.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const limit = longestGap(inOrder);
  return [...Map.groupBy(inOrder, ({ source }) => source).values()].flatMap((own) => broken(own, limit, cuts));
}

/** How long a line may go on without a point. */
function longestGap(inOrder: readonly HistoryPoint[]): number {
  const times = inOrder.map(({ at }) => Date.parse(at));
  const intervals = times.slice(1).map((time, n) => time - (times[n] ?? time));
  return Math.max(SHORTEST_GAP_MS, INTERVALS * (median(intervals) ?? 0));
}

function broken(points: readonly HistoryPoint[], limit: number, cuts: readonly string[]): HistoryPoint[][] {
  const runs: HistoryPoint[][] = [];
  let last: HistoryPoint | undefined;
  for (const point of points) {
    const current = runs.at(-1);
    if (last && current && isJoined(last, point, limit, cuts)) current.push(point);
    else runs.push([point]);
    last = point;
  }
  return runs;
}

const isJoined = (one: HistoryPoint, next: HistoryPoint, limit: number, cuts: readonly string[]): boolean =>
  Date.parse(next.at) - Date.parse(one.at) <= limit && !cuts.some((cut) => one.at < cut && cut <= next.at);

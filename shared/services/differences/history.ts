import type { ComparedCell } from '../../domain/differences/compared.ts';
import type { HistorySeries } from '../../domain/differences/judge-differences.ts';
import type { Stretches } from '../../domain/differences/stretches.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { pointsOfDays } from '../../domain/statistics/day-summary.ts';
import { scaleOf } from '../../domain/statistics/scale.ts';
import { measuredDays } from '../metrics/measured-days.ts';
import type { SideReader } from './side-values.ts';

/** Days before the later side that tell how a series fluctuates (rule STAT-17). */
const HISTORY_MS = 90 * 86_400_000;

/**
 * The history that changes are judged by (rule DIFF-4): the day points of the last 90 days before the later side, of the
 * parts of time in which both values of a change lie, and of the metrics that have such changes alone.
 */
export async function readHistory(
  { ctx, chip, spans }: Pick<SideReader, 'ctx' | 'chip' | 'spans'>,
  cells: readonly ComparedCell[],
  stretches: Stretches,
  through: string,
): Promise<HistorySeries[]> {
  const oldest = new Date(Math.max(0, Date.parse(through) - HISTORY_MS)).toISOString();
  const wanted = Map.groupBy(
    cells.filter((cell) => needsHistory(cell, stretches)),
    ({ after }) => stretches.indexOf(after?.at ?? ''),
  );
  const read = [...wanted].map(async ([stretch, own]) => {
    const { from = '', through: end = through } = stretches.at(stretch);
    const range = { from: from > oldest ? from : oldest, through: end < through ? end : through };
    const metrics = new Set(own.map(({ metric }) => metric));
    const measured = await measuredDays(ctx.db, chip, spans, { ...range, metrics });
    return measured.map(({ metric, target, days }) => ({ metric, target, stretch, points: pointsOfDays(days) }));
  });
  return (await Promise.all(read)).flat();
}

/** Of two values that may differ by chance, of one series. */
function needsHistory({ metric, target, before, after }: ComparedCell, stretches: Stretches): boolean {
  if (!before || !after || before.value === null || after.value === null) return false;
  if (stretches.indexOf(before.at) !== stretches.indexOf(after.at)) return false;
  const isSame = before.at === after.at && before.value === after.value && before.taskId === after.taskId;
  return !isSame && scaleOf(describeMetric(metric, target.kind)).kind !== 'setting';
}

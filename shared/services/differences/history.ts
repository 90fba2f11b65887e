import type { ComparedCell } from '../../domain/differences/compared.ts';
import type { HistorySeries } from '../../domain/differences/judge-differences.ts';
import type { Stretches } from '../../domain/differences/stretches.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { scaleOf } from '../../domain/statistics/scale.ts';
import { historyDays } from './history-days.ts';
import type { SideReader } from './side-values.ts';
import type { FoundSide } from './sides.ts';

/** Days before the later side that tell how a series fluctuates (rule STAT-17). */
const HISTORY_MS = 90 * 86_400_000;

/**
 * The history that changes are judged by (rule DIFF-4): the day points of the 90 UTC days up to that of the later side, of the
 * parts of time in which both values of a change lie, and of the metrics that have such changes alone.
 */
export async function readHistory(
  { ctx, chip, spans }: Pick<SideReader, 'ctx' | 'chip' | 'spans'>,
  cells: readonly ComparedCell[],
  stretches: Stretches,
  later: FoundSide,
): Promise<HistorySeries[]> {
  const through = later.kind === 'instant' ? endOfDayBefore(later.through) : later.through;
  const oldest = `${new Date(Math.max(0, Date.parse(later.through) - HISTORY_MS)).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const comparedDays = comparedDaysIn(cells);
  const wanted = Map.groupBy(
    cells.filter((cell) => needsHistory(cell, stretches)),
    ({ after }) => stretches.indexOf(after?.at ?? ''),
  );
  const read = [...wanted].map(async ([stretch, own]) => {
    const { from = '', through: end = through } = stretches.at(stretch);
    const range = { from: from > oldest ? from : oldest, through: end < through ? end : through };
    const metrics = new Set(own.map(({ metric }) => metric));
    const series = await historyDays(ctx.db, chip, spans, { ...range, metrics }, comparedDays);
    return series.map(({ metric, target, points }) => ({ metric, target, stretch, points }));
  });
  return (await Promise.all(read)).flat();
}

/** The days that a series is compared by, of few series among all cells. */
function comparedDaysIn(cells: readonly ComparedCell[]): (series: Series) => ReadonlySet<string> | undefined {
  let byName: Map<string, ComparedCell> | undefined;
  return (series) => {
    byName ??= new Map(cells.map((cell) => [nameOf(cell), cell]));
    const cell = byName.get(nameOf(series));
    return cell && new Set([...daysOf(cell.before), ...daysOf(cell.after)]);
  };
}

type Series = Pick<ComparedCell, 'metric' | 'target'>;

const nameOf = ({ metric, target }: Series): string => `${target.kind} ${target.id} ${metric}`;

/** What was newest at an instant is compared: on its own day no series has another point, nor one later. */
const endOfDayBefore = (instant: string): string =>
  new Date(Date.parse(`${instant.slice(0, 10)}T00:00:00.000Z`) - 1).toISOString();

const daysOf = (side: ComparedCell['before']): readonly string[] => side?.days ?? [];

/** Of two values that may differ by chance, of one series. */
function needsHistory({ metric, target, before, after }: ComparedCell, stretches: Stretches): boolean {
  if (!before || !after || before.value === null || after.value === null) return false;
  if (stretches.indexOf(before.at) !== stretches.indexOf(after.at)) return false;
  const isSame = before.at === after.at && before.value === after.value && before.taskId === after.taskId;
  return !isSame && scaleOf(describeMetric(metric, target.kind)).kind !== 'setting';
}

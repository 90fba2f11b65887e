import { once } from '../../../kernel/concurrency.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { ComparedCell } from '../../rules/differences/compared.ts';
import type { HistorySeries } from '../../rules/differences/judge-differences.ts';
import type { Stretches } from '../../rules/differences/stretches.ts';
import { scaleOf } from '../../rules/scale.ts';
import { historyDays } from './history-days.ts';
import { type SideReader, type SideValue, seriesName } from './side-values.ts';
import type { FoundSide } from './sides.ts';

/** Days before the later side that tell how a series fluctuates (rule STAT-17). */
const HISTORY_MS = 90 * 86_400_000;

/** What a history is wanted for. */
export interface HistoryRequest {
  /** Where a side may take a second look, known by the end of it. */
  cells: Promise<readonly ComparedCell[]>;
  /** Values of the later side that may be of such cells: known before a second look at the earlier one is at its end. */
  candidates: readonly SideValue[] | undefined;
  stretches: Stretches;
  later: FoundSide;
}

/**
 * The history that changes are judged by (rule DIFF-4): the day points of the 90 UTC days up to that of the later side, of the
 * parts of time in which both values of a change lie, and of the metrics that have such changes alone.
 */
export async function readHistory(
  { ctx, chip, spans }: Pick<SideReader, 'ctx' | 'chip' | 'spans'>,
  { cells, candidates, stretches, later }: HistoryRequest,
): Promise<HistorySeries[]> {
  const through = later.kind === 'instant' ? endOfDayBefore(later.through) : later.through;
  const oldest = `${new Date(Math.max(0, Date.parse(later.through) - HISTORY_MS)).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const comparedDays = once(async () => comparedDaysIn(await cells));
  const needed = once(async () =>
    partsOf(
      (await cells).flatMap((cell) => changedValue(cell, stretches)),
      stretches,
    ),
  );
  const read = [...(candidates ? partsOf(candidates, stretches) : await needed())].map(async ([stretch, metrics]) => {
    const { from = '', through: end = through } = stretches.at(stretch);
    const range = { from: from > oldest ? from : oldest, through: end < through ? end : through };
    const series = await historyDays(ctx.db, chip, spans, { ...range, metrics }, comparedDays);
    return series.map(({ metric, target, points }) => ({ metric, target, stretch, points }));
  });
  const found = (await Promise.all(read)).flat();
  const parts = await needed();
  return found.filter(({ stretch, metric }) => parts.get(stretch)?.has(metric) === true);
}

/** The metrics of values that may differ by chance, by the part of time that they lie in. */
function partsOf(
  values: readonly { metric: string; side: { at: string } }[],
  stretches: Stretches,
): Map<number, Set<string>> {
  const parts = new Map<number, Set<string>>();
  for (const { metric, side } of values) {
    const stretch = stretches.indexOf(side.at);
    parts.set(stretch, (parts.get(stretch) ?? new Set()).add(metric));
  }
  return parts;
}

/** The days that a series is compared by, of few series among all cells. */
function comparedDaysIn(cells: readonly ComparedCell[]): (series: Series) => ReadonlySet<string> | undefined {
  let byName: Map<string, ComparedCell> | undefined;
  return (series) => {
    byName ??= new Map(cells.map((cell) => [seriesName(cell), cell]));
    const cell = byName.get(seriesName(series));
    return cell && new Set([...daysOf(cell.before), ...daysOf(cell.after)]);
  };
}

type Series = Pick<ComparedCell, 'metric' | 'target'>;

/** What was newest at an instant is compared: on its own day no series has another point, nor one later. */
const endOfDayBefore = (instant: string): string =>
  new Date(Date.parse(`${instant.slice(0, 10)}T00:00:00.000Z`) - 1).toISOString();

const daysOf = (side: ComparedCell['before']): readonly string[] => side?.days ?? [];

/** The later of two values that may differ by chance, of one series. */
function changedValue(
  { metric, target, before, after }: ComparedCell,
  stretches: Stretches,
): { metric: string; side: { at: string } }[] {
  if (!before || !after || before.value === null) return [];
  if (stretches.indexOf(before.at) !== stretches.indexOf(after.at)) return [];
  const isSame = before.at === after.at && before.value === after.value && before.taskId === after.taskId;
  const isJudged = mayDiffer({ metric, target, side: { isFaulty: after.value === null } });
  return !isSame && isJudged ? [{ metric, side: after }] : [];
}

/** Whether a change to it is judged by a history. */
export const mayDiffer = ({ metric, target, side }: Series & { side: { isFaulty: boolean } }): boolean =>
  !side.isFaulty && scaleOf(describeMetric(metric, target.kind)).kind !== 'setting';

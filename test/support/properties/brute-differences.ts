import type { ComparedCell, ComparedSide, Difference } from '#shared/statistics/rules/differences/compared.ts';
import { type HistorySeries, judgeDifferences } from '#shared/statistics/rules/differences/judge-differences.ts';
import { Stretches } from '#shared/statistics/rules/differences/stretches.ts';
import { scaleOf, statedError } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { dayPoints } from './brute-statistics.ts';

/** A side as every sample says it: what was newest at an instant, or the days of a window. */
export type BruteSide = { asOf: string } | { from: string; through: string; executionId?: string };

const rank = ({ at, source, recordedAt, sampleId }: SampleRecord): string =>
  `${at} ${source === 'manual' ? 1 : 0} ${recordedAt} ${sampleId}`;
const seriesOf = ({ metric, target }: Pick<SampleRecord, 'metric' | 'target'>) =>
  JSON.stringify([metric, target.kind, target.id]);
const within = (samples: readonly SampleRecord[], from: string, through: string) =>
  samples.filter(({ at, excluded }) => !excluded && at >= from && at <= through);

/** The order in which values repeat others: at one instant what tasks measured comes first. */
const inTime = (a: SampleRecord, b: SampleRecord) =>
  Date.parse(a.at) - Date.parse(b.at) ||
  Number(a.taskId === undefined) - Number(b.taskId === undefined) ||
  (rankOfOther(a) < rankOfOther(b) ? -1 : 1);
const rankOfOther = ({ recordedAt, sampleId }: SampleRecord) => `${recordedAt} ${sampleId}`;

/** The day points of a series by their definition, over each of its samples. */
export function pointsOf(samples: readonly SampleRecord[]) {
  const [first] = samples;
  if (!first) return [];
  const scale = scaleOf(describeMetric(first.metric, first.target.kind));
  const inOrder = samples.toSorted(inTime);
  const own = inOrder.filter(
    (one, n) => !(one.taskId === undefined && one.value !== null && one.value === inOrder[n - 1]?.value),
  );
  return dayPoints(
    own.flatMap(({ at, value, error }) => {
      const y = value === null ? undefined : scale.toScale(value);
      const stated = statedError(error);
      if (y === undefined || value === null) return [];
      return [{ at, y, error: stated === undefined ? undefined : scale.errorOnScale(value, stated) }];
    }),
  );
}

const middle = (ys: readonly number[]): number => {
  const sorted = ys.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = low] = Number.isInteger(half)
    ? [sorted[half - 1], sorted[half]]
    : [sorted[Math.floor(half)]];
  return low === high ? low : (low + high) / 2;
};

function single(samples: readonly SampleRecord[]): ComparedSide | undefined {
  const newest = samples.reduce<SampleRecord | undefined>((a, b) => (a && rank(a) > rank(b) ? a : b), undefined);
  if (!newest) return undefined;
  const { value, unit, error, at, source, executionId: run, taskId } = newest;
  const isKnown = value !== null;
  const own = { value, unit, error, at, source, executionId: run, taskId };
  return { ...own, isInStoredUnit: isKnown, days: [at.slice(0, 10)], n: Number(isKnown) };
}

function windowed(samples: readonly SampleRecord[]): ComparedSide | undefined {
  const newest = single(samples);
  const [first] = samples;
  if (!newest || !first) return undefined;
  const days = [...new Set(samples.map(({ at }) => at.slice(0, 10)))].sort();
  const points = pointsOf(samples);
  const n = points.reduce((total, point) => total + point.n, 0);
  if (points.length === 0) return { ...newest, days, n: 0 };
  const y = middle(points.map((point) => point.y));
  const window = { y, points: points.length };
  if (n === 1 && newest.value !== null) return { ...newest, days, window, n };
  const definition = describeMetric(first.metric, first.target.kind);
  const value = scaleOf(definition).fromScale(y);
  const median = { value, unit: definition.storedUnit, error: undefined, isInStoredUnit: true, taskId: undefined };
  return { ...newest, ...median, days, window, n };
}

function sideOf(samples: readonly SampleRecord[], side: BruteSide): ComparedSide | undefined {
  if ('asOf' in side) return single(within(samples, '', side.asOf));
  const { from, through, executionId } = side;
  const inside = within(samples, from, through);
  return windowed(executionId === undefined ? inside : inside.filter((one) => one.executionId === executionId));
}

const endOf = (side: BruteSide): string => ('asOf' in side ? side.asOf : side.through);

/** What differs between two sides, from every sample there is; values are in the stored units of their metrics. */
export function bruteDifferences(
  samples: readonly SampleRecord[],
  before: BruteSide,
  after: BruteSide,
  cooldowns: readonly { startedAt: string; endedAt: string }[],
): Difference[] {
  const through = endOf(before) > endOf(after) ? endOf(before) : endOf(after);
  const oldest = `${new Date(Date.parse(through) - 90 * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const stretches = new Stretches(cooldowns);
  const cells: ComparedCell[] = [];
  const history: HistorySeries[] = [];
  for (const own of Map.groupBy(samples, seriesOf).values()) {
    const [first] = own;
    if (!first) continue;
    const { metric, target } = first;
    const [from, to] = [sideOf(own, before), sideOf(own, after)];
    if (from || to) cells.push({ metric, target, ...(from && { before: from }), ...(to && { after: to }) });
    const stretch = stretches.indexOf(to?.at ?? '');
    const inside = within(own, oldest, through).filter(({ at }) => stretches.indexOf(at) === stretch);
    if (to) history.push({ metric, target, stretch, points: pointsOf(inside) });
  }
  return judgeDifferences(cells, history, stretches).differences;
}

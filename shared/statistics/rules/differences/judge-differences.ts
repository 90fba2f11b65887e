import { describeMetric, metricCatalogue } from '../../../values/rules/catalogue.ts';
import type { PointSummary } from '../../../values/rules/day-summary.ts';
import type { MetricDefinition, MetricTarget } from '../../../values/rules/types.ts';
import { turnOf, withinHalfTurn } from '../../../values/rules/units/unit.ts';
import { type ChipShift, chipShift, scoreAmongNeighbours } from '../cross-section.ts';
import { FALSE_DISCOVERY_RATE, qValues } from '../false-discovery.ts';
import { chipPrior, fluctuationOf, recentPoints } from '../fluctuation.ts';
import { type ComparedValue, changeOnScale, judgeChange, type NoJudgement } from '../judge-change.ts';
import { isSameSetting, type Scale, scaleOf } from '../scale.ts';
import type { ComparedCell, ComparedSide, Difference, DifferenceBasis, Direction, MetricShift } from './compared.ts';
import { ranked } from './rank.ts';
import type { Stretches } from './stretches.ts';

/** A day point, and which sign its values have. */
export type HistoryPoint = PointSummary & { day: string };

/** The day points of a series, of one target within one part of time, oldest first. */
export interface HistorySeries {
  metric: string;
  target: ComparedCell['target'];
  /** Position among the parts of time. */
  stretch: number;
  points: readonly HistoryPoint[];
}

/** What differs, ranked, and what all targets of a metric share. */
export interface JudgedDifferences {
  differences: Difference[];
  shifts: MetricShift[];
}

/** Targets that have to share a shift before it is reported. */
const FEWEST_SHARING = 20;

const LOGARITHMIC: ReadonlySet<Scale['kind']> = new Set(['coherence', 'fidelity', 'amplitude']);

/**
 * Judges each change between two sides by the history of its series, else by the changes of its neighbours (rules
 * DIFF-4 to DIFF-7), and ranks them. Pure: equal cells and histories give equal differences in any order.
 */
export function judgeDifferences(
  cells: readonly ComparedCell[],
  history: readonly HistorySeries[],
  stretches: Stretches,
): JudgedDifferences {
  const histories = Map.groupBy(history, groupOf);
  const judged = [...Map.groupBy(cells, groupOf)].map(([group, own]) =>
    judgeMetric(own, histories.get(group) ?? [], stretches),
  );
  const differences = withoutDoubles(judged.flatMap((one) => one.differences));
  const scored = differences.flatMap(({ judged: found }) => found ?? []);
  for (const [n, q] of qValues(scored.map(({ p }) => p)).entries()) {
    const found = scored[n];
    if (found) Object.assign(found, { q, isEstablished: q <= FALSE_DISCOVERY_RATE });
  }
  return { differences: ranked(differences), shifts: judged.flatMap(({ shift }) => shift ?? []) };
}

/** A metric with the numbers and times of another one of its target, as IBM's `x` and `sx`, is scored once (rule DIFF-14). */
function withoutDoubles(differences: readonly Difference[]): Difference[] {
  const seen = new Map<string, string>();
  const inCatalogue = differences.toSorted((a, b) => placeOf(a.metric) - placeOf(b.metric));
  const doubles = new Set(
    inCatalogue.filter((one) => {
      const { target, metric, before, after, judged } = one;
      if (!judged || !before || !after || before.taskId !== undefined || after.taskId !== undefined) return false;
      const name = JSON.stringify([target, before.value, before.at, after.value, after.at, before.unit]);
      const first = seen.get(name);
      if (first === undefined) seen.set(name, metric);
      return first !== undefined;
    }),
  );
  return differences.map((one) =>
    doubles.has(one) ? { ...one, judged: undefined, because: 'double' as const, direction: undefined } : one,
  );
}

const places = new Map(metricCatalogue.map(({ key }, n) => [key, n]));
const placeOf = (metric: string): number => places.get(metric) ?? places.size;

const groupOf = ({ metric, target }: Pick<ComparedCell, 'metric' | 'target'>): string => `${target.kind} ${metric}`;

function judgeMetric(cells: readonly ComparedCell[], history: readonly HistorySeries[], stretches: Stretches) {
  const [first] = cells;
  if (!first) return { differences: [], shift: undefined };
  const { metric } = first;
  const { kind } = first.target;
  const definition = describeMetric(metric, kind, commonUnit(cells));
  const scale = scaleOf(definition);
  const pairs = cells.map(comparedPair);
  const changes = cells.map((cell, n) => changeOf(cell, pairs[n], scale));
  const shift = chipShift(changes.filter((change) => typeof change === 'number'));
  const judge = new MetricJudge(cells, history, stretches, scale, shift);
  return {
    differences: cells.map((cell, n) =>
      differenceOf(cell, { pair: pairs[n], change: changes[n] }, definition, scale, judge),
    ),
    shift: shift && shift.n >= FEWEST_SHARING ? presentShift(metric, kind, scale, shift) : undefined,
  };
}

/** The unit that the values of a metric were brought into. */
const commonUnit = (cells: readonly ComparedCell[]): string | undefined =>
  cells.flatMap(({ before, after }) => [before, after]).find((side) => side?.isInStoredUnit)?.unit;

const presentShift = (metric: string, kind: MetricTarget, { kind: of }: Scale, shift: ChipShift): MetricShift => ({
  ...{ metric, kind, shift: shift.shift, error: shift.error, n: shift.n },
  relativeShift: LOGARITHMIC.has(of) ? Math.expm1(shift.shift) : undefined,
});

/** The change on the scale, why there is none, or undefined if only one side has the metric. */
function changeOf(
  { before, after }: ComparedCell,
  pair: ComparedPair | undefined,
  scale: Scale,
): number | NoJudgement | undefined {
  if (!before || !after || !pair) return undefined;
  const hasValues = before.value !== null && after.value !== null;
  if (hasValues && !(before.isInStoredUnit && after.isInStoredUnit)) return 'unit_differs';
  return changeOnScale(...pair, scale);
}

/** Both values of a cell as they are compared. */
type ComparedPair = readonly [ComparedValue, ComparedValue];

/** Undefined where one side alone has a value. */
function comparedPair({ before, after }: ComparedCell): ComparedPair | undefined {
  if (!before || !after) return undefined;
  const areSingle = !windowOf(before) && !windowOf(after);
  // A copied value that was not measured says nothing about a change.
  const isRepeat = areSingle && after.taskId === undefined && before.value === after.value;
  return [comparedValue(before, 'before'), { ...comparedValue(after, 'after'), isRepeat }];
}

/** A run that measured a value once has that value: its change has the same score as between two instants. */
const windowOf = ({ window, n }: ComparedSide) => (n === 1 ? undefined : window);

const comparedValue = (side: ComparedSide, name: string): ComparedValue => ({
  sampleId: windowOf(side) ? name : `${side.at} ${side.source} ${side.taskId} ${side.value}`,
  ...{ at: side.at, value: side.value, error: side.error, unit: side.unit },
  ...{ taskName: side.taskName, window: windowOf(side) },
});

/** Scores the changes of one metric. */
class MetricJudge {
  readonly #series: ReadonlyMap<string, readonly HistoryPoint[]>;
  readonly #prior: ReturnType<typeof chipPrior>;
  readonly #stretches: Stretches;
  readonly #scale: Scale;
  readonly #shift: ChipShift | undefined;

  constructor(
    cells: readonly ComparedCell[],
    history: readonly HistorySeries[],
    stretches: Stretches,
    scale: Scale,
    shift: ChipShift | undefined,
  ) {
    this.#stretches = stretches;
    this.#scale = scale;
    this.#shift = shift;
    const compared = new Map(cells.map((cell) => [cell.target.id, cell]));
    const own = history.map(({ target, stretch, points }) => ({
      target: target.id,
      stretch,
      points: historyOf(compared.get(target.id), points),
    }));
    this.#series = new Map(own.map(({ target, stretch, points }) => [keyOf(target, stretch), points]));
    this.#prior = chipPrior(
      own.map(({ target, points }) => ({ target, ys: points.map(({ y }) => y) })),
      scale,
    );
  }

  /** @param change on the scale. */
  score(target: ComparedCell['target'], [from, to]: ComparedPair, change: number): Difference['judged'] | undefined {
    const stretch = this.#stretches.indexOf(to.at);
    const isOneSeries = this.#stretches.indexOf(from.at) === stretch;
    const points = (isOneSeries && this.#series.get(keyOf(target.id, stretch))) || [];
    const among = points.length === 0 && this.#shift ? scoreAmongNeighbours(change, this.#shift) : undefined;
    const isMaterial = this.#scale.isMaterial(change);
    if (among) return this.#signed({ ...among, basis: 'cross_section', isMaterial });
    if (!isOneSeries) return undefined;
    const judged = judgeChange(from, to, this.#scale, fluctuationOf(points, this.#prior, this.#scale));
    if (!judged.judged) return undefined;
    const { z, p, verdict, basis } = judged;
    return this.#signed({ z, p, verdict, basis, isMaterial });
  }

  /** Above 0 is better where an end is good: the error of a fidelity grows as it becomes worse. */
  #signed(score: Omit<NonNullable<Difference['judged']>, 'q' | 'isEstablished'> & { basis: DifferenceBasis }) {
    const z = this.#scale.worse === 'up' ? -score.z || 0 : score.z;
    return { ...score, z, q: 1, isEstablished: false };
  }
}

const keyOf = (target: string, stretch: number): string => `${stretch} ${target}`;

/** What tells how a series fluctuates: its last points without those that are compared, of an amplitude those of one sign. */
function historyOf(cell: ComparedCell | undefined, points: readonly HistoryPoint[]): HistoryPoint[] {
  const compared = new Set([...(cell?.before?.days ?? []), ...(cell?.after?.days ?? [])]);
  const newest = cell?.after?.value ?? undefined;
  const isNegative = newest === undefined ? points.at(-1)?.isNegative === true : newest < 0;
  const isAmplitude = points.some((point) => point.isNegative);
  const own = points.filter(
    (point) => !compared.has(point.day) && (!isAmplitude || (point.isNegative === true) === isNegative),
  );
  return recentPoints(own) as HistoryPoint[];
}

function differenceOf(
  cell: ComparedCell,
  { pair, change }: { pair: ComparedPair | undefined; change: number | NoJudgement | undefined },
  { storedUnit }: MetricDefinition,
  scale: Scale,
  judge: MetricJudge,
): Difference {
  const { before, after } = cell;
  const presence = before && after ? 'both' : after ? 'appeared' : 'vanished';
  const judged = pair && typeof change === 'number' ? judge.score(cell.target, pair, change) : undefined;
  const because = typeof change === 'string' ? change : change === undefined || judged ? undefined : 'too_few_points';
  const isRelative = typeof change === 'number' && LOGARITHMIC.has(scale.kind);
  return {
    ...cell,
    presence,
    change: numberOf(after, before, storedUnit),
    relativeChange: isRelative ? Math.expm1(change) : undefined,
    direction: judged ? directionOf(judged.z, scale) : because === 'setting' ? settingOf(before, after) : undefined,
    judged,
    because,
  };
}

const numberOf = (
  after: ComparedSide | undefined,
  before: ComparedSide | undefined,
  storedUnit: string,
): number | undefined => {
  if (!before || !after || before.value === null || after.value === null) return undefined;
  const areAlike = before.unit === after.unit && (before.isInStoredUnit || before.unit !== storedUnit);
  if (!areAlike) return undefined;
  const turn = turnOf(after.unit);
  const change = after.value - before.value;
  return turn === undefined ? change : withinHalfTurn(change, turn);
};

function directionOf(z: number, { worse }: Scale): Direction {
  if (z === 0) return 'same';
  if (worse === 'both') return z > 0 ? 'higher' : 'lower';
  return z > 0 ? 'better' : 'worse';
}

function settingOf(before: ComparedSide | undefined, after: ComparedSide | undefined): Direction | undefined {
  const [from, to] = [before?.value ?? undefined, after?.value ?? undefined];
  if (from === undefined || to === undefined) return undefined;
  if (isSameSetting(from, to)) return 'same';
  return to > from ? 'higher' : 'lower';
}

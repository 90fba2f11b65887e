import { inverseMetric } from '../../../values/rules/gate-keys.ts';
import { isDirectedMetric } from '../../../values/rules/gates.ts';
import { nameProblem } from './metric-name.ts';
import { agree, merge, type Reading } from './readings.ts';
import { count } from './tally.ts';

/** Readings of one target by metric, each at a time of its own. */
export type ReadingsByMetric = Map<string, Reading[]>;

/** The readings of a coupling, and the metrics without a direction of which its two orders have different numbers. */
export interface JoinedOrders {
  readings: ReadingsByMetric;
  differing: string[];
  /** Metrics with two numbers whose names have no room for a direction: the order of the id counts. */
  unnamed: string[];
}

/**
 * The readings of a pair that a document names in both orders (rule IMPORT-3): equal numbers are one, two numbers are those of two
 * directions. A number of one order alone is that of the pair.
 * @param forward those of the order of the coupling's id.
 * @param isTwoWay the document has the pair once for each direction: of a directed gate a number of one order is that of its direction.
 */
export function joinOrders(forward: ReadingsByMetric, backward: ReadingsByMetric, isTwoWay: boolean): JoinedOrders {
  const readings: ReadingsByMetric = new Map(forward);
  const [differing, unnamed]: [string[], string[]] = [[], []];
  for (const [metric, inverse] of backward) {
    const own = forward.get(metric) ?? [];
    const isOwnDirection = isTwoWay && own.length === 0 && isDirectedMetric(metric);
    const isTwo =
      isOwnDirection ||
      own.some((one) =>
        inverse.some((other) => one.at === other.at && areTwoDirections(one, other, isDirectedMetric(metric))),
      );
    if (!isTwo) readings.set(metric, joined(own, inverse));
    else if (nameProblem(inverseMetric(metric), 'coupling') === undefined) {
      readings.set(inverseMetric(metric), inverse);
      if (!isDirectedMetric(metric)) differing.push(metric);
    } else unnamed.push(metric);
  }
  return { readings, differing, unnamed };
}

/** Two usable readings of one quantity that are not the same. */
export const differ = (one: Reading, other: Reading): boolean =>
  one.kind !== 'unusable' && other.kind !== 'unusable' && !agree(one, other);

/**
 * Whether readings of both orders of a pair belong to two directions; a faulty mark and a number do so only for a
 * directed gate.
 */
export const areTwoDirections = (one: Reading, other: Reading, isDirected: boolean): boolean =>
  differ(one, other) && (isDirected || one.kind === other.kind);

/** What a person reads of couplings whose two orders have different numbers. */
export const directionsDiffer = (what: string, number: number): string =>
  `${what}: the directions of ${count(number, 'coupling')} differ; both are kept`;

/** Readings of both orders, of two of one time the usable one. */
function joined(own: readonly Reading[], others: readonly Reading[]): Reading[] {
  const byTime = new Map(own.map((reading) => [reading.at, reading]));
  for (const other of others) {
    const same = byTime.get(other.at);
    byTime.set(other.at, same ? merge(same, other) : other);
  }
  return [...byTime.values()];
}

import { median } from './statistics.ts';
import type { MetricDefinition } from './types.ts';
import { besideEachOther } from './units/angles.ts';
import { inOneUnit } from './units/one-unit.ts';
import type { Quantity } from './units/quantity.ts';

/** The medians of two views over the targets that have a number in both. */
export interface MedianChange {
  before: number;
  after: number;
  /** That of both medians. */
  unit: string;
  /** Targets with a number in both views. */
  n: number;
}

type Cell = { quantity: Quantity };

/** How the median of a metric changed, without targets that joined or left (rule METRIC-22); undefined without a pair. */
export function medianChange(
  metric: MetricDefinition,
  before: ReadonlyMap<string, Cell>,
  after: ReadonlyMap<string, Cell>,
): MedianChange | undefined {
  const shared = [...after].flatMap(([target, to]) => {
    const from = before.get(target);
    return from ? [{ from: { ...from }, to: { ...to } }] : [];
  });
  const { unit, numbers } = inOneUnit(
    metric,
    shared.flatMap(({ from, to }) => [from, to]),
  );
  const values = besideEachOther(
    numbers.map(({ value }) => value),
    unit,
  );
  const numberOf = new Map(numbers.map(({ of }, n) => [of, values[n]]));
  const pairs = shared.flatMap(({ from, to }) => {
    const [one, other] = [numberOf.get(from), numberOf.get(to)];
    return one === undefined || other === undefined ? [] : [{ from: one, to: other }];
  });
  const [from, to] = [median(pairs.map((pair) => pair.from)), median(pairs.map((pair) => pair.to))];
  return from === undefined || to === undefined ? undefined : { before: from, after: to, unit, n: pairs.length };
}

import type { TargetRef } from '../../kernel/store/keys.ts';
import { triedUnequally } from '../../statistics/rules/best-of.ts';
import { type FreshnessLimits, freshnessOf } from '../../statistics/rules/freshness.ts';
import { describeMetric, metricCatalogue } from '../rules/catalogue.ts';
import { type CellState, type Coverage, cellAt, coverageOf } from '../rules/cell/state.ts';
import { countMeetingThreshold } from '../rules/cell/threshold.ts';
import { isOfOtherGate } from '../rules/gates.ts';
import { median } from '../rules/statistics.ts';
import { besideEachOther } from '../rules/units/angles.ts';
import { inOneUnit, type LeftOut } from '../rules/units/one-unit.ts';
import type { Reading } from './readings.ts';

/** A value or faulty mark with its age at the instant of the view. */
export interface MetricCell extends Reading {
  ageSeconds: number;
  state: Exclude<CellState, 'missing'>;
}

/** metric -> target -> cell. */
export type MetricTable = Record<string, Record<string, MetricCell>>;

/** How far a metric covers its targets, and the middle and ends of its values. */
export interface MetricCoverage extends Coverage {
  /** That of the middle and the ends. */
  unit: string;
  /** Targets whose value does not convert into that unit, with why: the middle and the ends are without them. */
  leftOut: { target: string; unit: string; because: LeftOut<unknown>['because'] }[];
  median: number | null;
  min: number | null;
  max: number | null;
  /** One target was tried more than twice as often as another, so that best values may not be compared (rule STAT-14). */
  triedUnequally: boolean;
  /** Targets whose value meets the threshold; null where the metric has none. */
  meetsThreshold: number | null;
  /** How long a value counts as fresh, and the source of this limit. */
  freshness: ReturnType<typeof freshnessOf>;
}

/**
 * Every metric of the catalogue is present, even when empty, then whatever else the chip has (rule QDASH-8). The cells of a metric
 * are in one unit, but for those that do not convert into it, which keep theirs.
 */
export function tableOf(
  readings: readonly Reading[],
  kind: TargetRef['kind'],
  { asOf, limits }: { asOf: string; limits: FreshnessLimits | undefined },
): MetricTable {
  const table: MetricTable = Object.fromEntries(
    metricCatalogue.filter((metric) => metric.target === kind).map((metric) => [metric.key, {}]),
  );
  const own = readings.filter(({ target }) => target.kind === kind);
  for (const [metric, ofMetric] of Map.groupBy(own, (reading) => reading.metric)) {
    const definition = describeMetric(metric, kind);
    const policy = freshnessOf(definition, limits);
    const converted = new Map(inOneUnit(definition, ofMetric).numbers.map(({ of, quantity }) => [of, quantity]));
    table[metric] = Object.fromEntries(
      ofMetric.map((reading) => {
        const quantity = converted.get(reading) ?? reading.quantity;
        return [reading.target.id, { ...reading, quantity, ...cellAt(reading, policy, asOf) }];
      }),
    );
  }
  return table;
}

/** The requested cells of a table: a thousand qubits with twenty metrics are megabytes (rule METRIC-11). */
export function cellsAsked(
  table: MetricTable,
  { metrics, targets }: { metrics?: readonly string[] | undefined; targets?: readonly string[] | undefined },
): MetricTable {
  if (!metrics && !targets) return table;
  const [keys, ids] = [metrics && new Set(metrics), targets && new Set(targets)];
  return Object.fromEntries(
    Object.entries(table)
      .filter(([metric]) => !keys || keys.has(metric))
      .map(([metric, cells]) => [
        metric,
        ids ? Object.fromEntries(Object.entries(cells).filter(([id]) => ids.has(id))) : cells,
      ]),
  );
}

/**
 * The coverage of each metric of a table over a number of targets; a coupling with another gate does not count for a
 * gate's metric (rule METRIC-19).
 */
export function coverageOfTable(
  table: MetricTable,
  { kind, total, limits }: { kind: TargetRef['kind']; total: number; limits: FreshnessLimits | undefined },
): Record<string, MetricCoverage> {
  const otherGates = kind === 'coupling' ? otherGatesIn(table) : () => 0;
  return Object.fromEntries(
    Object.entries(table).map(([metric, cells]) => {
      const list = Object.values(cells);
      const definition = describeMetric(metric, kind);
      const { unit, numbers, leftOut } = inOneUnit(definition, list);
      const values = besideEachOther(
        numbers.map(({ value }) => value),
        unit,
      );
      const ends =
        values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : { min: null, max: null };
      const freshness = freshnessOf(definition, limits);
      const statistics = {
        unit,
        leftOut: leftOut.map(({ of, unit: own, because }) => ({ target: of.target.id, unit: own, because })),
        median: median(values) ?? null,
        ...ends,
        triedUnequally: triedUnequally(list.map(({ n }) => n)),
        meetsThreshold: countMeetingThreshold(definition, values),
      };
      return [metric, { ...coverageOf(list, total - otherGates(metric)), ...statistics, freshness }];
    }),
  );
}

/** How many couplings of a table need no number of a metric, because they have another gate. */
function otherGatesIn(table: MetricTable): (metric: string) => number {
  const byTarget = new Map<string, Set<string>>();
  for (const [metric, cells] of Object.entries(table))
    for (const id of Object.keys(cells)) byTarget.set(id, (byTarget.get(id) ?? new Set()).add(metric));
  // Couplings with the same metrics answer alike.
  const alike = [...Map.groupBy(byTarget.values(), (own) => [...own].sort().join(' '))].map(([, sets]) => sets);
  return (metric) =>
    alike.reduce((sum, [own, ...others]) => sum + (own && isOfOtherGate(metric, own) ? 1 + others.length : 0), 0);
}

import { describeMetric, metricCatalogue } from '../../domain/metrics/catalogue.ts';
import { type CellState, type Coverage, cellAt, coverageOf } from '../../domain/metrics/cell/state.ts';
import { countMeetingThreshold } from '../../domain/metrics/cell/threshold.ts';
import type { FreshnessHours } from '../../domain/metrics/fresh-for.ts';
import { median } from '../../domain/metrics/statistics.ts';
import { ownEntry } from '../../domain/own-entry.ts';
import { triedUnequally } from '../../domain/statistics/best-of.ts';
import { freshnessOf } from '../../domain/statistics/freshness.ts';
import type { TargetRef } from '../../store/keys.ts';
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
  median: number | null;
  min: number | null;
  max: number | null;
  /** One target was tried more than twice as often as another, so that best values may not be compared (rule STAT-14). */
  triedUnequally: boolean;
  /** Targets whose value meets the threshold; null where the metric has none. */
  meetsThreshold: number | null;
  /** How long a value counts as fresh, and who says so. */
  freshness: ReturnType<typeof freshnessOf>;
}

/** Every metric of the catalogue is present, even when empty, then whatever else the chip has (rule QDASH-8). */
export function tableOf(
  readings: readonly Reading[],
  kind: TargetRef['kind'],
  { asOf, freshnessHours }: { asOf: string; freshnessHours: FreshnessHours | undefined },
): MetricTable {
  const table: MetricTable = Object.fromEntries(
    metricCatalogue.filter((metric) => metric.target === kind).map((metric) => [metric.key, {}]),
  );
  const policies = new Map<string, ReturnType<typeof freshnessOf>>();
  for (const reading of readings) {
    const { metric, target } = reading;
    if (target.kind !== kind) continue;
    const cells = ownEntry(table, metric) ?? {};
    // A metric has a value on each of a thousand qubits, and one policy.
    const policy = policies.get(metric) ?? freshnessOf(describeMetric(metric, kind), freshnessHours);
    policies.set(metric, policy);
    cells[target.id] = { ...reading, ...cellAt(reading, policy, asOf) };
    table[metric] = cells;
  }
  return table;
}

/** What is asked for of a table: a thousand qubits with twenty metrics are megabytes (rule METRIC-11). */
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

/** The coverage of each metric of a table over so many targets. */
export function coverageOfTable(
  table: MetricTable,
  {
    kind,
    total,
    freshnessHours,
  }: { kind: TargetRef['kind']; total: number; freshnessHours: FreshnessHours | undefined },
): Record<string, MetricCoverage> {
  return Object.fromEntries(
    Object.entries(table).map(([metric, cells]) => {
      const list = Object.values(cells);
      const values = list.flatMap((cell) => (cell.value === null ? [] : [cell.value]));
      const ends =
        values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : { min: null, max: null };
      const definition = describeMetric(metric, kind);
      const freshness = freshnessOf(definition, freshnessHours);
      const numbers = {
        median: median(values) ?? null,
        ...ends,
        triedUnequally: triedUnequally(list.map(({ n }) => n)),
        meetsThreshold: countMeetingThreshold(definition, list),
      };
      return [metric, { ...coverageOf(list, total), ...numbers, freshness }];
    }),
  );
}

import type { ProjectContext } from '../../context.ts';
import { describeMetric, metricCatalogue } from '../../domain/metrics/catalogue.ts';
import { type CellState, type Coverage, cellAt, coverageOf } from '../../domain/metrics/cell/state.ts';
import { median } from '../../domain/metrics/statistics.ts';
import { ownEntry } from '../../domain/own-entry.ts';
import { invalid } from '../../errors.ts';
import type { ChipRecord, TargetRecord } from '../../store/chips/chips.ts';
import { readChip, readTargets } from '../chips/read-chip.ts';
import { type Reading, readingsOf } from './readings.ts';

/** Which values are wanted. */
export interface MetricsQuery {
  withinHours?: number | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
  asOf?: string | undefined;
  /** Cells of these alone; coverage is of every metric, and of all targets. */
  metrics?: readonly string[] | undefined;
  targets?: readonly string[] | undefined;
}

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
}

export interface ChipMetrics {
  chip: ChipRecord;
  asOf: string;
  /** When the newest of all values was measured, whichever cells were asked for. */
  newestAt: string | undefined;
  startAt: string | undefined;
  endAt: string | undefined;
  qubit: MetricTable;
  coupling: MetricTable;
  qubitCoverage: Record<string, MetricCoverage>;
  couplingCoverage: Record<string, MetricCoverage>;
}

/**
 * The newest value of every metric of every target within the window and no later than `asOf`, with its age then
 * (rule METRIC-9). Two sequential reads, unless the view lies before current values.
 * @throws ServiceError `not-found` for the chip, `invalid` for an inverted window.
 */
export async function chipMetrics(ctx: ProjectContext, chipId: string, query: MetricsQuery): Promise<ChipMetrics> {
  const asOf = query.asOf ?? ctx.clock().toISOString();
  const through = query.endAt !== undefined && query.endAt < asOf ? query.endAt : asOf;
  const startAt =
    query.startAt ??
    (query.withinHours === undefined
      ? undefined
      : new Date(Date.parse(through) - query.withinHours * 3_600_000).toISOString());
  if (startAt !== undefined && startAt > through) throw invalid(`start_at '${startAt}' is after the end '${through}'`);
  const chip = await readChip(ctx, chipId);
  const { qubits, couplings } = await readTargets(ctx, chip);
  const readings = await readingsOf(ctx, chip, [...qubits, ...couplings], { startAt, through });
  const tables = { qubit: tableOf(readings, 'qubit', asOf), coupling: tableOf(readings, 'coupling', asOf) };
  return {
    chip,
    asOf,
    startAt,
    endAt: query.endAt,
    newestAt: newestOf(readings),
    qubit: cellsAsked(tables.qubit, query),
    coupling: cellsAsked(tables.coupling, query),
    qubitCoverage: summaryOf(tables.qubit, qubits.length),
    couplingCoverage: summaryOf(tables.coupling, couplings.length),
  };
}

/** Every metric of the catalogue is present, even when empty, then whatever else the chip has (rule QDASH-8). */
function tableOf(readings: readonly Reading[], kind: TargetRecord['kind'], asOf: string): MetricTable {
  const table: MetricTable = Object.fromEntries(
    metricCatalogue.filter((metric) => metric.target === kind).map((metric) => [metric.key, {}]),
  );
  for (const reading of readings) {
    if (reading.target.kind !== kind) continue;
    const cells = ownEntry(table, reading.metric) ?? {};
    cells[reading.target.id] = { ...reading, ...cellAt(reading, describeMetric(reading.metric, kind), asOf) };
    table[reading.metric] = cells;
  }
  return table;
}

function newestOf(readings: readonly Reading[]): string | undefined {
  let newest: string | undefined;
  for (const { value, at } of readings) if (value !== null && (newest === undefined || at > newest)) newest = at;
  return newest;
}

/** What is asked for of a table: a thousand qubits with twenty metrics are megabytes (rule METRIC-11). */
function cellsAsked(table: MetricTable, { metrics, targets }: Pick<MetricsQuery, 'metrics' | 'targets'>): MetricTable {
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

function summaryOf(table: MetricTable, total: number): Record<string, MetricCoverage> {
  return Object.fromEntries(
    Object.entries(table).map(([metric, cells]) => {
      const list = Object.values(cells);
      const values = list.flatMap((cell) => (cell.value === null ? [] : [cell.value]));
      const ends =
        values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : { min: null, max: null };
      return [metric, { ...coverageOf(list, total), median: median(values) ?? null, ...ends }];
    }),
  );
}

import { ELEMENT_KINDS, type ElementKind, type LatticeKind } from '../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../chips/store/chips.ts';
import { readChip, readTargets } from '../../chips/verbs/read-chip.ts';
import { findCooldownSpan, withinSpan } from '../../cooldowns/verbs/filter-cooldown.ts';
import { once } from '../../kernel/concurrency.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { isInverted } from '../../kernel/rules/time-range.ts';
import type { SelectionMode } from '../../statistics/rules/selection-mode.ts';
import { describeMetric } from '../rules/catalogue.ts';
import { type MedianChange, medianChange } from '../rules/median-change.ts';
import { getHorizons } from '../store/horizons.ts';
import { freshnessLimits } from './freshness-limits.ts';
import { latestReadings } from './latest-readings.ts';
import { cellsAsked, coverageOfTable, type MetricCoverage, type MetricTable, tableOf } from './metric-table.ts';
import { rangeReadings } from './range-readings.ts';
import { type MeasuredSpans, readMeasuredSpans } from './range-roll-ups.ts';
import { currentReadings, type HeldReading, heldReadings, newestOf, type Reading, type Window } from './readings.ts';

/** Which values are wanted. */
export interface MetricsQuery {
  /** `latest` unless given. */
  selectionMode?: SelectionMode | undefined;
  withinHours?: number | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
  asOf?: string | undefined;
  /** Values that bear its id and were measured in its time (rule COOL-9). */
  cooldownId?: string | undefined;
  /** Cells of these alone; coverage is of every metric, and of all targets. */
  metrics?: readonly string[] | undefined;
  targets?: readonly string[] | undefined;
  /** The earlier view that the medians are compared with; none is unless given. */
  before?: { asOf: string; startAt?: string | undefined } | undefined;
}

/** metric -> how its median changed from an earlier view; metrics without a shared target are not there. */
export type MedianChanges = Record<string, MedianChange>;

export interface ChipMetrics {
  chip: ChipRecord;
  asOf: string;
  /** When the newest of all values was measured, whichever cells were asked for. */
  newestAt: string | undefined;
  /** What waits and is newer than what counts; of the newest values as they are now alone. */
  held: HeldReading[];
  startAt: string | undefined;
  endAt: string | undefined;
  qubit: MetricTable;
  coupling: MetricTable;
  qubitCoverage: Record<string, MetricCoverage>;
  couplingCoverage: Record<string, MetricCoverage>;
  /** Undefined where no earlier view was named. */
  medianChanges: { qubit: MedianChanges; coupling: MedianChanges } | undefined;
  /** The same of the elements; of kinds that the chip has. */
  elements: Partial<Record<ElementKind, { table: MetricTable; coverage: Record<string, MetricCoverage> }>>;
}

/**
 * What stands for the values of every metric of every target within the window and no later than `asOf`, with its age then
 * (rules METRIC-9 and METRIC-12), in two sequential reads: current values where the window reaches past the newest of them, else
 * roll-ups and samples.
 * @throws ServiceError `not-found` for the chip, `invalid` for an inverted window, `unknown-reference` for the cool-down.
 */
export async function chipMetrics(ctx: ProjectContext, chipId: string, query: MetricsQuery): Promise<ChipMetrics> {
  const asOf = query.asOf ?? ctx.clock().toISOString();
  const window = windowOf(query, asOf);
  const [{ chip, readings, held }, horizons, earlier] = await Promise.all([
    readWindow(ctx, chipId, query, window),
    getHorizons(ctx.db, ctx.projectId, chipId),
    query.before && readEarlier(ctx, chipId, query, query.before),
  ]);
  const limits = freshnessLimits(ctx, chip, horizons);
  const view = { asOf, limits };
  const tables = { qubit: tableOf(readings, 'qubit', view), coupling: tableOf(readings, 'coupling', view) };
  return {
    chip,
    asOf,
    startAt: window.startAt,
    endAt: query.endAt,
    newestAt: newestOf(readings),
    held,
    qubit: cellsAsked(tables.qubit, query),
    coupling: cellsAsked(tables.coupling, query),
    qubitCoverage: coverageOfTable(tables.qubit, { kind: 'qubit', total: chip.qubitCount, limits }),
    couplingCoverage: coverageOfTable(tables.coupling, { kind: 'coupling', total: chip.couplingCount, limits }),
    medianChanges: earlier && {
      qubit: medianChanges('qubit', earlier, tables.qubit),
      coupling: medianChanges('coupling', earlier, tables.coupling),
    },
    elements: elementTables(readings, query, view),
  };
}

async function readEarlier(
  ctx: ProjectContext,
  chipId: string,
  { selectionMode, cooldownId }: MetricsQuery,
  { asOf, startAt }: NonNullable<MetricsQuery['before']>,
): Promise<readonly Reading[]> {
  const query = { selectionMode, cooldownId, asOf, startAt };
  return (await readWindow(ctx, chipId, query, windowOf(query, asOf))).readings;
}

function medianChanges(kind: LatticeKind, earlier: readonly Reading[], table: MetricTable): MedianChanges {
  const own = earlier.filter(({ target }) => target.kind === kind);
  const before = Map.groupBy(own, ({ metric }) => metric);
  return Object.fromEntries(
    Object.entries(table).flatMap(([metric, cells]) => {
      const from = new Map((before.get(metric) ?? []).map((reading) => [reading.target.id, reading]));
      const change = medianChange(describeMetric(metric, kind), from, new Map(Object.entries(cells)));
      return change ? [[metric, change]] : [];
    }),
  );
}

/** Elements are there once they have values: what the view knows of them is all that there are. */
function elementTables(
  readings: readonly Reading[],
  query: MetricsQuery,
  view: Parameters<typeof tableOf>[2],
): ChipMetrics['elements'] {
  const tables: ChipMetrics['elements'] = {};
  for (const kind of ELEMENT_KINDS) {
    const own = readings.filter(({ target }) => target.kind === kind);
    if (own.length === 0) continue;
    const table = tableOf(own, kind, view);
    const total = new Set(own.map(({ target }) => target.id)).size;
    const coverage = coverageOfTable(table, { kind, total, limits: view.limits });
    tables[kind] = { table: cellsAsked(table, query), coverage };
  }
  return tables;
}

/** @throws ServiceError `invalid` for a window that ends before it begins. */
function windowOf({ startAt, endAt, withinHours }: MetricsQuery, asOf: string): Window {
  const through = endAt !== undefined && endAt < asOf ? endAt : asOf;
  const since =
    withinHours === undefined
      ? undefined
      : new Date(Math.max(0, Date.parse(through) - withinHours * 3_600_000)).toISOString();
  const window = { startAt: startAt ?? since, through };
  if (isInverted({ from: window.startAt, through }))
    throw invalid(`start_at '${window.startAt}' is after the end '${through}'`);
  return window;
}

async function readWindow(
  ctx: ProjectContext,
  chipId: string,
  query: MetricsQuery,
  window: Window,
): Promise<{ chip: ChipRecord; readings: readonly Reading[]; held: HeldReading[] }> {
  const { selectionMode: mode = 'latest', cooldownId } = query;
  const ofNewest = mode === 'latest' && cooldownId === undefined;
  const mayLieBefore = !ofNewest || query.asOf !== undefined || query.endAt !== undefined;
  const [chip, spans, cooldown] = await Promise.all([
    readChip(ctx, chipId),
    mayLieBefore ? readMeasuredSpans(ctx.db, ctx.projectId, chipId) : undefined,
    findCooldownSpan(ctx, cooldownId),
  ]);
  const marks = once(async () => spans ?? readMeasuredSpans(ctx.db, ctx.projectId, chipId));
  if (ofNewest) return { chip, ...(await readNewest(ctx, chip, marks, window)) };
  const range = withinSpan({ from: window.startAt, through: window.through }, cooldown);
  return { chip, readings: await rangeReadings(ctx.db, chip, await marks(), { ...range, mode, cooldownId }), held: [] };
}

/** The newest values within a window; what waits to be accepted, where they are the newest of all. */
async function readNewest(
  ctx: ProjectContext,
  chip: ChipRecord,
  spans: () => Promise<MeasuredSpans>,
  { startAt: from, through }: Window,
): Promise<{ readings: readonly Reading[]; held: HeldReading[] }> {
  const read = readTargets(ctx, chip);
  const all = async () => Object.values(await read).flat();
  const current = once(async () => (await all()).flatMap(currentReadings));
  const readings = await latestReadings({ db: ctx.db, chip, spans, current }, { from, through });
  const isOfNow = (await current()).every(({ at }) => at <= through);
  return { readings, held: isOfNow ? heldReadings(await all()) : [] };
}

import type { ChipRecord } from '../../chips/store/chips.ts';
import { isInverted } from '../../kernel/rules/time-range.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { monthOf } from '../../kernel/store/keys.ts';
import { type LackingSpans, planRange, type RangePlan, windowsOfSpan } from '../rules/range-plan.ts';
import { listOpenSpans, type OpenSpanRecord, partialOf } from '../store/open-spans.ts';
import type { RolledTargets } from '../store/roll-ups.ts';
import { listSeries, type SeriesRecord } from '../store/series.ts';
import { type MetricPlan, RangeReader } from './range-reader.ts';

/** What a chip has measured when, and which of its roll-ups lack something. */
export interface MeasuredSpans {
  series: readonly SeriesRecord[];
  open: readonly OpenSpanRecord[];
}

/**
 * What readers of a chip's ranges need first. It is read before the ranges, so that a day that is closed meanwhile is
 * found either way.
 */
export async function readMeasuredSpans(db: Database, projectId: string, chipId: string): Promise<MeasuredSpans> {
  const [series, open] = await Promise.all([listSeries(db, projectId, chipId), listOpenSpans(db, projectId, chipId)]);
  return { series, open };
}

/** A range of measurement times, both ends included, and what is wanted of it. */
export interface RangeRequest {
  /** Open at its beginning when absent. */
  from?: string | undefined;
  through: string;
  /** Only what bears the id of this cool-down. */
  cooldownId?: string | undefined;
  /** All unless given. */
  metrics?: ReadonlySet<string> | undefined;
  /** Each day by itself, and no month as a whole. */
  byDay?: true;
}

/**
 * The values of each metric on each target within a range: past months and days from their roll-ups, an open day from
 * its partial roll-up and the later samples, the ends of the range and incomplete days from their samples, all
 * concurrently. Exact, even with late data (rule ROLLUP-3); excluded values are ignored.
 */
export const rollUpsOfRange = (
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  request: RangeRequest,
): Promise<Map<string, RolledTargets>> => reduceRange(db, chip, spans, request, (_, targets) => targets);

/** What `reduce` makes of the values of each metric, of which those of one metric are in memory at a time (rule READ-8). */
export async function reduceRange<T>(
  db: Database,
  chip: ChipRecord,
  { series, open }: MeasuredSpans,
  request: RangeRequest,
  reduce: (metric: string, targets: RolledTargets) => T,
): Promise<Map<string, T>> {
  const plans = plansOfRange(chip, { series, open }, request);
  return new RangeReader(db, chip, series, request.cooldownId).read(plans, reduce);
}

/** The sources of each wanted metric; nothing for a range that ends before it begins. */
export function plansOfRange(chip: ChipRecord, { series, open }: MeasuredSpans, request: RangeRequest): MetricPlan[] {
  const range = { from: beginOf(series, request), through: request.through };
  if (isInverted(range)) return [];
  const months = Map.groupBy(
    series.filter(({ metric }) => !request.metrics || request.metrics.has(metric)),
    ({ metric }) => metric,
  );
  return [...months].map(([metric, own]) => {
    const measured = new Set(own.map(({ month }) => month));
    const lacking = lackingOf(open, metric);
    const spans = request.byDay ? { ...lacking, months: measured } : lacking;
    return withPartials(planRange(range, measured, spans, longestRun(chip)), open, metric);
  });
}

/** Where a range begins: nothing was measured before the first month that is marked. */
export function beginOf(
  series: readonly SeriesRecord[],
  { from = '', through }: Pick<RangeRequest, 'from' | 'through'>,
): string {
  const month = series.reduce((first, one) => (first < one.month ? first : one.month), monthOf(through));
  const begin = firstOfMonth(month);
  return from > begin ? from : begin;
}

/** When a month `YYYYMM` begins. */
export const firstOfMonth = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00.000Z`;

/** What of a metric's roll-ups lacks something. */
export function lackingOf(open: readonly OpenSpanRecord[], metric: string): LackingSpans {
  const dates = (kind: OpenSpanRecord['span']) =>
    new Set(open.flatMap(({ span, date, metrics }) => (span === kind && metrics.includes(metric) ? [date] : [])));
  return { days: dates('day'), months: dates('month') };
}

/** Targets in the roll-ups that one query is to read: a page of a megabyte has some eight thousand. */
const targetsPerQuery = 8000;

/** Most spans of a chip that one query reads. */
export const longestRun = ({ qubitCount, couplingCount }: ChipRecord): number =>
  Math.max(1, Math.floor(targetsPerQuery / Math.max(1, qubitCount, couplingCount)));

/** Takes the beginning of an open day from its partial roll-up, if the range extends beyond it. */
function withPartials({ runs, windows }: RangePlan, open: readonly OpenSpanRecord[], metric: string): MetricPlan {
  const plan: MetricPlan = { metric, runs, windows: [], partials: [] };
  for (const window of windows) {
    const mark = open.find(({ span, date }) => span === 'day' && date === window.day);
    const partial = mark && partialOf(mark);
    const [whole] = windowsOfSpan(window.day);
    const isRolled =
      partial?.metrics.includes(metric) && window.from === whole?.from && window.through >= partial.through;
    if (partial && isRolled) plan.partials.push({ ...window, through: partial.through, end: window.through });
    plan.windows.push(partial && isRolled ? { ...window, from: `${partial.through}~` } : window);
  }
  return plan;
}

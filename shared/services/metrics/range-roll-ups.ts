import { type LackingSpans, planRange, type RangePlan, windowsOfSpan } from '../../domain/metrics/range-plan.ts';
import { lacksDirection, type TargetRollUp } from '../../domain/metrics/roll-up.ts';
import { isInverted } from '../../domain/time-range.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import { monthOf } from '../../store/keys.ts';
import { listOpenSpans, type OpenSpanRecord } from '../../store/metrics/open-spans.ts';
import { rememberedTargets } from '../../store/metrics/remembered-targets.ts';
import { listRollUps, type RolledTargets, type RollUpRecord } from '../../store/metrics/roll-ups.ts';
import { listSeries, type SeriesRecord } from '../../store/metrics/series.ts';
import { Rolled } from './rolled-samples.ts';
import { readWindows } from './sample-windows.ts';

/** What a chip has measured when, and which of its roll-ups lack something. */
export interface MeasuredSpans {
  series: readonly SeriesRecord[];
  open: readonly OpenSpanRecord[];
}

/** What ranges of a chip are read by. It is read before them, so that a day that is closed meanwhile is found either way. */
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
}

/**
 * What each metric has of each target within a range: months and days that are over from their roll-ups, the ends of the
 * range and days that lack something from their samples, all side by side. Exact, whoever is late (rule ROLLUP-3); excluded
 * values count for nothing.
 */
export async function rollUpsOfRange(
  db: Database,
  chip: ChipRecord,
  { series, open }: MeasuredSpans,
  request: RangeRequest,
): Promise<Map<string, RolledTargets>> {
  const plans = plansOfRange(chip, { series, open }, request);
  const reader = new RangeReader(db, chip, series, request.cooldownId);
  const [outdated] = await Promise.all([reader.addRuns(plans), reader.addWindows(plans)]);
  await reader.addWindows(outdated);
  return reader.targetsOf(plans.map(({ metric }) => metric));
}

/** Where each metric that is wanted is read from; nothing of a range that ends before it begins. */
export function plansOfRange(chip: ChipRecord, { series, open }: MeasuredSpans, request: RangeRequest): MetricPlan[] {
  const range = { from: beginOf(series, request), through: request.through };
  if (isInverted(range)) return [];
  const months = Map.groupBy(
    series.filter(({ metric }) => !request.metrics || request.metrics.has(metric)),
    ({ metric }) => metric,
  );
  return [...months].map(([metric, own]) => {
    const measured = new Set(own.map(({ month }) => month));
    return { metric, ...planRange(range, measured, lackingOf(open, metric), longestRun(chip)) };
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

/** Whether the roll-up of a day may have values beside its newest, which it names alone. */
export const mayHaveSeveral = (
  { lacksBlocks = false, lacksDays = false }: Pick<RollUpRecord, 'lacksBlocks' | 'lacksDays'>,
  { day }: Pick<TargetRollUp, 'day'>,
): boolean => day !== undefined || lacksBlocks || lacksDays;

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

/** A metric and where its range is read from. */
type MetricPlan = RangePlan & { metric: string };

/** Whether an earlier version made a roll-up without what the means of a range follow from. */
const isOutdated = ({ lacksBlocks, targets }: RollUpRecord): boolean =>
  lacksBlocks === true || rememberedTargets(targets).some(({ rollUp }) => lacksDirection(rollUp));

/** Puts the parts of a range together, of one cool-down or of all. */
class RangeReader {
  readonly #rolled = new Rolled();
  readonly #db: Database;
  readonly #chip: ChipRecord;
  readonly #series: readonly SeriesRecord[];
  readonly #cooldownId: string | undefined;

  constructor(db: Database, chip: ChipRecord, series: readonly SeriesRecord[], cooldownId: string | undefined) {
    this.#db = db;
    this.#chip = chip;
    this.#series = series;
    this.#cooldownId = cooldownId;
  }

  /** Answers instead what is to be read from samples: roll-ups of an earlier version lack something until they are made again. */
  async addRuns(plans: readonly MetricPlan[]): Promise<MetricPlan[]> {
    const { projectId, chipId } = this.#chip;
    const outdated = plans.map(async ({ metric, runs }): Promise<MetricPlan> => {
      const read = runs.map((run) => listRollUps(this.#db, { projectId, chipId, metric }, run));
      const rows = (await Promise.all(read)).flat();
      const old = new Set(rows.filter(isOutdated).map(({ date }) => date));
      for (const row of rows)
        if (!old.has(row.date) && this.#keeps(row))
          this.#rolled.addRolled(metric, undefined, rememberedTargets(row.targets));
      return { metric, runs: [], windows: [...old].flatMap(windowsOfSpan) };
    });
    return Promise.all(outdated);
  }

  addWindows(plans: readonly MetricPlan[]): Promise<void> {
    return readWindows(this.#db, this.#chip, this.#series, plans, (sample) => {
      if (this.#keeps(sample)) this.#rolled.add({ ...sample, cooldownId: undefined });
    });
  }

  #keeps({ cooldownId }: { cooldownId?: string | undefined }): boolean {
    return this.#cooldownId === undefined || cooldownId === this.#cooldownId;
  }

  targetsOf(metrics: Iterable<string>): Map<string, RolledTargets> {
    return new Map([...metrics].map((metric) => [metric, this.#rolled.of(metric).get(undefined) ?? []]));
  }
}

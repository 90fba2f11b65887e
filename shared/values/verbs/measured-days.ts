import { targetName } from '../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../chips/store/chips.ts';
import { isInverted } from '../../kernel/rules/time-range.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { type TargetRef, utcDayOf } from '../../kernel/store/keys.ts';
import { dayValueOf, summarizeDay, summaryOfRollUp } from '../../statistics/rules/day-summary.ts';
import { DayValues } from '../../statistics/rules/day-values.ts';
import { scaleOf } from '../../statistics/rules/scale.ts';
import { describeMetric } from '../rules/catalogue.ts';
import type { DaySummary } from '../rules/day-summary.ts';
import { type DayWindow, planRange, type RangePlan, windowsOfSpan } from '../rules/range-plan.ts';
import { isNewer, type Measurement } from '../rules/roll-up.ts';
import { rememberedTargets } from '../store/remembered-targets.ts';
import { listRollUps, type RollUpRecord } from '../store/roll-ups.ts';
import { isCountedSample, type SampleRecord } from '../store/samples.ts';
import { lackingOf, longestRun, type MeasuredSpans } from './range-roll-ups.ts';
import { readWindows } from './sample-windows.ts';

/** What a target has of a metric on the UTC days of a range. */
export interface MeasuredDays {
  metric: string;
  target: TargetRef;
  /** Oldest first, each `YYYYMMDD`. */
  days: (readonly [day: string, DaySummary])[];
  /** The newest measurement, faulty marks among them. */
  newest: Measurement;
}

/** A range of measurement times, both ends included, and what of it is wanted. */
export interface DaysRequest {
  from: string;
  through: string;
  metrics: ReadonlySet<string>;
  /** What a single execution measured: read from samples alone. */
  executionId?: string | undefined;
}

/**
 * The days of each series within a range: past days from their roll-ups, the ends of the range and incomplete days from
 * their samples, all concurrently. Exact, even with late data (rule ROLLUP-3); excluded values are ignored. One read; a
 * second one for days whose values are in more than one roll-up, since medians do not merge.
 */
export async function measuredDays(
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  request: DaysRequest,
): Promise<MeasuredDays[]> {
  if (isInverted(request)) return [];
  const metrics = new Set(spans.series.flatMap(({ metric }) => (request.metrics.has(metric) ? [metric] : [])));
  const plans = [...metrics].map((metric) => ({ metric, ...planOf(chip, spans, metric, request) }));
  const days = new SeriesDays();
  const take = (sample: SampleRecord) => {
    const isWanted = request.executionId === undefined || sample.executionId === request.executionId;
    if (isWanted && isCountedSample(sample)) days.add(sample);
  };
  const [again] = await Promise.all([
    readRuns(db, chip, plans, days),
    readWindows(db, chip, spans.series, plans, take),
  ]);
  await readWindows(db, chip, spans.series, again, take);
  return days.all();
}

/**
 * The days of a range that roll-ups do not have complete: its ends and days that are not closed. From samples, with the
 * list of these days for each metric; the caller adds the other days.
 */
export async function unclosedDays(
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  request: Omit<DaysRequest, 'executionId'>,
): Promise<{ series: MeasuredDays[]; days: ReadonlyMap<string, ReadonlySet<string>> }> {
  const plans = [...request.metrics].map((metric) => ({ metric, ...planOf(chip, spans, metric, request) }));
  const series = new SeriesDays();
  await readWindows(db, chip, spans.series, plans, (sample) => {
    if (isCountedSample(sample)) series.add(sample);
  });
  const days = new Map(plans.map(({ metric, windows }) => [metric, new Set(windows.map(({ day }) => day))]));
  return { series: series.all(), days };
}

function planOf(chip: ChipRecord, { series, open }: MeasuredSpans, metric: string, request: DaysRequest): RangePlan {
  const months = new Set(series.flatMap((one) => (one.metric === metric ? [one.month] : [])));
  const plan = planRange(request, months, { days: lackingOf(open, metric).days, months }, longestRun(chip));
  if (request.executionId === undefined) return plan;
  return { runs: [], windows: [...plan.windows, ...plan.runs.flatMap(daysOfRun)] };
}

function daysOfRun({ from, through }: RangePlan['runs'][number]): DayWindow[] {
  const windows: DayWindow[] = [];
  for (let [day] = windowsOfSpan(from); day && day.day <= through; [day] = windowsOfSpan(dayAfter(day)))
    windows.push(day);
  return windows;
}

const dayAfter = ({ through }: DayWindow): string => utcDayOf(new Date(Date.parse(through) + 1).toISOString());

/** Takes roll-ups in, and answers which days are to be read from their samples. */
async function readRuns(
  db: Database,
  chip: ChipRecord,
  plans: readonly (RangePlan & { metric: string })[],
  into: SeriesDays,
): Promise<{ metric: string; windows: DayWindow[] }[]> {
  const { projectId, chipId } = chip;
  return Promise.all(
    plans.map(async ({ metric, runs }) => {
      const rows = (await Promise.all(runs.map((run) => listRollUps(db, { projectId, chipId, metric }, run)))).flat();
      const again = [...Map.groupBy(rows, ({ date }) => date)].flatMap(([day, ofDay]) =>
        into.addRolled(metric, day, ofDay) ? [] : windowsOfSpan(day),
      );
      return { metric, windows: again };
    }),
  );
}

type Series = Omit<MeasuredDays, 'days'> & { summaries: Map<string, DaySummary>; values: Map<string, DayValues> };

/** The days of series in the making. */
class SeriesDays {
  readonly #series = new Map<string, Series>();

  add(sample: SampleRecord): void {
    const series = this.#of(sample.metric, sample.target, sample);
    const day = utcDayOf(sample.at);
    const values = series.values.get(day) ?? new DayValues();
    series.values.set(day, values);
    values.add(dayValueOf(describeMetric(sample.metric, sample.target.kind), sample));
  }

  /** Takes nothing, and answers false, where the roll-ups of a day do not say what it has. */
  addRolled(metric: string, day: string, rows: readonly RollUpRecord[]): boolean {
    const seen = new Set<string>();
    const found: { target: TargetRef; latest: Measurement; summary: DaySummary }[] = [];
    for (const { targets, lacksDays = false } of rows)
      for (const { target, rollUp } of rememberedTargets(targets)) {
        const summary = summaryOfRollUp(describeMetric(metric, target.kind), rollUp, { lacksDays });
        const name = targetName(target);
        if (!summary || seen.has(name)) return false;
        seen.add(name);
        found.push({ target, latest: rollUp.latest, summary });
      }
    for (const { target, latest, summary } of found) this.#of(metric, target, latest).summaries.set(day, summary);
    return true;
  }

  all(): MeasuredDays[] {
    return [...this.#series.values()].map(({ metric, target, newest, summaries, values }) => {
      const scale = scaleOf(describeMetric(metric, target.kind));
      const ofSamples = [...values].flatMap(([day, own]) => {
        const summary = summarizeDay(scale, own.values());
        return summary ? [[day, summary] as const] : [];
      });
      const days = [...summaries, ...ofSamples].sort(([one], [other]) => (one < other ? -1 : 1));
      return { metric, target, newest, days };
    });
  }

  #of(metric: string, target: TargetRef, measured: Measurement): Series {
    const key = JSON.stringify([metric, targetName(target)]);
    const series = this.#series.get(key) ?? {
      metric,
      target,
      newest: measured,
      summaries: new Map(),
      values: new Map(),
    };
    if (isNewer(measured, series.newest)) series.newest = measured;
    this.#series.set(key, series);
    return series;
  }
}

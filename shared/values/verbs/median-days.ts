import { LATTICE_KINDS, targetName } from '../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../chips/store/chips.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { justBefore } from '../../kernel/rules/complete-until.ts';
import { notToCome } from '../../kernel/rules/time-range.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { type TargetRef, utcDayOf } from '../../kernel/store/keys.ts';
import { describeMetric } from '../rules/catalogue.ts';
import { type EndedDay, endedDays } from '../rules/ended-days.ts';
import { type DayMedian, medianCourse } from '../rules/median-course.ts';
import { type DayWindow, planRange, windowsOfSpan } from '../rules/range-plan.ts';
import type { Measurement } from '../rules/roll-up.ts';
import { listRollUps, type RolledTargets, type RollUpRecord, unpackTargets } from '../store/roll-ups.ts';
import { isCountedSample } from '../store/samples.ts';
import type { MeasuredChip } from './measured-chip.ts';
import { lackingOf, longestRun, type MeasuredSpans, mayHaveSeveral, rollUpsOfRange } from './range-roll-ups.ts';
import { type MetricWindows, readWindows } from './sample-windows.ts';

/** The medians of a chip as of the ends of days. */
export interface MedianDays {
  days: EndedDay[];
  qubit: Record<string, DayMedian[]>;
  coupling: Record<string, DayMedian[]>;
}

/**
 * The median of each metric as of the end of each of the last days of a zone that are over (rule METRIC-14): what was newest before
 * the first of them as of any instant, then what the roll-ups of the days name as newest. One read; a second one of the samples of
 * days in which a target was measured more than once and a day of the zone ends, since a roll-up names its newest value alone.
 */
export async function medianDays(
  ctx: ProjectContext,
  { chip, spans }: MeasuredChip,
  wanted: { timeZone: string; days: number; metrics?: readonly string[] | undefined; asOf?: string | undefined },
): Promise<MedianDays> {
  const days = endedDays(notToCome(wanted.asOf, nowOf(ctx)), wanted.timeZone, wanted.days);
  const found: MedianDays = { days, qubit: {}, coupling: {} };
  const asked = wanted.metrics && new Set(wanted.metrics);
  const metrics = new Set(spans.series.flatMap(({ metric }) => (!asked || asked.has(metric) ? [metric] : [])));
  for (const [metric, series] of await newestByDay(ctx.db, chip, spans, { days, metrics }))
    for (const kind of LATTICE_KINDS) {
      const own = [...series.values()].flatMap(({ target, measured }) => (target.kind === kind ? [measured] : []));
      if (own.length > 0) found[kind][metric] = medianCourse(describeMetric(metric, kind), own, days);
    }
  return found;
}

/** Of each target of a metric, what was newest at the ends of the days, among others. */
type MetricSeries = Map<string, { target: TargetRef; measured: Measurement[] }>;

async function newestByDay(
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  { days, metrics }: { days: readonly EndedDay[]; metrics: ReadonlySet<string> },
): Promise<Map<string, MetricSeries>> {
  const [first, last] = [days[0], days.at(-1)];
  const found = new Map([...metrics].map((metric): [string, MetricSeries] => [metric, new Map()]));
  if (!first || !last) return found;
  const take = (metric: string, target: TargetRef, measurement: Measurement) => {
    const series = found.get(metric);
    const name = targetName(target);
    const own = series?.get(name) ?? { target, measured: [] };
    own.measured.push(measurement);
    series?.set(name, own);
  };
  const from = `${first.start.slice(0, 10)}T00:00:00.000Z`;
  const plans = [...metrics].map((metric) => {
    const months = new Set(spans.series.flatMap((one) => (one.metric === metric ? [one.month] : [])));
    const lacking = { days: lackingOf(spans.open, metric).days, months };
    return { metric, ...planRange({ from, through: last.end }, months, lacking, longestRun(chip)) };
  });
  const read = (wanted: readonly MetricWindows[]) =>
    readWindows(db, chip, spans.series, wanted, (sample) => {
      if (isCountedSample(sample)) take(sample.metric, sample.target, sample);
    });
  const ofRuns = plans.map(async ({ metric, runs }): Promise<MetricWindows> => {
    const ref = { projectId: chip.projectId, chipId: chip.chipId, metric };
    const rows = (await Promise.all(runs.map((run) => listRollUps(db, ref, run)))).flat();
    const windows = new Map<string, DayWindow>();
    for (const row of rows) {
      // Reading so many days again within a moment is rare: remembering them would only evict others.
      const targets = unpackTargets(row.targets);
      for (const { target, rollUp } of targets) take(metric, target, rollUp.latest);
      const window = windowWithin(row, targets, days);
      if (window) windows.set(row.date, window);
    }
    return { metric, windows: [...windows.values()] };
  });
  const [again, before] = await Promise.all([
    Promise.all(ofRuns),
    rollUpsOfRange(db, chip, spans, { through: justBefore(from), metrics }),
    read(plans),
  ]);
  for (const [metric, targets] of before) for (const { target, rollUp } of targets) take(metric, target, rollUp.latest);
  await read(again);
  return found;
}

/** The part of a UTC day of which a roll-up does not say what was newest at the end of a day that ends within it. */
function windowWithin(row: RollUpRecord, targets: RolledTargets, days: readonly EndedDay[]): DayWindow | undefined {
  const ends = days.flatMap(({ end }) => (utcDayOf(end) === row.date ? [end] : []));
  const [[end], last, [day]] = [ends, ends.at(-1), windowsOfSpan(row.date)];
  if (end === undefined || last === undefined || !day) return undefined;
  const isUnknown = targets.some(({ rollUp }) => rollUp.latest.at > end && mayHaveSeveral(row, rollUp));
  return isUnknown ? { ...day, through: last } : undefined;
}

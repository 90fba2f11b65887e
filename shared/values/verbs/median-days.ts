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
import { endingAt, windowOf, windowsOfSpan } from '../rules/range-plan.ts';
import type { Measurement } from '../rules/roll-up.ts';
import { listRollUps, type RolledTargets, unpackTargets } from '../store/roll-ups.ts';
import { isCountedSample, type SampleRecord } from '../store/samples.ts';
import type { MeasuredChip } from './measured-chip.ts';
import {
  hiddenTargets,
  type NamedNewest,
  type NewestBefore,
  newestOfPartial,
  readNewestBefore,
} from './newest-before.ts';
import { readPartials } from './partial-parts.ts';
import { type MeasuredSpans, plansOfRange, rollUpsOfRange } from './range-roll-ups.ts';
import { readWindows } from './sample-windows.ts';

/** The medians of a chip as of the ends of days. */
export interface MedianDays {
  days: EndedDay[];
  qubit: Record<string, DayMedian[]>;
  coupling: Record<string, DayMedian[]>;
}

/**
 * The median of each metric as of the end of each of the last days of a zone that are over (rule METRIC-14): what was newest before
 * the first of them as of any instant, then what the roll-ups of the days name as newest. One read; a second one back from the ends
 * of days within a UTC day of targets that were measured before and after them, since a roll-up names its newest value alone.
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
  // The last UTC day as a whole: its roll-up may be enough, although the last day of the zone ends within it.
  const whole = windowOf(last.end.slice(0, 10)).through;
  const plans = plansOfRange(chip, spans, { from, through: whole, metrics, byDay: true }).map((plan) => ({
    ...plan,
    windows: endingAt(plan.windows, last.end),
  }));
  const takeSample = (sample: SampleRecord) => {
    if (isCountedSample(sample)) take(sample.metric, sample.target, sample);
  };
  const takeRolled = (metric: string, row: NamedNewest): NewestBefore[] => {
    // Reading so many days again within a moment is rare: remembering them would only evict others.
    const targets = unpackTargets(row.targets);
    for (const { target, rollUp } of targets) take(metric, target, rollUp.latest);
    return hiddenAtEnds(metric, row, targets, days);
  };
  const ofRuns = plans.map(async ({ metric, runs }) => {
    const ref = { projectId: chip.projectId, chipId: chip.chipId, metric };
    const rows = (await Promise.all(runs.map((run) => listRollUps(db, ref, run)))).flat();
    return rows.flatMap((row) => takeRolled(metric, row));
  });
  const ofPartials = async () => {
    const { found: records, missing } = await readPartials(db, chip, plans);
    return {
      missing,
      hidden: records.flatMap((one) => newestOfPartial(one).flatMap((row) => takeRolled(one.metric, row))),
    };
  };
  const [ofDays, { hidden, missing }, before] = await Promise.all([
    Promise.all(ofRuns),
    ofPartials(),
    rollUpsOfRange(db, chip, spans, { through: justBefore(from), metrics }),
    readWindows(db, chip, spans.series, plans, takeSample),
  ]);
  for (const [metric, targets] of before) for (const { target, rollUp } of targets) take(metric, target, rollUp.latest);
  const gone = missing.map(({ metric, windows }) => ({ metric, windows: endingAt(windows, last.end) }));
  await Promise.all([
    readNewestBefore(db, chip, spans.series, [...ofDays.flat(), ...hidden], takeSample),
    readWindows(db, chip, spans.series, gone, takeSample),
  ]);
  return found;
}

/** The targets of which a roll-up of a UTC day does not say what was newest at the ends of days within it. */
function hiddenAtEnds(
  metric: string,
  row: NamedNewest,
  targets: RolledTargets,
  days: readonly EndedDay[],
): NewestBefore[] {
  const ends = days.flatMap(({ end }) => (utcDayOf(end) === row.date ? [end] : []));
  const [[first], last, [day]] = [ends, ends.at(-1), windowsOfSpan(row.date)];
  if (first === undefined || last === undefined || !day) return [];
  const hidden = hiddenTargets(row, targets, first);
  return hidden.length === 0
    ? []
    : [{ ...day, through: last, metric, until: first, targets: new Set(hidden.map(targetName)) }];
}

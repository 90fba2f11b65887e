import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { type Drift, followThresholds, WATCH_SUM } from '#shared/statistics/rules/drift.ts';
import { chooseThreshold, DRIFT_THRESHOLDS } from '#shared/statistics/rules/drift-threshold.ts';
import { chipPrior, recentPoints } from '#shared/statistics/rules/fluctuation.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { type Cadence, CHANGE_DAY, chipPoints, DAYS, dayOf, type Noise, SERIES_OF_CHIP } from './model.ts';

const scale = scaleOf(describeMetric('t1', 'qubit'));
/** Alarms of unchanged series are counted from this day on, when the reference is whole. */
const COUNTED_FROM = 40;
const COUNTED_WEEKS = (DAYS - COUNTED_FROM) / 7;
/** Every seventh series of a chip changes: what all of them share would be told from what they are compared with. */
const isChanged = (series: number): boolean => series % 7 === 0;

/** What raises an alarm: the watch, or an alert at a threshold. */
export type Alarm = 'watch' | number;

/** The courses of a chip's series under all thresholds. */
function followChip(points: readonly DayPoint[][], of: (series: number) => boolean = () => true) {
  const series = points.map((own, index) => ({ target: String(index), ys: recentPoints(own).map(({ y }) => y) }));
  const prior = chipPrior(series, scale);
  return points.flatMap((own, index) =>
    of(index) ? [followThresholds(own, { scale, side: 'down', prior }, DRIFT_THRESHOLDS)] : [],
  );
}

/** The days on which a course raised an alarm. */
function alarmDays(courses: ReadonlyMap<number, Drift>, alarm: Alarm): string[] {
  const drift = courses.get(alarm === 'watch' ? DRIFT_THRESHOLDS[0] : alarm);
  if (!drift) throw new Error(`No course at ${alarm}`);
  if (alarm !== 'watch') return drift.alerts.map(({ raised }) => raised);
  return drift.steps.flatMap(({ day, sum }, index) =>
    sum >= WATCH_SUM && (drift.steps[index - 1]?.sum ?? 0) < WATCH_SUM ? [day] : [],
  );
}

/** Alarms per 1,000 weeks of series in which nothing changed. */
export function falseAlarms(
  { noise, cadence, seed, chips }: { noise: Noise; cadence: Cadence; seed: number; chips: number },
  alarms: readonly Alarm[],
): number[] {
  const counts = alarms.map(() => 0);
  for (let chip = 0; chip < chips; chip += 1)
    for (const courses of followChip(chipPoints(noise, cadence, [seed, chip])))
      for (const [index, alarm] of alarms.entries())
        counts[index] =
          (counts[index] ?? 0) + alarmDays(courses, alarm).filter((day) => day >= dayOf(COUNTED_FROM)).length;
  return counts.map((count) => (1000 * count) / (chips * SERIES_OF_CHIP * COUNTED_WEEKS));
}

/** How often a change is found within so many days, and after how many days in the median; null where in less than half. */
export interface Found {
  share: number;
  medianDays: number | null;
}

/** A series that has an alarm as the change begins is not a case: no one can tell what it is for. */
export function found(
  {
    by,
    within,
    cadence,
    seed,
    chips,
  }: {
    by: (days: number) => number;
    within: number;
    cadence: Cadence;
    seed: number;
    chips: number;
  },
  alarms: readonly Alarm[],
): Found[] {
  const delays = alarms.map((): number[] => []);
  for (let chip = 0; chip < chips; chip += 1) {
    const points = chipPoints('two-level systems', cadence, [seed, chip], { change: { of: isChanged, by } });
    for (const courses of followChip(points, isChanged))
      for (const [index, alarm] of alarms.entries()) {
        if (stands(courses, alarm)) continue;
        const first = alarmDays(courses, alarm).find((day) => day >= dayOf(CHANGE_DAY));
        const delay = first === undefined ? Infinity : (Date.parse(first) - Date.parse(dayOf(CHANGE_DAY))) / 86_400_000;
        delays[index]?.push(delay < within ? delay : Infinity);
      }
  }
  return delays.map((own) => {
    const sorted = own.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? Infinity;
    return {
      share: own.filter(Number.isFinite).length / own.length,
      medianDays: Number.isFinite(middle) ? middle + 1 : null,
    };
  });
}

function stands(courses: ReadonlyMap<number, Drift>, alarm: Alarm): boolean {
  const before = dayOf(CHANGE_DAY);
  const drift = courses.get(alarm === 'watch' ? DRIFT_THRESHOLDS[0] : alarm);
  if (alarm !== 'watch')
    return drift?.alerts.some(({ raised, ended }) => raised < before && !(ended && ended < before)) ?? false;
  return (drift?.steps.findLast(({ day }) => day < before)?.sum ?? 0) >= WATCH_SUM;
}

/** Alerts a chip and week that a threshold, chosen by a replay of twelve weeks, raised in them and in the twelve after. */
export function replayed({ budget, seed, chips }: { budget: number; seed: number; chips: number }): {
  learnt: number;
  tested: number;
  thresholds: number[];
} {
  const end = 2 * DAYS - COUNTED_FROM;
  let [learnt, tested] = [0, 0];
  const thresholds: number[] = [];
  for (let chip = 0; chip < chips; chip += 1) {
    const courses = followChip(chipPoints('two-level systems', { every: 1, perDay: 1 }, [seed, chip], { days: end }));
    const count = (threshold: number, from: number, to: number) =>
      courses.flatMap((one) => alarmDays(one, threshold)).filter((day) => day >= dayOf(from) && day < dayOf(to)).length;
    const alerts = new Map(DRIFT_THRESHOLDS.map((threshold) => [threshold, count(threshold, COUNTED_FROM, DAYS)]));
    const { threshold } = chooseThreshold({ weeks: COUNTED_WEEKS, series: SERIES_OF_CHIP, alerts }, budget, 1);
    thresholds.push(threshold);
    learnt += count(threshold, COUNTED_FROM, DAYS);
    tested += count(threshold, DAYS, end);
  }
  return { learnt: learnt / chips / COUNTED_WEEKS, tested: tested / chips / COUNTED_WEEKS, thresholds };
}

/** Thresholds that a replay chooses from (rule STAT-23). */
export const DRIFT_THRESHOLDS = [12, 15, 20, 25, 30, 40] as const;

/** What a replay of a metric over a chip's last weeks gave. */
export interface Replay {
  weeks: number;
  series: number;
  /** Alerts that each threshold would have raised. */
  alerts: ReadonlyMap<number, number>;
}

/** The threshold of a metric, and how often it would have raised an alert; undefined where too little was replayed. */
export interface ChosenThreshold {
  threshold: number;
  alertsPerWeek: number | undefined;
}

/**
 * Alerts a week that an unchanged series of the simulation raises at the least threshold (docs/drift.md): what is expected
 * where too little was replayed.
 */
export const SIMULATED_ALERTS_PER_WEEK = 0.008;

const FEWEST_WEEKS = 8;
const FEWEST_SERIES = 20;

/**
 * The least threshold that keeps a metric within its share of the alerts that people want of a chip. White-noise theory
 * is of no use here: real series fall into dips.
 * @param budgetPerWeek alerts a week that the chip may raise, over all metrics.
 */
export function chooseThreshold(
  { weeks, series, alerts }: Replay,
  budgetPerWeek: number,
  metrics: number,
): ChosenThreshold {
  const [least, ...greater] = DRIFT_THRESHOLDS;
  if (weeks < FEWEST_WEEKS || series < FEWEST_SERIES) return { threshold: least, alertsPerWeek: undefined };
  const rate = (threshold: number) => (alerts.get(threshold) ?? 0) / weeks;
  const fitting = [least, ...greater].find((threshold) => rate(threshold) <= budgetPerWeek / metrics);
  const threshold = fitting ?? Math.max(...DRIFT_THRESHOLDS);
  return { threshold, alertsPerWeek: rate(threshold) };
}

/** The share of this week's alerts that an unchanged chip would have raised too; undefined without an alert. */
export const falseShare = (replayedPerWeek: number, alertsThisWeek: number): number | undefined =>
  alertsThisWeek > 0 ? Math.min(1, replayedPerWeek / alertsThisWeek) : undefined;

const CHIP_WIDE_SHARE = 0.2;
const CHIP_WIDE_TARGETS = 5;
const CHIP_WIDE_DAYS = 2;
const DAY_MS = 86_400_000;

/**
 * The first and the last day within which so many targets of a metric began to be watched that the chip moved rather than its
 * targets: one alert for all is raised then. Undefined where they were too few.
 * @param watchedSince the day on which each target entered watch, of those that did.
 * @param targets how many are followed.
 */
export function chipWideDays(
  watchedSince: readonly string[],
  targets: number,
): { from: string; through: string } | undefined {
  const days = [...watchedSince].sort();
  const needed = Math.max(CHIP_WIDE_TARGETS, Math.ceil(CHIP_WIDE_SHARE * targets));
  for (const from of days) {
    const within = days.filter((day) => day >= from && Date.parse(day) - Date.parse(from) <= CHIP_WIDE_DAYS * DAY_MS);
    const through = within.at(-1);
    if (through !== undefined && within.length >= needed) return { from, through };
  }
  return undefined;
}

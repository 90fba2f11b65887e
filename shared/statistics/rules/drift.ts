import { median, quantile } from '../../values/rules/statistics.ts';
import type { DayPoint } from './day-points.ts';
import { fluctuationOf, type Prior } from './fluctuation.ts';
import type { Scale } from './scale.ts';

/** The bad direction that is watched: frequencies are watched in both. */
export type DriftSide = 'up' | 'down';

/** The state of a series after a day point. */
export interface DriftStep {
  day: string;
  /** The cumulative sum; 0 while the reference is gathered. */
  sum: number;
  state: 'gathering' | 'quiet' | 'watch' | 'alert';
}

/** An alert of a series, for as long as it lasted. */
export interface DriftAlert {
  /** Day since which the values are worse, day of the alert, and day of its end; the last is null while it lasts. */
  since: string;
  raised: string;
  ended: string | null;
  how: 'recovered' | 'settled' | null;
  /** Median of the reference and of the days since, on the scale. */
  from: number;
  to: number;
  points: number;
}

/** What a series is watched by. */
export interface DriftRule {
  scale: Scale;
  side: DriftSide;
  prior: Prior | undefined;
  /** The sum at which an alert is raised, found by replay. */
  threshold: number;
  /** Days on which the new level was accepted: the reference restarts with the next point. */
  restartDays?: readonly string[];
}

/** The course of a series (rule STAT-22). */
export interface Drift {
  steps: DriftStep[];
  alerts: DriftAlert[];
  /** Its watch at the end; undefined unless it is watched or has an active alert. */
  watched: DriftWatch | undefined;
}

/** Why a series is watched: day since which its values are worse, day on which the sum reached the watch, and the medians. */
export interface DriftWatch {
  since: string;
  begun: string;
  from: number;
  to: number;
  points: number;
}

/** Sum at which a series is watched: shown, without a message. */
export const WATCH_SUM = 7;
/** How much a sum may exceed the threshold, so that it comes down within days. */
const SUM_ABOVE_THRESHOLD = 3;
const ALLOWANCE = 1;
const LARGEST_Z = 4;
const FEWEST_REFERENCE_POINTS = 8;
const MOST_REFERENCE_POINTS = 30;
const GAP_DAYS = 14;
const SETTLED_DAYS = 30;
const QUIET_POINTS = 3;
const BAD_TAIL_QUANTILE = 0.9;
const BAD_TAIL_SIGMAS = 1.2816;
const DAY_MS = 86_400_000;

/** The sum after a further point: it grows by at most 3, so that no single point raises an alert. */
export const nextSum = (sum: number, z: number, threshold: number): number =>
  Math.min(
    Math.max(0, sum + Math.min(Math.max(z, -LARGEST_Z), LARGEST_Z) - ALLOWANCE),
    threshold + SUM_ABOVE_THRESHOLD,
  );

/**
 * Follows a series within one cool-down under several thresholds, from all its day points in any order. The same points give
 * the same course, whenever it is computed; what the thresholds have in common is computed once.
 */
export function followThresholds(
  points: readonly DayPoint[],
  rule: Omit<DriftRule, 'threshold'>,
  thresholds: readonly number[],
): Map<number, Drift> {
  const byDay = new Map(points.map((point) => [point.day, point]));
  const inOrder = [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  const references: References = new Map();
  return new Map(
    thresholds.map((threshold) => {
      const follower = new DriftFollower({ ...rule, threshold }, references);
      for (const point of inOrder) follower.take(point);
      return [threshold, follower.end()];
    }),
  );
}

/** References by their first day and number of points, which they follow from. */
type References = Map<string, Reference | undefined>;

interface Reference {
  level: number;
  sigma: number;
}

class DriftFollower {
  readonly #drift: Omit<Drift, 'watched'> = { steps: [], alerts: [] };
  readonly #rule: DriftRule;
  readonly #references: References;
  readonly #restarts: string[];
  #reference: DayPoint[] = [];
  #sum = 0;
  /** The points since the sum was 0. */
  #rising: DayPoint[] = [];
  #quiet = 0;
  #previous: DayPoint | undefined;
  #alert: DriftAlert | undefined;
  #watchBegun: string | undefined;
  #level = 0;

  constructor(rule: DriftRule, references: References) {
    this.#rule = rule;
    this.#references = references;
    this.#restarts = [...(rule.restartDays ?? [])].sort();
  }

  take(point: DayPoint): void {
    if (this.#mustRestart(point.day)) this.#restart(point.day);
    if (this.#previous && daysBetween(this.#previous.day, point.day) > GAP_DAYS) this.#setToZero();
    this.#previous = point;
    const state = this.#judge(point);
    this.#drift.steps.push({ day: point.day, sum: this.#sum, state });
    if (state !== 'watch' && state !== 'alert') this.#watchBegun = undefined;
    else this.#watchBegun ??= point.day;
    if (this.#reference.length < MOST_REFERENCE_POINTS) this.#reference.push(point);
  }

  end(): Drift {
    return { ...this.#drift, watched: this.#watched() };
  }

  #watched(): DriftWatch | undefined {
    const begun = this.#watchBegun;
    if (begun === undefined) return undefined;
    if (this.#alert) {
      const { since, from, to, points } = this.#alert;
      return { since, begun, from, to, points };
    }
    const points = this.#rising.length;
    const to = median(this.#rising.map(({ y }) => y)) ?? this.#level;
    return { since: this.#rising[0]?.day ?? begun, begun, from: this.#level, to, points };
  }

  #judge(point: DayPoint): DriftStep['state'] {
    if (this.#reference.length < FEWEST_REFERENCE_POINTS) return 'gathering';
    const reference = this.#referenceNow();
    if (!reference) return 'gathering';
    const { level, sigma } = reference;
    this.#level = level;
    const bad = (point.y - level) * signOf(this.#rule.side);
    const z = bad / (sigma * Math.sqrt(1 + 1 / this.#reference.length));
    this.#sum = nextSum(this.#sum, z, this.#rule.threshold);
    this.#rising = this.#sum === 0 ? [] : [...this.#rising, point];
    this.#quiet = z < 1 ? this.#quiet + 1 : 0;
    if (this.#alert && this.#quiet >= QUIET_POINTS) this.#end(point.day, 'recovered');
    else if (!this.#alert && this.#sum >= this.#rule.threshold) this.#raise(point.day, level);
    if (this.#alert) return 'alert';
    return this.#sum >= WATCH_SUM ? 'watch' : 'quiet';
  }

  #referenceNow(): Reference | undefined {
    const name = `${this.#reference[0]?.day} ${this.#reference.length}`;
    if (!this.#references.has(name)) this.#references.set(name, referenceOf(this.#reference, this.#rule));
    return this.#references.get(name);
  }

  /** An alert needs that the values are worse by what matters, not only by what is seen. */
  #raise(day: string, level: number): void {
    const to = median(this.#rising.map(({ y }) => y)) ?? level;
    const change = to - level;
    if (change * signOf(this.#rule.side) <= 0 || !this.#rule.scale.isMaterial(change)) return;
    const since = this.#rising[0]?.day ?? day;
    this.#alert = { since, raised: day, ended: null, how: null, from: level, to, points: this.#rising.length };
    this.#drift.alerts.push(this.#alert);
  }

  #end(day: string, how: 'recovered' | 'settled'): void {
    if (this.#alert) Object.assign(this.#alert, { ended: day, how });
    this.#alert = undefined;
    this.#setToZero();
  }

  #setToZero(): void {
    this.#sum = 0;
    this.#rising = [];
    this.#quiet = 0;
  }

  #mustRestart(day: string): boolean {
    const accepted = this.#restarts[0];
    if (accepted !== undefined && accepted < day) return true;
    return this.#alert !== undefined && daysBetween(this.#alert.raised, day) > SETTLED_DAYS;
  }

  #restart(day: string): void {
    while (this.#restarts[0] !== undefined && this.#restarts[0] < day) this.#restarts.shift();
    this.#end(day, 'settled');
    this.#reference = [];
    this.#previous = undefined;
  }
}

/** Level and spread of the reference; its bad tail counts where rare deep dips hide from the median. */
function referenceOf(
  points: readonly DayPoint[],
  { scale, side, prior }: Omit<DriftRule, 'threshold'>,
): Reference | undefined {
  const fluctuation = fluctuationOf(points, prior, scale);
  if (fluctuation?.level === undefined) return undefined;
  const { level, sigma } = fluctuation;
  const sign = signOf(side);
  const bad = points.map(({ y }) => sign * (y - level));
  const tail = (quantile(bad, BAD_TAIL_QUANTILE) ?? 0) / BAD_TAIL_SIGMAS;
  return { level, sigma: Math.max(sigma, tail) };
}

const signOf = (side: DriftSide): 1 | -1 => (side === 'up' ? 1 : -1);

const daysBetween = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / DAY_MS;

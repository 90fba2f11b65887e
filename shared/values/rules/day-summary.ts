/** The median of some values of a day on the scale of their metric (rule STAT-16). */
export interface PointSummary {
  y: number;
  /** How many values it is of. */
  n: number;
  /** Median of their stated errors on the scale; absent where none stated one. */
  error?: number;
  /** Of an amplitude whose newest value of the day is negative: of its negative values. */
  isNegative?: true;
}

/**
 * The contents of a series on a UTC day. Days do not merge, since medians do not; comparing two days only shows whether
 * the later one begins with a copy of the value before it.
 */
export interface DaySummary {
  /** Of its usable values without those that repeat another one of the day; absent without any. */
  point?: PointSummary;
  /** Where no task brought the first of them: its value, and the point without it. */
  first?: { value: number; rest?: PointSummary };
  /** The newest value, of which the next day may begin with a copy; null if that is faulty or has no usable unit. */
  last: number | null;
}

/** The median of a day's usable values on the scale of their metric (rule STAT-16). */
export interface DayPoint {
  /** Calendar day in UTC, `2026-11-22`. */
  day: string;
  y: number;
  /** How many values it is of. */
  n: number;
  /** Median of their stated errors on the scale; absent where none stated one. */
  error?: number;
}

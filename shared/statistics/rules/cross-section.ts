import { median } from '../../values/rules/statistics.ts';
import { type Score, scoreOf } from './score.ts';
import { madScale } from './spread.ts';

/** What a whole chip moved between two occasions, on the scale of a metric (rule STAT-20). */
export interface ChipShift {
  shift: number;
  /** Standard error of the median. */
  error: number;
  /** MAD scale of the changes. */
  spread: number;
  n: number;
}

const FEWEST_CHANGES = 20;
const DEGREES = 6;
/** Standard error of the median of a normal sample against that of its mean. */
const MEDIAN_ERROR = 1.2533;

/** The shift that all targets share; undefined without a change. */
export function chipShift(changes: readonly number[]): ChipShift | undefined {
  const shift = median(changes);
  const spread = madScale(changes);
  if (shift === undefined || spread === undefined) return undefined;
  return { shift, error: (MEDIAN_ERROR * spread) / Math.sqrt(changes.length), spread, n: changes.length };
}

/**
 * Is a change unlike those of the target's neighbours? For targets without a history, and across cool-downs. Undefined
 * for fewer than twenty changes, or where they are all the same.
 */
export const scoreAmongNeighbours = (change: number, { shift, spread, n }: ChipShift): Score | undefined =>
  n < FEWEST_CHANGES || spread === 0 ? undefined : scoreOf((change - shift) / spread, DEGREES);

import { fluctuationOf } from './fluctuation.ts';
import { type Scale, statedError } from './scale.ts';
import { type ScoredValue, scoreOfValues } from './score.ts';

/** What one target has of a metric, in its stored unit. */
export interface TargetValue {
  value: number;
  error: number | null;
}

/** By how many standard deviations two targets differ. */
export interface ScoreBetween {
  /** Has the sign of the second less the first on the scale of the metric. */
  z: number;
  /** `kind`: also against the usual movement of values of this kind; `fit`: against the stated errors only. */
  basis: 'kind' | 'fit';
}

/**
 * How surely two targets differ (rule STAT-32). Undefined where one has no place on the scale, and where neither the kind nor both
 * stated errors tell what chance does.
 */
export function scoreBetween(first: TargetValue, second: TargetValue, scale: Scale): ScoreBetween | undefined {
  if (scale.kind === 'amplitude' && Math.sign(first.value) !== Math.sign(second.value)) return undefined;
  const [from, to] = [placed(first, scale), placed(second, scale)];
  if (!from || !to) return undefined;
  const prior = scale.prior === undefined ? undefined : { sigma: scale.prior, basis: 'default' as const };
  const fluctuation = fluctuationOf([], prior, scale);
  if (fluctuation) return { z: scoreOfValues(from, to, fluctuation, scale.floor(0)).z, basis: 'kind' };
  if (from.error === undefined || to.error === undefined) return undefined;
  return { z: (to.y - from.y) / Math.hypot(from.error, to.error), basis: 'fit' };
}

function placed({ value, error }: TargetValue, scale: Scale): ScoredValue | undefined {
  const y = scale.toScale(value);
  const stated = statedError(error);
  if (y === undefined) return undefined;
  return { y, error: stated === undefined ? undefined : scale.errorOnScale(value, stated) };
}

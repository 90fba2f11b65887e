import { ownEntry } from '../../kernel/rules/own-entry.ts';
import type { FreshnessHours } from '../../values/rules/fresh-for.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import type { ChipHorizons, Horizon } from './horizon.ts';

const FEWEST_BINS = 3;
const FEWEST_TARGETS = 10;
const LEAST_HOURS = 6;
const MOST_HOURS = 30 * 24;

/** How long a value is fresh, and the source of this limit. */
export interface FreshnessPolicy {
  hours: number;
  basis: 'project' | 'horizon' | 'default';
}

/** A project's own policy wins; else the horizon of the chip where enough is known for one; else the default. */
export function freshnessPolicy(
  defaultHours: number,
  { projectHours, horizon }: { projectHours?: number | undefined; horizon?: Horizon | undefined } = {},
): FreshnessPolicy {
  if (projectHours !== undefined) return { hours: projectHours, basis: 'project' };
  if (!horizon || horizon.bins < FEWEST_BINS || horizon.targets < FEWEST_TARGETS)
    return { hours: defaultHours, basis: 'default' };
  const hours = Math.min(Math.max(Math.round(horizon.days * 24), LEAST_HOURS), MOST_HOURS);
  const isOfNoUse =
    (horizon.bound === 'at_most' && hours > defaultHours) || (horizon.bound === 'at_least' && hours < defaultHours);
  return isOfNoUse ? { hours: defaultHours, basis: 'default' } : { hours, basis: 'horizon' };
}

/** What decides how long the values of a chip are fresh, besides the defaults of the metrics. */
export interface FreshnessLimits {
  /** Hours that the project has set. */
  projectHours?: FreshnessHours | undefined;
  /** What the chip's own values tell. */
  horizons?: ChipHorizons | undefined;
}

/** How long the values of a metric are fresh, and why (rule STAT-26). */
export function freshnessOf(
  {
    key,
    target,
    freshness,
    freshForSeconds,
  }: Pick<MetricDefinition, 'key' | 'target' | 'freshness' | 'freshForSeconds'>,
  { projectHours, horizons }: FreshnessLimits = {},
): { freshForSeconds: number; basis: FreshnessPolicy['basis'] } {
  const { hours, basis } = freshnessPolicy(freshForSeconds / 3600, {
    projectHours: projectHours?.[freshness],
    horizon: ownEntry(horizons?.[target] ?? {}, key),
  });
  return { freshForSeconds: Math.round(hours * 3600), basis };
}

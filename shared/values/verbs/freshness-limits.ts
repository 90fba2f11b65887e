import type { ChipRecord } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import type { FreshnessLimits } from '../../statistics/rules/freshness.ts';
import type { HorizonsRecord } from '../store/horizons.ts';

/** What decides how long the values of a chip are fresh: horizons of another cool-down than its own do not count (rule STAT-26). */
export const freshnessLimits = (
  { freshnessHours }: Pick<ProjectContext, 'freshnessHours'>,
  { currentCooldownId }: Pick<ChipRecord, 'currentCooldownId'>,
  found: Pick<HorizonsRecord, 'cooldownId' | 'horizons'> | undefined,
): FreshnessLimits => ({
  projectHours: freshnessHours,
  horizons: found?.cooldownId === currentCooldownId ? found?.horizons : undefined,
});

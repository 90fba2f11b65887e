import type { Cooldown } from '../../ui/lib/api/wire.ts';

/** The cool-down of a chip that began last before this one; undefined where it was the first. */
export const cooldownBefore = (
  cooldowns: readonly Cooldown[],
  { started_at }: Pick<Cooldown, 'started_at'>,
  chipId: string,
): Cooldown | undefined =>
  cooldowns
    .filter((one) => one.chip_ids.includes(chipId) && Date.parse(one.started_at) < Date.parse(started_at))
    .toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))[0];

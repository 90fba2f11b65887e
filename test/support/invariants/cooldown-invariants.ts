import { expect } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { cooldownEntity, cryostatEntity } from '#shared/cooldowns/store/cooldowns.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';

/**
 * What holds of every table, for one project: a chip names exactly the cool-downs that list it, and points to the one
 * among them that is ongoing; a cryostat counts its cool-downs and points to its ongoing one; no second one is ongoing.
 */
export function checkCooldowns(table: Map<string, string>, projectId: string): void {
  const items = [...table.values()].map((text) => fromImage(JSON.parse(text)));
  const all = (entity: string) => items.filter((item) => item.entity === entity);
  const ours = <T extends { projectId: string }>(records: T[]) => records.filter((one) => one.projectId === projectId);
  const cooldowns = ours(all('cooldown').map((item) => cooldownEntity.decode(item)));
  const chips = ours(all('chip').map((item) => chipEntity.decode(item)));
  const cryostats = ours(all('cryostat').map((item) => cryostatEntity.decode(item)));
  const ids = (list: typeof cooldowns) => list.map(({ cooldownId }) => cooldownId).sort();
  const placesOfChips = chips.map((chip) => {
    const listing = cooldowns.filter(({ chipIds }) => chipIds.includes(chip.chipId));
    const ongoing = listing.filter(({ endedAt }) => endedAt === undefined);
    return { chip, listing: ids(listing), ongoing: ids(ongoing) };
  });
  for (const { chip, listing, ongoing } of placesOfChips) {
    expect([...(chip.cooldownIds ?? [])].sort(), chip.chipId).toEqual(listing);
    expect([chip.currentCooldownId].filter(Boolean), chip.chipId).toEqual(ongoing);
  }
  for (const cryostat of cryostats) {
    const own = cooldowns.filter(({ cryoId }) => cryoId === cryostat.cryoId);
    const ongoing = own.filter(({ endedAt }) => endedAt === undefined);
    expect(cryostat.cooldownCount, cryostat.cryoId).toBe(own.length);
    expect([cryostat.ongoingCooldownId].filter(Boolean), cryostat.cryoId).toEqual(ids(ongoing));
  }
  const known = new Set(chips.map(({ chipId }) => chipId));
  for (const { cooldownId, chipIds, cryoId } of cooldowns) {
    expect(new Set(chipIds).size, cooldownId).toBe(chipIds.length);
    expect(
      chipIds.filter((id) => !known.has(id)),
      cooldownId,
    ).toEqual([]);
    expect(
      cryostats.map((one) => one.cryoId),
      cooldownId,
    ).toContain(cryoId);
  }
}

import { describe, expect, it } from 'vitest';
import {
  type CooldownState,
  type CryostatLoad,
  dataSpan,
  hadChip,
  hasValidPeriod,
  movedChips,
  placeChip,
  placeInCryostat,
} from '#shared/cooldowns/rules/cooldown.ts';

const startedAt = '2025-01-01T00:00:00.000Z';
const endedAt = '2025-02-01T00:00:00.000Z';
const ongoing: CooldownState = { cooldownId: 'X', cryoId: 'fridge', startedAt, chipIds: ['a'] };
const ended: CooldownState = { ...ongoing, endedAt };
const idle: CryostatLoad = { cryoId: 'fridge', status: 'active', cooldownCount: 1 };

describe('the bounds of a cool-down', () => {
  it('the bounds of a cool-down are in order unless it ends before it starts', () => {
    expect(hasValidPeriod(ongoing)).toBe(true);
    expect(hasValidPeriod(ended)).toBe(true);
    expect(hasValidPeriod({ startedAt, endedAt: startedAt })).toBe(true);
    expect(hasValidPeriod({ startedAt: endedAt, endedAt: startedAt })).toBe(false);
  });
});

describe('a chip', () => {
  it('a chip in an ongoing cool-down points to it', () => {
    expect(placeChip({ chipId: 'a' }, 'X', ongoing)).toEqual({
      ok: true,
      place: { cooldownIds: ['X'], currentCooldownId: 'X' },
    });
  });

  it('a chip in an ended cool-down is listed and points nowhere, or still to another', () => {
    const pointing = { chipId: 'a', currentCooldownId: 'X', cooldownIds: ['W', 'X'] };
    expect(placeChip(pointing, 'X', ended)).toMatchObject({ place: { cooldownIds: ['W', 'X'] } });
    expect(placeChip(pointing, 'X', ended)).toHaveProperty('place.currentCooldownId', undefined);
    const elsewhere = { chipId: 'a', currentCooldownId: 'Y', cooldownIds: ['Y'] };
    expect(placeChip(elsewhere, 'X', ended)).toMatchObject({
      place: { cooldownIds: ['Y', 'X'], currentCooldownId: 'Y' },
    });
  });

  it('a chip in an ongoing cool-down is refused by another one, which is named', () => {
    const elsewhere = { chipId: 'a', currentCooldownId: 'Y', cooldownIds: ['Y'] };
    expect(placeChip(elsewhere, 'X', ongoing)).toEqual({
      ok: false,
      refusal: { reason: 'chip_elsewhere', chipId: 'a', cooldownId: 'Y' },
    });
  });

  it('a chip that leaves loses a pointer to this cool-down and never one to another', () => {
    const without = { ...ongoing, chipIds: [] };
    for (const after of [without, undefined]) {
      const here = placeChip({ chipId: 'a', currentCooldownId: 'X', cooldownIds: ['X'] }, 'X', after);
      expect(here).toEqual({ ok: true, place: { cooldownIds: [], currentCooldownId: undefined } });
      const there = placeChip({ chipId: 'a', currentCooldownId: 'Y', cooldownIds: ['X', 'Y'] }, 'X', after);
      expect(there).toEqual({ ok: true, place: { cooldownIds: ['Y'], currentCooldownId: 'Y' } });
    }
  });
});

describe('a cryostat', () => {
  const place = (cryostat: CryostatLoad, before: CooldownState | undefined, after: CooldownState | undefined) =>
    placeInCryostat(cryostat, 'X', before, after);

  it('a cryostat counts its cool-downs and knows the ongoing one', () => {
    expect(place(idle, undefined, ongoing)).toEqual({ ok: true, place: { cooldownCount: 2, ongoingCooldownId: 'X' } });
    expect(place(idle, undefined, ended)).toMatchObject({ place: { cooldownCount: 2 } });
    const loaded = { ...idle, ongoingCooldownId: 'X' };
    expect(place(loaded, ongoing, ended)).toEqual({
      ok: true,
      place: { cooldownCount: 1, ongoingCooldownId: undefined },
    });
    expect(place(loaded, ongoing, undefined)).toEqual({
      ok: true,
      place: { cooldownCount: 0, ongoingCooldownId: undefined },
    });
  });

  it('a cryostat that a cool-down moves away from lets it go', () => {
    const moved = { ...ongoing, cryoId: 'other' };
    expect(place({ ...idle, ongoingCooldownId: 'X' }, ongoing, moved)).toEqual({
      ok: true,
      place: { cooldownCount: 0, ongoingCooldownId: undefined },
    });
  });

  it('a cryostat has no second ongoing cool-down, but any number of ended ones', () => {
    const occupied = { ...idle, ongoingCooldownId: 'Y' };
    expect(place(occupied, ended, ongoing)).toEqual({
      ok: false,
      refusal: { reason: 'cryostat_occupied', cryoId: 'fridge', cooldownId: 'Y' },
    });
    expect(place(occupied, undefined, ended)).toEqual({
      ok: true,
      place: { cooldownCount: 2, ongoingCooldownId: 'Y' },
    });
  });

  it('a cryostat that is decommissioned takes records of the past alone', () => {
    const gone = { ...idle, status: 'decommissioned' as const };
    expect(place(gone, undefined, ongoing)).toMatchObject({ refusal: { reason: 'cryostat_decommissioned' } });
    expect(place(gone, undefined, ended).ok).toBe(true);
  });
});

describe('what a change moves', () => {
  const of = (chipIds: string[], end?: string): CooldownState => ({ ...ongoing, chipIds, endedAt: end });
  it('a cool-down that begins, ends, opens or goes moves every chip', () => {
    expect(movedChips(undefined, of(['a', 'b']))).toEqual(['a', 'b']);
    expect(movedChips(of(['a', 'b']), of(['a', 'b'], endedAt))).toEqual(['a', 'b']);
    expect(movedChips(of(['a'], endedAt), of(['a', 'b']))).toEqual(['a', 'b']);
    expect(movedChips(of(['a']), undefined)).toEqual(['a']);
    expect(movedChips(of(['a'], endedAt), undefined)).toEqual(['a']);
  });

  it('a change of a cool-down that neither begins nor ends moves only the chips that come or go', () => {
    expect(movedChips(of(['a', 'b']), of(['b', 'c']))).toEqual(['a', 'c']);
    expect(movedChips(of(['a'], endedAt), of(['a'], startedAt))).toEqual([]);
  });
});

describe('the time of the data of a cool-down', () => {
  const createdAt = '2025-01-10T00:00:00.000Z';
  const updatedAt = '2025-03-01T00:00:00.000Z';

  it('the time of the data begins the longest run before start and record, whichever came first', () => {
    const early = { startedAt, createdAt, updatedAt };
    expect(dataSpan(early)).toEqual({ from: '2024-12-18T00:00:00.000Z', through: undefined });
    expect(dataSpan({ ...early, startedAt: updatedAt }).from).toBe('2024-12-27T00:00:00.000Z');
    expect(dataSpan({ ...early, startedAt: '1970-01-01T00:00:00.000Z' }).from).toBe('1970-01-01T00:00:00.000Z');
  });

  it('the time of the data goes on for an hour behind the end and the last change, whichever came last', () => {
    const over = { startedAt, endedAt, createdAt, updatedAt };
    expect(dataSpan(over).through).toBe('2025-03-01T01:00:00.000Z');
    expect(dataSpan({ ...over, updatedAt: createdAt }).through).toBe('2025-02-01T01:00:00.000Z');
    expect(dataSpan({ ...over, endedAt: '9999-12-31T12:00:00.000Z' }).through).toBeUndefined();
  });
});

describe('a chip that is looked for by time', () => {
  it('a chip that is looked for by time was in a cool-down that lists it, between its ends', () => {
    expect(hadChip(ended, 'a', startedAt)).toBe(true);
    expect(hadChip(ended, 'a', endedAt)).toBe(true);
    expect(hadChip(ended, 'a', '2025-02-01T00:00:00.001Z')).toBe(false);
    expect(hadChip(ended, 'a', '2024-12-31T23:59:59.999Z')).toBe(false);
    expect(hadChip(ongoing, 'a', '2030-01-01T00:00:00.000Z')).toBe(true);
    expect(hadChip(ongoing, 'b', startedAt)).toBe(false);
  });
});

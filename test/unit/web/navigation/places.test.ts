import { describe, expect, it } from 'vitest';
import { chipAddress } from '../../../../web/ui/lib/navigation/chip-address.ts';
import { chooseChip } from '../../../../web/ui/lib/navigation/current-chip.ts';
import { barGroups, chipOfPage, placeGroups, placeOf } from '../../../../web/ui/lib/navigation/places.ts';
import { sameKindOfPage } from '../../../../web/ui/lib/navigation/same-kind-of-page.ts';

const chips = [
  { chip_id: 'a', last_calibrated_at: '2026-11-20T00:00:00.000Z' },
  { chip_id: 'b', last_calibrated_at: '2026-11-22T00:00:00.000Z' },
  { chip_id: 'c', last_calibrated_at: null },
];

describe('the places of the navigation', () => {
  it('a page belongs to one place, and pages of the account and the list of chips to none', () => {
    const places = {
      '/chips/a': 'overview',
      '/chips/a/qubits/3': 'overview',
      '/chips/a/differences': 'compare',
      '/chips/a/wall': 'figures',
      '/dashboard': 'dashboard',
      '/execution': 'runs',
      '/execution/20261122-001': 'runs',
      '/tasks/x': 'runs',
      '/compare': 'runs',
      '/flows/check': 'flows',
      '/schedules/1': 'schedules',
      '/notes': 'notes',
      '/discussions/new': 'discussions',
      '/cryo': 'cryostats',
      '/inbox': 'inbox',
      '/chips': undefined,
      '/settings': undefined,
      '/': undefined,
    };
    for (const [pathname, place] of Object.entries(places))
      expect([pathname, placeOf(pathname)]).toEqual([pathname, place]);
  });

  it('another project opens at the same kind of page, and nothing that only the first one has is in its address', () => {
    const pages = {
      '/': '/',
      '/chips': '/chips',
      '/chips/a/qubits/3': '/',
      '/dashboard': '/dashboard',
      '/execution/20261122-001': '/execution',
      '/tasks/x': '/tasks',
      '/topologies/new': '/chips',
      '/projects/p/webhooks/w': '/projects',
      '/settings': '/settings',
    };
    for (const [pathname, page] of Object.entries(pages))
      expect([pathname, sameKindOfPage(pathname)]).toEqual([pathname, page]);
  });

  it('a narrow window loses no place: what is not in its bar is under More', () => {
    const { bar, more } = barGroups('a');
    const all = placeGroups('a').flatMap((group) => group.places);
    expect(bar.map(({ label }) => label)).toEqual(['Overview', 'Dashboard', 'Runs', 'Notes']);
    expect(new Set([...bar, ...more])).toEqual(new Set(barGroups('a').bar.concat(barGroups('a').more)));
    expect([...bar, ...more].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('without a chip no place leads to one', () => {
    const addresses = placeGroups(undefined).flatMap((group) => group.places.map((place) => place.to));
    expect(addresses.filter((to) => to.includes('$'))).toEqual([]);
  });
});

describe('the chip of the navigation', () => {
  it('the chip is that of the page, else the last one, else the one that was measured last', () => {
    expect(chooseChip(chips, 'c', 'a')).toBe('c');
    expect(chooseChip(chips, undefined, 'a')).toBe('a');
    expect(chooseChip(chips, undefined, undefined)).toBe('b');
    expect(chooseChip([], undefined, undefined)).toBeUndefined();
  });

  it('of a chip that is not in the project nothing is said, and before the chips are known the page is believed', () => {
    expect(chooseChip(chips, 'ghost', 'a')).toBe('a');
    expect(chooseChip(chips, 'ghost', 'gone')).toBe('b');
    expect(chooseChip(undefined, 'ghost', 'a')).toBe('ghost');
  });

  it('the chip of a page is in its path, that of the dashboard in its query', () => {
    expect(chipOfPage('/chips/a/qubits/3', {})).toBe('a');
    expect(chipOfPage('/dashboard', { chip: 'b' })).toBe('b');
    expect(chipOfPage('/execution', { chip: 'b' })).toBeUndefined();
    expect(chipOfPage('/chips', {})).toBeUndefined();
  });

  it('another chip is looked at in the same place, and by its overview from any other page', () => {
    expect(chipAddress('/dashboard', 'b')).toEqual({ to: '/dashboard', search: { chip: 'b' } });
    expect(chipAddress('/chips/a/differences', 'b')).toEqual({
      to: '/chips/$chipId/differences',
      params: { chipId: 'b' },
    });
    for (const pathname of ['/chips/a/qubits/3', '/execution', '/settings'])
      expect(chipAddress(pathname, 'b')).toEqual({ to: '/chips/$chipId', params: { chipId: 'b' } });
  });
});

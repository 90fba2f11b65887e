import { describe, expect, it } from 'vitest';
import { pastSearch } from '../../../../web/ui/lib/navigation/past.ts';
import { dayBeside } from '../../../../web/ui/lib/url/as-of.ts';

describe('the past in links of the navigation', () => {
  it('a day that a page of a chip shows is kept by the places that can show it', () => {
    const from = ['dashboard', 'values', 'figures', 'overview', 'runs'] as const;
    const kept = from.map((place) => pastSearch(place, '/dashboard', { as_of: '2026-11-14' }));
    expect(kept).toEqual([
      { as_of: '2026-11-14' },
      { as_of: '2026-11-14' },
      { date: '2026-11-14' },
      { as_of: '2026-11-14' },
      {},
    ]);
    expect(pastSearch('values', '/chips/a/wall', { date: '2026-11-14' })).toEqual({ as_of: '2026-11-14' });
  });

  it('now, what is not a time, an instant on a wall of days, and pages of no chip are not kept', () => {
    expect(pastSearch('values', '/dashboard', {})).toEqual({});
    expect(pastSearch('values', '/dashboard', { as_of: 'newest' })).toEqual({});
    expect(pastSearch('values', '/dashboard', { as_of: 'soon' })).toEqual({});
    expect(pastSearch('figures', '/dashboard', { as_of: '2026-11-14T03:00:00Z' })).toEqual({});
    expect(pastSearch('values', '/tasks', { date: '2026-11-14' })).toEqual({});
  });

  it('a day is alongside another one over the end of a month and of a year', () => {
    expect([dayBeside('2026-12-31', 1), dayBeside('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28']);
  });
});

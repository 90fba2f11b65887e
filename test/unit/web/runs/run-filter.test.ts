import { describe, expect, it } from 'vitest';
import { byDay } from '../../../../web/runs/lib/by-day.ts';
import { filterText, filterWords, parseFilter } from '../../../../web/runs/lib/run-filter.ts';
import { suggestFilters } from '../../../../web/ui/lib/filters/typed-filters.ts';

describe('the filter of runs', () => {
  it('what is typed is read, and written as it was typed', () => {
    const text = 'chip:torino status:failed flow:"all of it" who:ada since:2026-11-20';
    const search = { chip: 'torino', status: 'failed', flow: 'all of it', who: 'ada', from: '2026-11-20' } as const;
    expect(parseFilter(text)).toEqual({ search });
    expect(filterText(search)).toBe(text);
    expect(parseFilter('   ')).toEqual({ search: {} });
  });

  it('what is not a filter is named', () => {
    expect(parseFilter('chip:torino failed')).toEqual({
      problem: "'failed' is not a filter. Use chip:, status:, flow:, who:, since:",
    });
    expect(parseFilter('chip:')).toMatchObject({ problem: expect.stringContaining("'chip:'") });
    expect(parseFilter('status:done')).toMatchObject({ problem: expect.stringContaining("'done' is not a status") });
    for (const date of ['yesterday', '0002-11-20', '2026-02-30'])
      expect(parseFilter(`since:${date}`)).toEqual({ problem: `'${date}' is not a date such as 2026-11-20` });
  });

  it('suggestions go on from what is typed, and offer no word twice', () => {
    const known = { chip: ['torino', 'demo'], status: ['failed'], flow: ['all of it'] };
    expect(suggestFilters('', filterWords, known)).toEqual([
      'chip:torino',
      'chip:demo',
      'status:failed',
      'flow:"all of it"',
    ]);
    expect(suggestFilters('chip:de', filterWords, known)).toEqual(['chip:demo']);
    expect(suggestFilters('chip:demo fa', filterWords, known)).toEqual(['chip:demo status:failed']);
    expect(suggestFilters('chip:demo ', filterWords, known)).toEqual([
      'chip:demo status:failed',
      'chip:demo flow:"all of it"',
    ]);
  });
});

describe('runs by day', () => {
  it('runs are under the day of the zone on which they began, in their order', () => {
    const run = (start_at: string | null, created_at = '2026-11-20T23:00:00Z') => ({ start_at, created_at });
    const runs = [run(null), run('2026-11-20T16:00:00Z'), run('2026-11-20T14:00:00Z')];
    expect(byDay(runs, 'Asia/Tokyo').map(({ day, runs: own }) => [day, own.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { notesSearch, searchQueryOf } from '../../../../web/notes/lib/search.ts';
import { parseSearch } from '../../../../web/ui/lib/url/search-params.ts';

describe('the URL of the notes', () => {
  it('the URL of the notes restores a search and drops what makes no sense', () => {
    const url = '?q=flux&chip=qpu-1&scope=qubit&target=3&actor=amy&action=delete&from=2025-03-01&sort=newest&page=2';
    expect(notesSearch(parseSearch(url))).toEqual({
      q: 'flux',
      chip: 'qpu-1',
      scope: 'qubit',
      target: '3',
      actor: 'amy',
      action: 'delete',
      from: '2025-03-01',
      to: undefined,
      sort: 'newest',
      order: undefined,
      page: 2,
    });
    expect(notesSearch({ scope: 'mux', action: 'edit', from: 'soon', page: '0' })).toEqual(notesSearch({}));
  });

  it('the URL of the notes asks for whole days of the calendar zone', () => {
    const query = searchQueryOf({ q: 'flux', from: '2025-03-01', to: '2025-03-01', page: 3 }, 'Asia/Tokyo');
    expect([query.start_at, query.end_at, query.skip]).toEqual([
      '2025-02-28T15:00:00.000Z',
      '2025-03-01T14:59:59.999Z',
      40,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { noteFilterText, noteFilterWords, parseNoteFilter } from '../../../../web/notes/lib/note-filter.ts';
import { suggestFilters } from '../../../../web/ui/lib/filters/typed-filters.ts';

describe('the search of notes in one field', () => {
  it('words and phrases are searched for, and what narrows them is read alongside them, in any order', () => {
    const search = { q: 'flux "two level" t1:', chip: 'torino', scope: 'qubit', target: '3', actor: 'ada' } as const;
    expect(parseNoteFilter('chip:torino flux by:ada "two level" of:qubit target:3 t1:')).toEqual({ search });
    const text = 'flux "two level" t1: chip:torino of:qubit target:3 by:ada';
    expect(noteFilterText(search)).toBe(text);
    expect(parseNoteFilter(text)).toEqual({ search });
    expect(parseNoteFilter('  ')).toEqual({ search: {} });
    expect(noteFilterText({ order: 'asc', page: 2 })).toBe('');
  });

  it('days and choices are read, and what they cannot say is named', () => {
    const search = { q: 'a', action: 'delete', from: '2026-11-01', to: '2026-11-20', sort: 'newest' };
    expect(parseNoteFilter('a action:delete from:2026-11-01 to:2026-11-20 sort:newest')).toEqual({ search });
    expect(parseNoteFilter('a from:monday')).toEqual({ problem: "'monday' is not a date such as 2026-11-20" });
    expect(parseNoteFilter('a of:qubits')).toMatchObject({ problem: expect.stringContaining('qubit_metric') });
    expect(parseNoteFilter('a by:')).toEqual({ problem: "'by:' says nothing" });
  });

  it('a timeline is of a chip or of one target, and refuses what narrows a search alone', () => {
    expect(parseNoteFilter('chip:torino')).toEqual({ search: { chip: 'torino' } });
    expect(parseNoteFilter('of:qubit target:3')).toEqual({ search: { scope: 'qubit', target: '3' } });
    for (const [text, word] of [
      ['by:ada', 'by:'],
      ['from:2026-11-01 chip:torino', 'from:'],
      ['target:3', 'target:'],
      ['of:qubit', 'of:'],
    ] as const)
      expect(parseNoteFilter(text)).toMatchObject({ problem: expect.stringContaining(`'${word}'`) });
  });

  it('what is suggested goes on behind what is searched for', () => {
    const known = { chip: ['torino'], sort: ['newest'] };
    expect(suggestFilters('flux chip:torino ', noteFilterWords, known)).toEqual(['flux chip:torino sort:newest']);
    expect(suggestFilters('flux so', noteFilterWords, known)).toEqual(['flux sort:newest']);
  });
});

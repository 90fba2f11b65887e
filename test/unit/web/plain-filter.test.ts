import { describe, expect, it } from 'vitest';
import { type PlainFilter, parsePlainFilter, plainFilterText } from '../../../web/ui/lib/filters/plain-filter.ts';

const discussions: PlainFilter<'status' | 'chip'> = {
  words: ['status', 'chip'],
  freeText: 'q',
  values: { status: ['open', 'all'] },
};
const reviews: PlainFilter<'chip'> = { words: ['chip'], values: {} };

describe('the filters of a list in one field', () => {
  it('words and free text are read in any order, and written as they are typed', () => {
    const search = { q: 'no decay', status: 'open', chip: 'my chip' };
    expect(parsePlainFilter(discussions, 'no status:open decay chip:"my chip"')).toEqual({ search });
    expect(plainFilterText(discussions, { ...search, page: 2 })).toBe('no decay status:open chip:"my chip"');
    expect(parsePlainFilter(discussions, ' ')).toEqual({ search: {} });
    expect(plainFilterText(discussions, {})).toBe('');
  });

  it.each([
    [discussions, 'status:melted', "'melted' is not a status. Use open, all"],
    [discussions, 'colour:red', "'colour:red' is not a filter. Use status:, chip:"],
    [discussions, 'chip:', "'chip:' is not a filter. Use status:, chip:"],
    [discussions, 'chip:a chip:b', "'chip:' is there twice"],
    [reviews, 'decay', "'decay' is not a filter. Use chip:"],
  ])('what is not a filter is named: %#', (filter, text, problem) => {
    expect(parsePlainFilter(filter, text)).toEqual({ problem });
  });
});

import { describe, expect, it } from 'vitest';
import { heldRows } from '../../../web/values/lib/look/held-rows.ts';

const held = (rows: string, first: string) => heldRows([...rows], [...first], (row) => row);

describe('rows of a list that is read again', () => {
  it('rows that are newer than the first reading wait, and the others stay in their place', () => {
    expect(held('edcba', 'cba')).toEqual({ shown: ['c', 'b', 'a'], waiting: 2 });
    expect(held('cba', 'cba')).toEqual({ shown: ['c', 'b', 'a'], waiting: 0 });
    // A row that is gone leaves the others.
    expect(held('dba', 'cba')).toEqual({ shown: ['b', 'a'], waiting: 1 });
  });

  it('nothing waits where nothing was there before', () => {
    expect(held('ba', '')).toEqual({ shown: ['b', 'a'], waiting: 0 });
    expect(held('fed', 'cba')).toEqual({ shown: ['f', 'e', 'd'], waiting: 0 });
  });
});

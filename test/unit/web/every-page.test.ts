import { describe, expect, it } from 'vitest';
import { allPages } from '../../../web/ui/lib/api/all-pages.ts';

describe('a list that is read whole', () => {
  it('a list that is read whole has the entries of every page, in their order, each page asked for once', async () => {
    const pages: Record<string, { entries: string[]; next: string | null }> = {
      first: { entries: ['a', 'b'], next: 'second' },
      second: { entries: [], next: 'third' },
      third: { entries: ['c'], next: null },
    };
    const asked: (string | undefined)[] = [];
    const all = await allPages(async (cursor) => {
      asked.push(cursor);
      return pages[cursor ?? 'first'] ?? { entries: [], next: null };
    });
    expect(all).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([undefined, 'second', 'third']);
  });

  it('a list that is read whole is refused whole when one of its pages is', async () => {
    const read = async (cursor: string | undefined) => {
      if (cursor !== undefined) throw new Error('refused');
      return { entries: ['a'], next: 'second' };
    };
    await expect(allPages(read)).rejects.toThrow('refused');
  });
});

import { createProgress } from '../terminal.ts';

/** A page of a response; the next page continues its lists from its cursor. */
export type Page = Record<string, unknown> & { next_cursor?: string | null };

/** Merges the lists of all pages into the first response. */
export async function withAllPages(first: Page, pageAt: (cursor: string) => Promise<Page>): Promise<Page> {
  const lists = new Map<string, unknown[]>();
  const add = (page: Page) => {
    for (const [name, value] of Object.entries(page))
      if (Array.isArray(value)) lists.set(name, [...(lists.get(name) ?? []), ...value]);
  };
  add(first);
  const progress = createProgress();
  try {
    for (let cursor = first.next_cursor; cursor; ) {
      progress.step(`${[...lists.values()].reduce((count, list) => count + list.length, 0)} read`);
      const page = await pageAt(cursor);
      add(page);
      cursor = page.next_cursor;
    }
  } finally {
    progress.end();
  }
  return { ...first, ...Object.fromEntries(lists), next_cursor: null };
}

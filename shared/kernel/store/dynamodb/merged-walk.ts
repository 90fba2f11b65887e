import type { Item } from './codec.ts';
import { type Database, type QueryRange, queryPage } from './database.ts';

/** An item with the sort key that it has in its range. */
export interface WalkedItem {
  item: Item;
  sort: string;
}

/** Completes the items of a page with what their index does not carry. */
export type CompletePage = (items: readonly Item[]) => Promise<Item[]>;

/** A range being read. */
interface Source {
  range: QueryRange;
  buffer: WalkedItem[];
  startKey: Item | undefined;
  ended: boolean;
}

/**
 * Walks several ranges of one index as one, the largest sort key first unless it ascends. The first pages of all ranges
 * are read concurrently. Sort keys must differ between ranges.
 */
export class MergedWalk {
  readonly #db: Database;
  readonly #sources: Source[];
  readonly #pageSize: number;
  readonly #complete: CompletePage | undefined;
  readonly #ascending: boolean;

  /** @param options.complete brings the items of a page into the shape of today, in their order. */
  constructor(
    db: Database,
    ranges: readonly QueryRange[],
    pageSize: number,
    { complete, ascending = false }: { complete?: CompletePage | undefined; ascending?: boolean | undefined } = {},
  ) {
    this.#db = db;
    this.#pageSize = pageSize;
    this.#complete = complete;
    this.#ascending = ascending;
    this.#sources = ranges.map((range) => ({
      range: {
        ...{ ...range, descending: !ascending },
        ...(range.attributes ? { attributes: [...range.attributes, sortKeyOf(range)] } : {}),
      },
      buffer: [],
      startKey: undefined,
      ended: false,
    }));
  }

  /** The next item; undefined at the end. What must be read for it comes in pages of `pageSize`. */
  async next(pageSize = this.#pageSize): Promise<WalkedItem | undefined> {
    await Promise.all(this.#sources.map((source) => this.#fill(source, pageSize)));
    let first: Source | undefined;
    for (const source of this.#sources) {
      const [head] = source.buffer;
      const best = first?.buffer[0];
      if (head && (!best || head.sort > best.sort !== this.#ascending)) first = source;
    }
    return first?.buffer.shift();
  }

  async #fill(source: Source, pageSize: number): Promise<void> {
    while (source.buffer.length === 0 && !source.ended) {
      const { range, startKey } = source;
      const page = await queryPage(this.#db, range, { limit: pageSize, ...(startKey ? { startKey } : {}) });
      const sortKey = sortKeyOf(range);
      const items = this.#complete ? await this.#complete(page.items) : page.items;
      for (const item of items) source.buffer.push({ item, sort: String(item[sortKey]) });
      source.startKey = page.lastKey;
      source.ended = !page.lastKey;
    }
  }
}

const sortKeyOf = ({ index }: QueryRange): string => (index ? `${index}sk` : 'sk');

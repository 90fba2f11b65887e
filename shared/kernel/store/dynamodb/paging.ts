import { ServiceError } from '../../errors.ts';
import type { Item } from './codec.ts';
import { type Database, type OnFullPage, type QueryRange, queryPage } from './database.ts';

/** `skip` and `limit` over keys, exact, or an opaque `cursor` (docs/design/storage.md#paging). */

/** What a caller may ask of a list. */
export interface PageRequest {
  skip: number;
  limit: number;
  cursor?: string | undefined;
}

export interface Page<T> {
  records: T[];
  /** Everything that matches; null where counting would read more than the work budget. */
  total: number | null;
  skip: number;
  limit: number;
  nextCursor: string | null;
}

/** Most keys that `skip` may walk over, and most items that are counted for `total`. */
export const skipBudget = 10_000;

/** Most items of one read. */
const mostItems = 1000;

/** Most reads, of a megabyte at most, that count for `total`: lists of whole records may have large ones. */
const countBudgetReads = 16;

/** What may be left of a list: a filter on decoded records, and how an item is decoded. */
export interface PageOptions<T> {
  decode(item: Item): T;
  /** Brings what the range itself does not have to records, before any is left out: one for one, in their order. */
  complete?(records: T[]): Promise<T[]>;
  /** Leaves records out; the walk goes on until the page is full. */
  keep?(record: T): boolean;
  /** Whether neither this record nor any later one is wanted: the walk ends there. */
  endsAt?(record: T): boolean;
  /** The total, where something counts it already. */
  total?: number;
  /** For lists whose records may be large: called for each megabyte that is taken, not for skipped ones. */
  onFullPage?: OnFullPage;
}

/**
 * Reads one page of a range.
 * @throws ServiceError `invalid` when `skip` is beyond the work budget, or the cursor is not one of this list.
 */
export async function readPage<T>(
  db: Database,
  range: QueryRange,
  request: PageRequest,
  options: PageOptions<T>,
): Promise<Page<T>> {
  const skip = request.cursor === undefined ? request.skip : 0;
  if (skip > skipBudget)
    throw new ServiceError(
      'request_too_broad',
      `skip ${skip} is beyond ${skipBudget}; narrow the range or follow 'next_cursor' instead`,
    );
  const counts = request.cursor === undefined && options.total === undefined;
  const walk = new Walk(
    db,
    range,
    options,
    request.cursor === undefined ? undefined : decodeCursor(request.cursor, range),
    // Records that are counted anyway are read at once, unless a walk may end before, or reports what it takes.
    counts && !options.endsAt && !options.onFullPage ? mostItems : 1,
  );
  const skipped = await walk.skip(skip);
  const records = await walk.take(request.limit);
  const nextCursor = (await walk.hasMore()) ? walk.cursor() : null;
  const total = counts ? await walk.total(skipped + records.length) : (options.total ?? null);
  return { records, total, skip: request.skip, limit: request.limit, nextCursor };
}

/** Walks a range record by record, remembering the key of the last record that it returned. */
class Walk<T> {
  readonly #db: Database;
  readonly #range: QueryRange;
  readonly #options: PageOptions<T>;
  readonly #fewest: number;
  #startKey: Item | undefined;
  #buffer: { record: T; item: Item }[] = [];
  #ended = false;
  #last: Item | undefined;

  /** @param fewest how many items a read asks for at least. */
  constructor(db: Database, range: QueryRange, options: PageOptions<T>, startKey: Item | undefined, fewest: number) {
    this.#db = db;
    this.#range = range;
    this.#options = options;
    this.#startKey = startKey;
    this.#fewest = fewest;
  }

  /** Answers how many records there were to skip. */
  async skip(count: number): Promise<number> {
    let left = count;
    for (; left > 0 && (await this.#fill(left + 1)); left -= 1) this.#shift();
    return count - left;
  }

  async take(limit: number): Promise<T[]> {
    const records: T[] = [];
    while (records.length < limit && (await this.#fill(limit - records.length + 1, this.#options.onFullPage))) {
      const record = this.#shift();
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  hasMore(): Promise<boolean> {
    return this.#fill(1);
  }

  cursor(): string | null {
    return this.#last ? encodeCursor(keysOf(this.#last, this.#range)) : null;
  }

  /** Counts on from here, within the budget. */
  async total(seen: number): Promise<number | null> {
    let count = seen + this.#buffer.length;
    this.#buffer = [];
    for (let reads = 0; !this.#ended && count <= skipBudget && reads < countBudgetReads; reads += 1) {
      await this.#read(mostItems);
      count += this.#buffer.length;
      this.#buffer = [];
    }
    return this.#ended ? count : null;
  }

  #shift(): T | undefined {
    const entry = this.#buffer.shift();
    if (entry) this.#last = entry.item;
    return entry?.record;
  }

  async #fill(want: number, onFullPage?: OnFullPage): Promise<boolean> {
    while (this.#buffer.length === 0 && !this.#ended) await this.#read(want, onFullPage);
    return this.#buffer.length > 0;
  }

  async #read(want: number, onFullPage?: OnFullPage): Promise<void> {
    const limit = Math.min(mostItems, Math.max(this.#fewest, want));
    const page = await queryPage(this.#db, this.#range, {
      limit,
      ...(this.#startKey ? { startKey: this.#startKey } : {}),
    });
    if (page.lastKey && page.items.length < limit) onFullPage?.();
    const { complete, endsAt, keep } = this.#options;
    const decoded = page.items.map((item) => this.#options.decode(item));
    const records = complete ? await complete(decoded) : decoded;
    for (const [place, item] of page.items.entries()) {
      const record = records[place] as T;
      if (endsAt?.(record)) {
        this.#ended = true;
        return;
      }
      if (keep?.(record) ?? true) this.#buffer.push({ record, item });
    }
    this.#startKey = page.lastKey;
    this.#ended = !page.lastKey;
  }
}

function keysOf(item: Item, range: QueryRange): Item {
  const names = ['pk', 'sk', ...(range.index ? [`${range.index}pk`, `${range.index}sk`] : [])];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

const encodeCursor = (key: Item): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** A cursor is only a key: a forged one cannot leave the partition that the list reads. */
function decodeCursor(cursor: string, range: QueryRange): Item {
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as Item;
    const expected = keysOf(key, range);
    const partition = key[range.index ? `${range.index}pk` : 'pk'];
    const complete = Object.values(expected).every(isKeyText);
    const sort = String(key[range.index ? `${range.index}sk` : 'sk']);
    if (
      complete &&
      partition === range.pk &&
      isWithin(sort, range) &&
      Object.keys(key).length === Object.keys(expected).length
    )
      return key;
  } catch {
    // answered below like any other cursor that is not ours
  }
  throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list");
}

/** Longest sort key in bytes (DynamoDB, Constraints); our partition keys are far shorter than theirs may be. */
const keyLimitBytes = 1024;

const isKeyText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && Buffer.byteLength(value) <= keyLimitBytes;

/** DynamoDB refuses to start outside the range that is read. It compares the bytes of UTF-8, not code units. */
function isWithin(sort: string, { prefix = '', from, through }: QueryRange): boolean {
  const compared = (bound: string) => Buffer.compare(Buffer.from(sort), Buffer.from(bound));
  if (prefix) return sort.startsWith(prefix);
  return (from === undefined || compared(from) >= 0) && (through === undefined || compared(through) <= 0);
}

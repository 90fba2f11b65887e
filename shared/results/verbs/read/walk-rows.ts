import { ServiceError } from '../../../kernel/errors.ts';
import type { Database, QueryRange } from '../../../kernel/store/dynamodb/database.ts';
import { type CompletePage, MergedWalk } from '../../../kernel/store/dynamodb/merged-walk.ts';
import type { PageRequest } from '../../../kernel/store/dynamodb/paging.ts';
import { decodeSortCursor, encodeSortCursor, rangesAfter } from '../../../kernel/store/dynamodb/sort-cursor.ts';
import type { TaskStatus } from '../../../runs/rules/statuses.ts';
import { decodeTaskRow, type TaskRow } from '../../store/task-results.ts';

/** Task results by status. */
export type Counts = Partial<Record<TaskStatus, number>>;

/** Which rows of a walk are wanted; without `fits` all of the status are, and counts are not made. */
export interface RowFilter {
  /** Whether a row belongs to the list: others are skipped and not counted. All do if it is absent. */
  belongs?: ((row: TaskRow) => boolean) | undefined;
  status: TaskStatus | undefined;
  fits: ((row: TaskRow) => boolean) | undefined;
  /** Brings rows of an earlier shape up to what `fits` asks of them. */
  complete?: CompletePage | undefined;
}

export interface WalkedRows {
  rows: TaskRow[];
  cursor: string | null;
  /** Counts by status of what was found to fit, whatever status was asked for; undefined behind a cursor. */
  counts: Counts | undefined;
  /** Whether the counts are of everything: the walk came to the end. */
  countedAll: boolean;
}

/** Most rows that a filtered walk looks at in one request, for the page and for its counts. */
const rowBudget = 5000;

/**
 * Walks rows, newest first, for one page and, where rows are filtered, on for the counts.
 * @param budget most rows that a filtered walk looks at.
 * @throws ServiceError `invalid` when `skip` leads beyond what is looked at, or the cursor is not one of a walk.
 */
export async function walkRows(
  db: Database,
  ranges: readonly QueryRange[],
  filter: RowFilter,
  page: PageRequest,
  budget = rowBudget,
): Promise<WalkedRows> {
  const after = page.cursor === undefined ? undefined : decodeSortCursor(page.cursor);
  const filtered = filter.fits !== undefined || filter.status !== undefined;
  const pageSize = filtered ? 1000 : page.skip + page.limit + 2;
  const merged = new MergedWalk(db, rangesAfter(ranges, after), pageSize, { complete: filter.complete });
  const collector = new Collector(filter, page);
  for (let read = 0; collector.wantsMore; read += 1) {
    if (filtered && read >= budget) return collector.stopped();
    const next = await merged.next();
    if (!next) return collector.ended();
    if (next.sort !== after) collector.take(decodeTaskRow(next.item), next.sort);
  }
  return collector.stopped();
}

/** Fills one page from the rows of a walk. */
class Collector {
  readonly #filter: RowFilter;
  readonly #page: PageRequest;
  readonly #rows: TaskRow[] = [];
  readonly #counts: Counts = {};
  #left: number;
  /** The last row that the page has handled: the next page continues after it. */
  #last: string | undefined;
  #more = false;

  constructor(filter: RowFilter, page: PageRequest) {
    this.#filter = filter;
    this.#page = page;
    this.#left = page.skip;
  }

  /** Whether a further row could change anything: without counts, only until the page is known not to be the last. */
  get wantsMore(): boolean {
    return !this.#more || this.#filter.fits !== undefined;
  }

  take(row: TaskRow, sort: string): void {
    const full = this.#rows.length === this.#page.limit;
    if (!full) this.#last = sort;
    const { belongs, fits, status } = this.#filter;
    if (belongs?.(row) === false) return;
    if (fits?.(row) === false) return;
    this.#counts[row.status] = (this.#counts[row.status] ?? 0) + 1;
    if (status !== undefined && row.status !== status) return;
    if (this.#left > 0) this.#left -= 1;
    else if (full) this.#more = true;
    else this.#rows.push(row);
  }

  /** There is nothing behind what was taken. */
  ended(): WalkedRows {
    const cursor = this.#more && this.#last !== undefined ? encodeSortCursor(this.#last) : null;
    return this.#page.cursor === undefined
      ? { rows: this.#rows, cursor, counts: this.#counts, countedAll: true }
      : { rows: this.#rows, cursor, counts: undefined, countedAll: false };
  }

  /** There may be more. */
  stopped(): WalkedRows {
    if (this.#left > 0)
      throw new ServiceError(
        'request_too_broad',
        `skip ${this.#page.skip} is too large; narrow the range or follow 'next_cursor' instead`,
      );
    const cursor = this.#last === undefined ? null : encodeSortCursor(this.#last);
    const counts = this.#page.cursor === undefined ? this.#counts : undefined;
    return { rows: this.#rows, cursor, counts, countedAll: false };
  }
}

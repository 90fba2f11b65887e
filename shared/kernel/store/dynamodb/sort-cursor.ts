import { ServiceError } from '../../errors.ts';
import type { QueryRange } from './database.ts';

/**
 * Cursors of lists that several ranges of an index make up: the sort key after which to continue, which begins with an
 * instant. A forged cursor stays within the ranges that are read.
 */
export const encodeSortCursor = (sort: string): string => Buffer.from(sort).toString('base64url');

/** @throws ServiceError `invalid` for an invalid cursor. */
export function decodeSortCursor(cursor: string): string {
  const sort = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^\d{4}-\d{2}-\d{2}T[^#]*#/.test(sort) && Buffer.byteLength(sort) <= 1024) return sort;
  throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list");
}

/** What is left of the ranges behind a cursor, itself included. DynamoDB refuses a range that ends before it begins. */
export const rangesAfter = (
  ranges: readonly QueryRange[],
  after: string | undefined,
  ascending = false,
): QueryRange[] =>
  ranges
    .map((range) => {
      if (after === undefined) return range;
      if (ascending) return after > (range.from ?? '') ? { ...range, from: after } : range;
      return after < (range.through ?? '~') ? { ...range, through: after } : range;
    })
    .filter(({ from = '', through = '~' }) => from <= through);

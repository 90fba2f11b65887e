import { useState } from 'react';
import { type HeldRows, heldRows } from '../../../values/lib/look/held-rows.ts';

/**
 * Rows of a list that is read again by itself: those that are newer than when it was read first wait until they are asked for, so that
 * nothing moves under a hand.
 * @param list what the rows are of; another list is held anew
 * @param rows the newest first; undefined until they are read for this page
 */
export function useHeldRows<R>(list: string, rows: readonly R[] | undefined, idOf: (row: R) => string): HeldRows<R> {
  const [held, setHeld] = useState<{ list: string; first: readonly R[] }>();
  const isOf = held?.list === list;
  if (rows !== undefined && !isOf) setHeld({ list, first: rows });
  const first = isOf ? held.first : (rows ?? []);
  return { ...heldRows(rows ?? [], first, idOf), first, show: () => rows && setHeld({ list, first: rows }) };
}

/** The shown rows of a list, and how many wait. */
export interface HeldRows<R> {
  shown: readonly R[];
  waiting: number;
  /** The rows of the first reading, or those shown last. */
  first: readonly R[];
  /** Shows what waits. */
  show: () => void;
}

/**
 * Separates the rows that arrived after the first reading from the others. If none of the rows was there at first, none
 * is held back: no row that the user has seen can move.
 * @param rows the newest first
 */
export function heldRows<R>(
  rows: readonly R[],
  first: readonly R[],
  idOf: (row: R) => string,
): Pick<HeldRows<R>, 'shown' | 'waiting'> {
  const known = new Set(first.map(idOf));
  const waiting = Math.max(
    0,
    rows.findIndex((row) => known.has(idOf(row))),
  );
  return { shown: rows.slice(waiting), waiting };
}

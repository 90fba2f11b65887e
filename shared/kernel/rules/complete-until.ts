/** The newest matching entry of the table, read strongly consistent together with the index. */
export interface Witness {
  isShown: boolean;
  /** The newest instant that the index shows, or one before everything that it could. */
  shownUntil: string;
}

/**
 * Up to which instant the answer of an index is whole (rule READ-4).
 * @param now an instant before the reads
 * @param witness undefined where the table has nothing that the index would have to show
 */
export const completeUntil = (now: string, witness: Witness | undefined): string =>
  witness && !witness.isShown ? witness.shownUntil : now;

/** Which write of a list was its last: the number grows with every write. */
export interface ListHead {
  rev: number;
  writtenAt: string;
}

/**
 * Up to which instant an index shows a list whole (rule READ-7); null where it does not show the head at all.
 * @param now an instant before the reads
 * @param written the head as the table has it; undefined where nothing was ever written
 * @param shown the head as the index has it
 */
export function listCompleteUntil(
  now: string,
  written: ListHead | undefined,
  shown: ListHead | undefined,
): string | null {
  if (!written) return now;
  if (!shown) return null;
  if (shown.rev >= written.rev && shown.writtenAt >= written.writtenAt) return now;
  // Two clocks may differ: what is lacking was not written before what the table says.
  return earliest([shown.writtenAt, justBefore(written.writtenAt)]);
}

/** The earliest of several, null where one of them is not known. */
export function earliest(instants: readonly (string | null)[]): string | null {
  if (instants.includes(null)) return null;
  return instants.toSorted()[0] ?? null;
}

export const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** The newest entry that the table has of what an index is asked for, read strongly beside it. */
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

export const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** Bounds of notes (rule NOTE-19): higher than any real use, and low enough for one answer to hold all of them. */
export const noteBounds = {
  /** Notes of a chip itself: one a scope. */
  chipScopes: 200,
  /** Notes of one target and of its metrics, over all scopes. */
  targetNotes: 100,
  /** Comments on one target, over all scopes. */
  targetComments: 200,
} as const;

/** How many comments of a target the summary of its chip shows. */
export const summaryComments = 3;

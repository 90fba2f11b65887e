/** How often an open page asks, in milliseconds. `npm run costs` reckons with these. */
export const intervals = {
  /** The look at the lock, which tells whether anything was written. */
  lock: { free: 60_000, held: 30_000 },
  /** Answers that change by the clock alone, as values become stale. */
  byClock: 600_000,
  /** The map of a chip that is being measured. */
  map: 5_000,
  /** The rest, in case a look came to nothing. */
  rest: 1_800_000,
} as const;

/**
 * For queries of what others may write while a page is open. The look at the project's lock tells when something was
 * written (`useFollowWrites`), and then they are read again. A hidden tab sends no requests, and reads again when it is
 * shown.
 */
export const followed = {
  meta: { isFollowed: true, isOfRuns: false },
  refetchInterval: intervals.rest,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
} as const;

/** For large answers of what runs measure: while a run is on, they wait for its end. */
export const followedAfterRuns = {
  ...followed,
  meta: { isFollowed: true, isOfRuns: true },
  refetchInterval: intervals.byClock,
} as const;

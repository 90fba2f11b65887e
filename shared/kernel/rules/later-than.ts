/**
 * The instant of an edit. Clocks of two functions may differ: it is always later than the one that it replaces (rules
 * NOTE-16 and THREAD-3).
 */
export const laterThan = (before: string | undefined, now: string): string =>
  before === undefined || before < now ? now : new Date(Date.parse(before) + 1).toISOString();

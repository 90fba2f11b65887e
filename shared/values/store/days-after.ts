/** The second of the epoch, as TTL counts, some days after an instant. */
export const daysAfter = (instant: string, days: number): number =>
  Math.ceil(Date.parse(instant) / 1000) + days * 24 * 3600;

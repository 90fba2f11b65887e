/** By how many seconds the clock that dates a value may be ahead of the service's (rule TIME-8). */
const clockGraceSeconds = 300;

/** Whether an instant is further ahead of another one than clocks may differ. */
export const isAhead = (at: string, now: string): boolean =>
  Date.parse(at) > Date.parse(now) + clockGraceSeconds * 1000;

/** Whether a wrong clock dated a measurement: nothing is measured after it was recorded. */
export const isDatedAhead = ({ at, recordedAt }: { at: string; recordedAt: string }): boolean =>
  isAhead(at, recordedAt);

/** When a value was measured; undefined where a wrong clock dated it ahead, so that every measurement replaces it. */
export const credibleAt = (at: string | undefined, now: string): string | undefined =>
  at === undefined || isAhead(at, now) ? undefined : at;

/**
 * Whether a measurement becomes current (rule TIME-8).
 * @param since when the current value was measured; undefined without one
 */
export function becomesCurrent(at: string, since: string | undefined, now: string): boolean {
  const credible = credibleAt(since, now);
  return !isAhead(at, now) && (credible === undefined || credible < at);
}

/** The newest of some instants, ignoring future ones; undefined without any. */
export const newestCredible = (instants: readonly (string | null | undefined)[], now: string): string | undefined =>
  instants
    .filter((at) => at != null && !isAhead(at, now))
    .sort()
    .at(-1) ?? undefined;

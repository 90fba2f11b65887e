/** By how many seconds the clock that dates a value may be ahead of the service's (rule TIME-8). */
const clockGraceSeconds = 300;

/** Whether an instant is further ahead of another one than clocks may differ. */
export const isAhead = (at: string, now: string): boolean =>
  Date.parse(at) > Date.parse(now) + clockGraceSeconds * 1000;

/** When what a target has was measured; undefined where a wrong clock dated it ahead, so that every measurement replaces it. */
export const credibleAt = (at: string | undefined, now: string): string | undefined =>
  at === undefined || isAhead(at, now) ? undefined : at;

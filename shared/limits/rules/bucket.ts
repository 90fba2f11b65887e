/**
 * A token bucket (docs/decisions/0057). Its state is one instant: when it is full again. Taking tokens moves that instant
 * into the future, so an idle bucket needs no write and a debt is paid by waiting.
 */
export interface Bucket {
  /** Tokens that come back each second. */
  ratePerSecond: number;
  /** Tokens of a full bucket: what may be taken at once. */
  burst: number;
}

/** Time in which tokens come back, in whole milliseconds, rounded up. */
export const refillMilliseconds = (tokens: number, { ratePerSecond }: Bucket): number =>
  Math.ceil((tokens / ratePerSecond) * 1000);

/** Tokens in the bucket at an instant; negative while a debt is paid. */
export const tokensAt = (bucket: Bucket, fullAtMs: number, nowMs: number): number =>
  bucket.burst - (Math.max(0, fullAtMs - nowMs) * bucket.ratePerSecond) / 1000;

/**
 * The latest `fullAtMs` at which tokens can be taken. Of a request that needs more than the bucket holds, a full bucket is
 * required, and the rest becomes a debt.
 * @param reserve tokens below empty that this request may use
 */
export const latestFullAt = (bucket: Bucket, needed: number, reserve: number, nowMs: number): number =>
  nowMs + refillMilliseconds(bucket.burst + reserve - Math.min(needed, bucket.burst), bucket);

/** The bucket after tokens were taken. */
export const afterTaking = (bucket: Bucket, taken: number, fullAtMs: number, nowMs: number): number =>
  Math.max(fullAtMs, nowMs) + refillMilliseconds(taken, bucket);

/** Longest debt that a bucket keeps; an instant that is later was written by a wrong clock. */
const longestDebtMilliseconds = 300_000;

/** Longest time that anyone waits for tokens. */
export const longestWaitMilliseconds = (bucket: Bucket, reserve: number): number =>
  refillMilliseconds(bucket.burst + reserve, bucket) + longestDebtMilliseconds;

/** Whether a bucket's instant cannot be right, such as one that a clock of another day has written. */
export const isImplausible = (bucket: Bucket, reserve: number, fullAtMs: number, nowMs: number): boolean =>
  fullAtMs - nowMs > longestWaitMilliseconds(bucket, reserve);

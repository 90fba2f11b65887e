/** Seconds from each attempt to the next: the last one is about a day after the first (rule HOOK-6). */
const waits = [60, 300, 900, 3600, 10_800, 21_600, 43_200] as const;

/** Most attempts of one delivery. */
export const mostAttempts = waits.length + 1;

/** When a delivery is tried again after so many attempts; undefined when it is given up. */
export function nextAttemptAt(attempts: number, now: Date): string | undefined {
  const seconds = waits[attempts - 1];
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000).toISOString();
}

/**
 * When an attempt that begins now is looked at again, unless it ends before: after a crash, the next look retries it.
 * After the last attempt there is one more look, which gives it up.
 */
export const lookAgainAt = (attempts: number, now: Date): string | undefined =>
  nextAttemptAt(attempts, now) ?? nextAttemptAt(1, now);

/** How long a secret is still signed with after it was rotated (rule HOOK-5). */
export const rotationSeconds = 86_400;

/** Most webhooks of a project. */
export const mostWebhooks = 20;

/** How long deliveries are kept, in days. */
export const deliveryDays = 30;

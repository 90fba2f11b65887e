import { type Database, getItem, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { systemKeys } from '../../kernel/store/keys.ts';

/** How many attempts are allowed in a window that begins with the first of them. */
export interface RateLimit {
  attempts: number;
  windowSeconds: number;
}

/** Whether an attempt may be made, or how long to wait. */
export type Reservation = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Takes one attempt from a bucket before it is made, so that concurrent attempts cannot slip past the limit.
 * TTL removes old buckets, but only the time in the item decides.
 */
export async function reserveAttempt(
  db: Database,
  bucket: { name: string; address: string },
  limit: RateLimit,
  now: Date,
): Promise<Reservation> {
  const key = systemKeys.rateBucket(bucket.name, bucket.address);
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const count = () =>
    writeItem(db, {
      update: key,
      with: updateOf({ add: { attempts: 1 } }),
      condition: {
        expression: 'expires_at > :now AND attempts < :limit',
        values: { ':now': nowSeconds, ':limit': limit.attempts },
      },
    });
  if ((await count()).ok) return { ok: true };
  const opened = await writeItem(db, {
    update: key,
    with: updateOf({
      set: { attempts: 1, expires_at: nowSeconds + limit.windowSeconds, entity: 'rate-bucket', v: 1 },
    }),
    condition: { expression: 'attribute_not_exists(pk) OR expires_at <= :now', values: { ':now': nowSeconds } },
  });
  // Another attempt may have opened the window in between: then this one counts in it.
  if (opened.ok || (await count()).ok) return { ok: true };
  const ends = Number((await getItem(db, key))?.expires_at ?? nowSeconds);
  return { ok: false, retryAfterSeconds: Math.max(1, ends - nowSeconds) };
}

/**
 * Gives a taken attempt back: a good login does not count. The window in which it was taken ends at the latest as long after
 * it as a window lasts, and the next one later, which has nothing to be given back.
 * @param takenAt when it was taken
 */
export async function releaseAttempt(
  db: Database,
  bucket: { name: string; address: string },
  { windowSeconds }: Pick<RateLimit, 'windowSeconds'>,
  takenAt: Date,
): Promise<void> {
  const latestEnd = Math.floor(takenAt.getTime() / 1000) + windowSeconds;
  await writeItem(db, {
    update: systemKeys.rateBucket(bucket.name, bucket.address),
    with: updateOf({ add: { attempts: -1 } }),
    condition: {
      expression: 'attempts > :zero AND expires_at <= :latest',
      values: { ':zero': 0, ':latest': latestEnd },
    },
  });
}

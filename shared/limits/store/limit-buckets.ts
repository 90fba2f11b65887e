import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, getItem, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { type Key, systemKeys } from '../../kernel/store/keys.ts';
import { afterTaking, isImplausible, latestFullAt, refillMilliseconds } from '../rules/bucket.ts';
import type { Limit } from '../rules/limits.ts';

/** A bucket as the table keeps it: one item for each owner and kind. */
export interface StoredBucket {
  limit: Pick<Limit, 'owner' | 'kind' | 'bucket'>;
  /** The user's, the project's, or the network of the address. */
  ownerId: string;
}

export interface Taking {
  /** Tokens that must be there. */
  needed: number;
  /** Tokens that are taken, `needed` or more. */
  taken: number;
  /** Tokens below empty that may be used. */
  reserve: number;
  nowMs: number;
  /** When the bucket is full again, as far as the caller knows; it only decides what is tried first. */
  knownFullAtMs?: number;
}

/** Longer than any bucket needs to fill. */
const keptSeconds = 86_400;

/**
 * Takes tokens, in one request unless the bucket was idle or lacks them. Concurrent takers cannot take the same tokens,
 * since each write has its condition.
 */
export async function takeTokens(
  db: Database,
  stored: StoredBucket,
  { needed, taken, reserve, nowMs, knownFullAtMs = 0 }: Taking,
): Promise<{ isTaken: boolean; fullAtMs: number }> {
  const { bucket } = stored.limit;
  const latest = latestFullAt(bucket, needed, reserve, nowMs);
  const fullAtMs = await add(db, stored, taken, { nowMs, latestMs: latest, isContinued: knownFullAtMs > nowMs });
  if (fullAtMs !== undefined) return { isTaken: true, fullAtMs };
  const key = keyOf(stored);
  const found = fullAtOf(await getItem(db, key)) ?? nowMs;
  if (!isImplausible(bucket, reserve, found, nowMs)) return { isTaken: false, fullAtMs: Math.max(found, nowMs) };
  // A clock was wrong: as if all tokens had just been taken.
  const corrected = afterTaking(bucket, bucket.burst + reserve, nowMs, nowMs);
  await write(db, key, { set: { fullAtMs: corrected } }, nowMs, {
    expression: 'fullAtMs = :found',
    values: { ':found': found },
  });
  return { isTaken: false, fullAtMs: corrected };
}

/** Takes tokens that a request has used already; the bucket may go below empty. */
export async function bookTokens(db: Database, stored: StoredBucket, tokens: number, nowMs: number): Promise<void> {
  await add(db, stored, tokens, { nowMs, latestMs: Number.MAX_SAFE_INTEGER, isContinued: true });
}

/** @returns when the bucket is full again; undefined if it lacks tokens. */
async function add(
  db: Database,
  stored: StoredBucket,
  tokens: number,
  { nowMs, latestMs, isContinued }: { nowMs: number; latestMs: number; isContinued: boolean },
): Promise<number | undefined> {
  const key = keyOf(stored);
  const { bucket } = stored.limit;
  const continued = () =>
    write(db, key, { add: { fullAtMs: refillMilliseconds(tokens, bucket) } }, nowMs, {
      expression: 'fullAtMs > :now AND fullAtMs <= :latest',
      values: { ':now': nowMs, ':latest': latestMs },
    });
  const begun = () =>
    write(db, key, { set: { fullAtMs: afterTaking(bucket, tokens, nowMs, nowMs) } }, nowMs, {
      expression: 'attribute_not_exists(pk) OR fullAtMs <= :now',
      values: { ':now': nowMs },
    });
  const [first, second] = isContinued ? [continued, begun] : [begun, continued];
  // Another process may have changed the bucket in between.
  return (await first()) ?? (await second()) ?? (await first());
}

async function write(
  db: Database,
  key: Key,
  { add: added, set }: { add?: { fullAtMs: number }; set?: { fullAtMs: number } },
  nowMs: number,
  condition: Condition,
): Promise<number | undefined> {
  const expires = Math.ceil(nowMs / 1000) + keptSeconds;
  const parts = { set: { ...set, expires_at: expires, entity: 'limit-bucket', v: 1 }, ...(added && { add: added }) };
  const { ok, attributes } = await writeItem(db, { update: key, with: updateOf(parts), condition, unseen: true });
  return ok ? fullAtOf(attributes) : undefined;
}

const fullAtOf = (item: Item | undefined): number | undefined => item && Number(item.fullAtMs);

const keyOf = ({ limit: { owner, kind }, ownerId }: StoredBucket): Key => systemKeys.limitBucket(owner, ownerId, kind);

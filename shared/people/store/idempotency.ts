import { defineEntity, firstRevision, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, ifAbsent, ifRevision, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { userKeys } from '../../kernel/store/keys.ts';

/** The answer of a request that carried an `Idempotency-Key`, kept for its repeats (rule API-20). */
export interface IdempotencyRecord {
  userId: string;
  /** Hash of the key that the client sent. */
  digest: string;
  /** Hash of the request: the same key with another request is a mistake of the client. */
  fingerprint: string;
  state: 'started' | 'done';
  /** While `started`: until when the first request is assumed to be running, in epoch seconds. */
  busyUntil: number;
  /** When the record is forgotten, in epoch seconds. */
  forgetAt: number;
  /** The kept answer; absent for answers that hold a secret or are too large. */
  answer?: { statusCode: number; headers: Record<string, string>; body: Uint8Array } | undefined;
}

const idempotencyEntity = defineEntity<IdempotencyRecord>({
  name: 'idempotency',
  version: 1,
  keys: (record) => userKeys.idempotency(record.userId, record.digest),
  expiresAt: (record) => record.forgetAt,
});

/**
 * The result of claiming a key: it is ours to carry out, and `repeated` if an earlier request may have done so; or the
 * record that exists under it.
 */
export type Claim = { ours: true; rev: number; repeated: boolean } | { ours: false; record: IdempotencyRecord };

/** Claims a key; an expired record, or one whose request died, is taken over. */
export async function claimIdempotencyKey(db: Database, record: IdempotencyRecord, nowSeconds: number): Promise<Claim> {
  // A request that claimed the key before it expired may still be running (rule STORE-11).
  const first = firstRevision(new Date(nowSeconds * 1000).toISOString());
  const put = idempotencyEntity.encode(record, first);
  if ((await writeItem(db, { put, condition: ifAbsent })).ok) return { ours: true, rev: first, repeated: false };
  const existing = await readIdempotency(db, record);
  if (!existing) return claimIdempotencyKey(db, record, nowSeconds);
  const free = existing.forgetAt <= nowSeconds || (isSame(existing, record) && isExpired(existing, nowSeconds));
  if (!free) return { ours: false, record: existing };
  const rev = existing.rev + 1;
  const taken = await writeItem(db, {
    put: idempotencyEntity.encode(record, rev),
    condition: ifRevision(existing.rev),
  });
  // Another request took it over: the present record decides, not the ended one.
  return taken.ok ? { ours: true, rev, repeated: true } : claimIdempotencyKey(db, record, nowSeconds);
}

const isSame = (a: IdempotencyRecord, b: IdempotencyRecord): boolean => a.fingerprint === b.fingerprint;
const isExpired = (record: IdempotencyRecord, nowSeconds: number): boolean =>
  record.state === 'started' && record.busyUntil <= nowSeconds;

async function readIdempotency(
  db: Database,
  of: Pick<IdempotencyRecord, 'userId' | 'digest'>,
): Promise<Stored<IdempotencyRecord> | undefined> {
  const item = await getItem(db, userKeys.idempotency(of.userId, of.digest));
  return item && idempotencyEntity.decode(item);
}

/** Stores the answer under a key that we hold. */
export async function saveResponse(db: Database, record: IdempotencyRecord, rev: number): Promise<void> {
  await writeItem(db, { put: idempotencyEntity.encode(record, rev + 1), condition: ifRevision(rev) });
}

/**
 * What a request under an `Idempotency-Key` wrote, put in the same transaction: a request that died before its answer
 * was kept is known to be carried out, and its repeat writes nothing.
 */
export interface AppliedRequestRecord {
  userId: string;
  digest: string;
  /** What the verb answered. */
  outcome: unknown;
  /** When the record is forgotten, in epoch seconds. */
  forgetAt: number;
}

/** Codec of these records. */
export const appliedRequestEntity = defineEntity<AppliedRequestRecord>({
  name: 'carried-out',
  version: 1,
  keys: (record) => userKeys.carriedOut(record.userId, record.digest),
  expiresAt: (record) => record.forgetAt,
});

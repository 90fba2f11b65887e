import { defineEntity, type Item } from '../dynamodb/codec.ts';
import { type Database, ifAbsent, queryAll, writeItem } from '../dynamodb/database.ts';
import { systemKeys } from '../keys.ts';

/** The public half of a signing key, read and cached by every function. */
export interface SigningKeyRecord {
  kid: string;
  /** Ed25519 public key as a JWK. */
  jwk: { kty: string; crv: string; x: string };
  createdAt: string;
}

export const signingKeyEntity = defineEntity<SigningKeyRecord>({
  name: 'signing-key',
  version: 1,
  keys: (key) => systemKeys.signingKey(key.kid),
});

/** All published signing keys. */
export async function listSigningKeys(db: Database): Promise<SigningKeyRecord[]> {
  const items = await queryAll(db, systemKeys.signingKeys());
  return items.map((item) => signingKeyEntity.decode(item));
}

/** Publishes a signing key; publishing it again changes nothing. */
export async function publishSigningKey(db: Database, key: SigningKeyRecord): Promise<void> {
  await writeItem(db, { put: signingKeyEntity.encode(key, 1), condition: ifAbsent });
}

/** A row of the list of pending work: the kind of its item, and the fields that name it. */
export interface PendingRow {
  entity: string;
  slim: Item;
}

/** What the sweeper should look at: rows of the `PENDING` list that are due. */
export async function listPending(db: Database, dueAt: string): Promise<PendingRow[]> {
  const items = await queryAll(db, { index: 'gsi2', pk: systemKeys.pending, through: dueAt });
  return items.map((item) => ({ entity: String(item.entity), slim: item.slim as Item }));
}

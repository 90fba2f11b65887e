import type { Entity, Stored } from './codec.ts';
import { type Database, ifRevision, writeItem } from './database.ts';

/**
 * Replaces the record that was read, with changes; a field that is undefined is removed.
 * @returns the new record; undefined if another writer has changed it since.
 */
export async function putOver<T extends object>(
  db: Database,
  entity: Entity<T>,
  { rev, ...read }: Stored<T>,
  changes: Partial<T>,
): Promise<Stored<T> | undefined> {
  const record = { ...(read as object as T), ...changes };
  const { ok } = await writeItem(db, { put: entity.encode(record, rev + 1), condition: ifRevision(rev) });
  return ok ? { ...record, rev: rev + 1 } : undefined;
}

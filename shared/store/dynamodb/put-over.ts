import type { Entity, Stored } from './codec.ts';
import { type Database, ifRevision, writeItem } from './database.ts';

/**
 * Writes a record over what was read of it, with changes; a field that is undefined goes.
 * @returns it as it stands now; undefined where somebody else has written it since.
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

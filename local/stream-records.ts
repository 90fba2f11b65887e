import { DatabaseSync } from 'node:sqlite';

/*
 * The embedded engine keeps a table's stream records in a table of its SQLite file, for ever, and scans all of one
 * table's records on every write. Both are mended from outside, beside the running engine.
 */

/** Adds the index that keeps a write's cost independent of the number of stream records. Idempotent. */
export function indexStreamRecords(databaseFile: string): void {
  withDatabase(databaseFile, (database) => {
    database.exec(
      'CREATE INDEX IF NOT EXISTS ix_stream_seq ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    );
  });
}

/**
 * Deletes all but the newest `keep` (1 or more) stream records of a table and answers how many went.
 * The newest always stays: the engine numbers the next record from it.
 */
export function trimStreamRecords(databaseFile: string, tableName: string, keep: number): number {
  if (!Number.isInteger(keep) || keep < 1) throw new RangeError('At least the newest stream record must be kept');
  return withDatabase(databaseFile, (database) => {
    const oldestKept = database
      .prepare(
        `SELECT CAST(sequence_number AS INTEGER) AS number FROM _stream_records WHERE table_name = ?
         ORDER BY CAST(sequence_number AS INTEGER) DESC LIMIT 1 OFFSET ?`,
      )
      .get(tableName, keep - 1);
    if (!oldestKept) return 0;
    const result = database
      .prepare('DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?')
      .run(tableName, oldestKept.number ?? 0);
    return Number(result.changes);
  });
}

function withDatabase<T>(file: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    return use(database);
  } finally {
    database.close();
  }
}

import { DatabaseSync } from 'node:sqlite';

/*
 * The embedded engine never deletes a table's stream records from its SQLite file, and scans all of them on every
 * write. This file fixes both from outside, while the engine runs.
 */

/** Adds the index that makes a write's cost independent of the number of stream records. Idempotent. */
export function indexStreamRecords(databaseFile: string): void {
  withDatabase(databaseFile, (database) => {
    database.exec(
      'CREATE INDEX IF NOT EXISTS ix_stream_seq ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    );
  });
}

/**
 * Deletes the stream records of a table up to the lowest position in `delivered`, except the newest record, from which
 * the engine numbers the next. A consumer without a position (undefined) keeps everything; without consumers nothing is
 * kept. Returns the number of deleted records.
 */
export function trimStreamRecords(
  databaseFile: string,
  tableName: string,
  delivered: readonly (bigint | undefined)[],
): number {
  if (delivered.includes(undefined)) return 0;
  const numbers = delivered.filter((number) => number !== undefined);
  return withDatabase(databaseFile, (database) => {
    const newest = database.prepare(
      'SELECT MAX(CAST(sequence_number AS INTEGER)) AS number FROM _stream_records WHERE table_name = ?',
    );
    newest.setReadBigInts(true);
    const last = newest.get(tableName)?.number;
    if (typeof last !== 'bigint') return 0;
    const through = numbers.reduce((least, number) => (number < least ? number : least), last - 1n);
    const result = database
      .prepare('DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) <= ?')
      .run(tableName, through);
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

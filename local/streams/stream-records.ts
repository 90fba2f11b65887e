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
 * Deletes the stream records of a table through the least sequence number of `delivered`, but never the newest record:
 * the engine numbers the next one from it. A consumer that has been delivered nothing (undefined) keeps everything;
 * without consumers nothing needs to be kept. Answers how many went.
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

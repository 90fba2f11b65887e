import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBRecord } from 'aws-lambda';
import { sequenceNumberOf } from './event.ts';

/** What one consumer has been delivered of a shard: the sequence number behind it, or `end` of a closed shard. */
export type Cursor = { after: string } | 'end';

/** A record that was given up, with all that is needed to look into it or to deliver it by hand. */
export interface DeadLetter {
  consumer: string;
  sequenceNumber: string;
  /** Why, in the words of the consumer or of the delivery. */
  reason: string;
  /** ISO 8601. */
  at: string;
  record: DynamoDBRecord;
}

/** Which shard of which stream a consumer reads. */
export interface CursorName {
  consumer: string;
  streamArn: string;
  shardId: string;
}

/** Where the delivery of streams is kept over a restart: cursors and dead letters, in one file of SQLite. */
export class StreamState {
  readonly #database: DatabaseSync;

  /** @param file path, or `:memory:` for what need not outlive the process. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS cursors (
        consumer TEXT, stream_arn TEXT, shard_id TEXT, position TEXT NOT NULL,
        PRIMARY KEY (consumer, stream_arn, shard_id));
      CREATE TABLE IF NOT EXISTS dead_letters (
        id INTEGER PRIMARY KEY, consumer TEXT NOT NULL, sequence_number TEXT NOT NULL, reason TEXT NOT NULL,
        at TEXT NOT NULL, record TEXT NOT NULL);`);
  }

  /** Undefined where nothing has been delivered yet. */
  cursor({ consumer, streamArn, shardId }: CursorName): Cursor | undefined {
    const row = this.#database
      .prepare('SELECT position FROM cursors WHERE consumer = ? AND stream_arn = ? AND shard_id = ?')
      .get(consumer, streamArn, shardId);
    if (row === undefined) return undefined;
    return row.position === 'end' ? 'end' : { after: String(row.position) };
  }

  /** Remembers what has been delivered. */
  moveCursor({ consumer, streamArn, shardId }: CursorName, cursor: Cursor): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO cursors VALUES (?, ?, ?, ?)')
      .run(consumer, streamArn, shardId, cursor === 'end' ? cursor : cursor.after);
  }

  /** Keeps a record that was given up. */
  addDeadLetter(consumer: string, record: DynamoDBRecord, reason: string): void {
    this.#database
      .prepare('INSERT INTO dead_letters (consumer, sequence_number, reason, at, record) VALUES (?, ?, ?, ?, ?)')
      .run(consumer, sequenceNumberOf(record), reason, new Date().toISOString(), JSON.stringify(record));
  }

  /** All dead letters, oldest first. */
  deadLetters(): DeadLetter[] {
    const rows = this.#database.prepare('SELECT * FROM dead_letters ORDER BY id').all();
    return rows.map((row) => ({
      consumer: String(row.consumer),
      sequenceNumber: String(row.sequence_number),
      reason: String(row.reason),
      at: String(row.at),
      record: JSON.parse(String(row.record)),
    }));
  }

  close(): void {
    this.#database.close();
  }
}

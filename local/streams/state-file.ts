import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDBRecord } from 'aws-lambda';
import { damageOf, databaseProblem, keepAside } from '#local/data-folder/database-damage.ts';
import { sequenceNumberOf } from './event.ts';

/** A consumer's position in a shard: the sequence number that it follows, or `end` of a closed shard. */
export type Cursor = { after: string } | 'end';

/** A given-up record with everything needed to inspect it or to deliver it by hand. */
export interface DeadLetter {
  consumer: string;
  sequenceNumber: string;
  /** The reason, in the words of the consumer or the delivery. */
  reason: string;
  /** ISO 8601. */
  at: string;
  record: DynamoDBRecord;
}

/** A consumer, a stream and a shard. */
export interface CursorName {
  consumer: string;
  streamArn: string;
  shardId: string;
}

/** Positions are saved at most so often: a write of the file takes as long as several polls. */
const saveMilliseconds = 1_000;

/**
 * Stores the state of stream deliveries across restarts: cursors and dead letters, in one SQLite file. A position may be
 * a second old after a kill; the records after it are then delivered again (rule STREAM-4). A damaged file
 * is renamed and replaced, and a file that was deleted while open is replaced (rule STREAM-8). At the start the new
 * file has no cursors, so everything still in the stream is delivered again; later it gets the known ones.
 */
export class StreamState {
  readonly #file: string;
  readonly #onDamage: (notice: string) => void;
  readonly #cursors = new Map<string, { name: CursorName; cursor: Cursor }>();
  readonly #now: () => number;
  #isSaved = true;
  #savedAt = Number.NEGATIVE_INFINITY;
  #database: DatabaseSync;

  /**
   * @param file path, or `:memory:` for state that need not outlive the process.
   * @param onDamage receives a sentence about a damaged file and the remedy.
   * @param now milliseconds of a monotonic clock.
   */
  constructor(file: string, onDamage: (notice: string) => void = () => undefined, now = () => performance.now()) {
    this.#file = file;
    this.#onDamage = onDamage;
    this.#now = now;
    const problem = file === ':memory:' ? undefined : databaseProblem(file);
    if (problem !== undefined) {
      const kept = keepAside(file);
      onDamage(
        `${file} was damaged (${problem}) and is kept as ${kept}. A new one starts: all records that the table's stream still has ` +
          `are delivered again, and nothing is lost. ${deadLettersHint(kept)}`,
      );
    }
    this.#database = open(file);
  }

  /** Undefined before the first delivery. */
  cursor(name: CursorName): Cursor | undefined {
    const known = this.#cursors.get(keyOf(name));
    if (known) return known.cursor;
    const { consumer, streamArn, shardId } = name;
    const row = this.#repaired((database) =>
      database
        .prepare('SELECT position FROM cursors WHERE consumer = ? AND stream_arn = ? AND shard_id = ?')
        .get(consumer, streamArn, shardId),
    );
    if (row === undefined) return undefined;
    const cursor: Cursor = row.position === 'end' ? 'end' : { after: String(row.position) };
    this.#cursors.set(keyOf(name), { name, cursor });
    return cursor;
  }

  /** Takes a new position, and saves all of them if the last time was long enough ago. */
  moveCursor(name: CursorName, cursor: Cursor): void {
    this.#cursors.set(keyOf(name), { name, cursor });
    this.#isSaved = false;
    if (this.#now() - this.#savedAt >= saveMilliseconds) this.save();
  }

  /** Saves the positions. */
  save(): void {
    if (this.#isSaved) return;
    this.#repaired((database) => this.#writeCursors(database));
    this.#isSaved = true;
    this.#savedAt = this.#now();
  }

  /** Stores a given-up record. */
  addDeadLetter(consumer: string, record: DynamoDBRecord, reason: string): void {
    this.#repaired((database) =>
      database
        .prepare('INSERT INTO dead_letters (consumer, sequence_number, reason, at, record) VALUES (?, ?, ?, ?, ?)')
        .run(consumer, sequenceNumberOf(record), reason, new Date().toISOString(), JSON.stringify(record)),
    );
  }

  /** All dead letters, oldest first. */
  deadLetters(): DeadLetter[] {
    const rows = this.#repaired((database) => database.prepare('SELECT * FROM dead_letters ORDER BY id').all());
    return rows.map((row) => ({
      consumer: String(row.consumer),
      sequenceNumber: String(row.sequence_number),
      reason: String(row.reason),
      at: String(row.at),
      record: JSON.parse(String(row.record)),
    }));
  }

  close(): void {
    this.save();
    this.#database.close();
  }

  /** Runs work, and once more on a new file if the old one is damaged or deleted. */
  #repaired<T>(work: (database: DatabaseSync) => T): T {
    if (this.#isDeleted()) {
      // Writes to a deleted file are lost with the process.
      this.#beginAnew();
      this.#onDamage(
        `${this.#file} was deleted. A new one starts with the positions of all consumers: no record is lost or delivered again. Records ` +
          "that consumers had given up are forgotten; 'npm run rebuild-projection' restores their effects",
      );
    }
    try {
      return work(this.#database);
    } catch (error) {
      const problem = damageOf(error);
      if (problem === undefined) throw error;
      const kept = this.#beginAnew(() => keepAside(this.#file));
      this.#onDamage(
        `${this.#file} was damaged (${problem}) and is kept as ${kept}. A new one starts with the positions of all consumers: nothing ` +
          `is lost or delivered again. ${deadLettersHint(String(kept))}`,
      );
      return work(this.#database);
    }
  }

  #isDeleted = (): boolean => this.#file !== ':memory:' && !existsSync(this.#file);

  /** Creates a new file with the known positions. */
  #beginAnew<T>(putAside?: () => T): T | undefined {
    this.#database.close();
    const kept = putAside?.();
    this.#database = open(this.#file);
    this.#writeCursors(this.#database);
    return kept;
  }

  #writeCursors(database: DatabaseSync): void {
    for (const { name, cursor } of this.#cursors.values()) writeCursor(database, name, cursor);
  }
}

const deadLettersHint = (kept: string): string =>
  `Records that consumers had given up are only in ${kept}; 'npm run rebuild-projection' restores their effects`;

const keyOf = ({ consumer, streamArn, shardId }: CursorName): string => JSON.stringify([consumer, streamArn, shardId]);

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS cursors (
      consumer TEXT, stream_arn TEXT, shard_id TEXT, position TEXT NOT NULL,
      PRIMARY KEY (consumer, stream_arn, shard_id));
    CREATE TABLE IF NOT EXISTS dead_letters (
      id INTEGER PRIMARY KEY, consumer TEXT NOT NULL, sequence_number TEXT NOT NULL, reason TEXT NOT NULL,
      at TEXT NOT NULL, record TEXT NOT NULL);`);
  return database;
}

function writeCursor(database: DatabaseSync, { consumer, streamArn, shardId }: CursorName, cursor: Cursor): void {
  database
    .prepare('INSERT OR REPLACE INTO cursors VALUES (?, ?, ?, ?)')
    .run(consumer, streamArn, shardId, cursor === 'end' ? cursor : cursor.after);
}

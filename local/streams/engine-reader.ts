import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { DynamoDBRecord } from 'aws-lambda';
import type { FilterPattern } from '#shared/kernel/store/system/stream-consumers.ts';
import { meetsAny } from './filter.ts';
import type { StreamPage, StreamReader } from './stream-page.ts';

/** Records that are examined in one turn; between turns the thread does other work. */
const pageRecords = 500;

const number = 'CAST(sequence_number AS INTEGER)';

/**
 * Reads a table's records from the file of the embedded engine (docs/decisions/0018-stream-out-of-the-file.md). The
 * engine has a single lock, and its stream returns every record in full; here only records of wanted entities are
 * parsed. The engine always has one shard, and numbers its records with small integers.
 */
export class EngineReader {
  readonly #database: DatabaseSync;
  readonly #end: StatementSync;
  readonly #wanted: StatementSync;
  readonly #tableName: string;
  readonly #streamArn: string;

  constructor(databaseFile: string, { tableName, streamArn }: { tableName: string; streamArn: string }) {
    this.#tableName = tableName;
    this.#streamArn = streamArn;
    this.#database = new DatabaseSync(databaseFile, { readOnly: true });
    this.#database.exec('PRAGMA busy_timeout = 5000');
    this.#end = this.#database.prepare(
      `SELECT count(*) AS count, max(number) AS last FROM (
         SELECT ${number} AS number FROM _stream_records WHERE table_name = ? AND ${number} > ?
         ORDER BY ${number} LIMIT ${pageRecords})`,
    );
    this.#wanted = this.#database.prepare(
      `SELECT event_name, keys_json, new_image, old_image, sequence_number, created_at FROM _stream_records
       WHERE table_name = ?1 AND ${number} > ?2 AND ${number} <= ?3
         AND (?4 IS NULL OR json_extract(coalesce(new_image, old_image), '$.entity.S') IN (SELECT value FROM json_each(?4)))
       ORDER BY ${number}`,
    );
  }

  /** A reader for one consumer. */
  readerOf(filters: readonly FilterPattern[]): StreamReader {
    const entities = entitiesOf(filters);
    const wanted = entities === undefined ? null : JSON.stringify(entities);
    return { next: async (cursor) => this.#page(BigInt(cursor?.after ?? 0), wanted, filters) };
  }

  close(): void {
    this.#database.close();
  }

  #page(after: bigint, wanted: string | null, filters: readonly FilterPattern[]): StreamPage {
    const { count, last } = this.#end.get(this.#tableName, after) ?? {};
    if (typeof last !== 'number') return { records: [], read: 0, last: undefined, end: false };
    const records = this.#wanted
      .all(this.#tableName, after, last, wanted)
      .map((row) => this.#record(row as unknown as Row))
      .filter((record) => meetsAny(record, filters));
    return { records, read: Number(count), last: String(last), end: false };
  }

  #record(row: Row): DynamoDBRecord {
    return {
      eventID: row.sequence_number,
      eventName: row.event_name,
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: '',
      eventSourceARN: this.#streamArn,
      dynamodb: {
        ApproximateCreationDateTime: row.created_at,
        Keys: JSON.parse(row.keys_json),
        ...(row.new_image !== null && { NewImage: JSON.parse(row.new_image) }),
        ...(row.old_image !== null && { OldImage: JSON.parse(row.old_image) }),
        SequenceNumber: row.sequence_number,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    };
  }
}

/** A record as the engine stores it; images are in wire format. */
interface Row {
  event_name: 'INSERT' | 'MODIFY' | 'REMOVE';
  keys_json: string;
  new_image: string | null;
  old_image: string | null;
  sequence_number: string;
  /** Epoch seconds. */
  created_at: number;
}

/**
 * The entities of all records that match one of the filters; undefined if a filter does not name any. An item never
 * changes its entity.
 */
export function entitiesOf(filters: readonly FilterPattern[]): string[] | undefined {
  const named = filters.map(
    (filter) =>
      texts(filter, ['dynamodb', 'NewImage', 'entity', 'S']) ?? texts(filter, ['dynamodb', 'OldImage', 'entity', 'S']),
  );
  return named.includes(undefined) ? undefined : [...new Set(named.flatMap((entities) => entities ?? []))];
}

/** The texts that a filter allows at a path; undefined if it allows other values. */
function texts(filter: FilterPattern, path: readonly string[]): string[] | undefined {
  let at: FilterPattern[string] | undefined = filter;
  for (const field of path) at = isPattern(at) ? at[field] : undefined;
  if (at === undefined || isPattern(at)) return undefined;
  return at.every((rule) => typeof rule === 'string') ? [...at] : undefined;
}

const isPattern = (value: FilterPattern[string] | undefined): value is FilterPattern =>
  value !== undefined && !Array.isArray(value);

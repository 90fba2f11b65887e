import type { DynamoDBRecord } from 'aws-lambda';
import type { Cursor } from './state-file.ts';

/** What a turn of a reader found. */
export interface StreamPage {
  /** Those that meet the consumer's filters. */
  records: DynamoDBRecord[];
  /** How many were looked at. */
  read: number;
  /** Sequence number of the last that was looked at; undefined where there was none. */
  last: string | undefined;
  /** Whether the shard is closed and has no more. */
  end: boolean;
}

/** Reads one shard page after page for one consumer. */
export interface StreamReader {
  /** The records after what was read last; the first time, and when its place is lost, after the cursor. */
  next(cursor: Exclude<Cursor, 'end'> | undefined): Promise<StreamPage>;
}

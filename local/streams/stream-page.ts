import type { DynamoDBRecord } from 'aws-lambda';
import type { Cursor } from './state-file.ts';

/** The result of one read. */
export interface StreamPage {
  /** Records that match the consumer's filters. */
  records: DynamoDBRecord[];
  /** Number of examined records. */
  read: number;
  /** Sequence number of the last examined record; undefined if there was none. */
  last: string | undefined;
  /** Whether the shard is closed and has no more records. */
  end: boolean;
}

/** Reads one shard page by page for one consumer. */
export interface StreamReader {
  /** The records after the last read; at first, and after a lost position, those after the cursor. */
  next(cursor: Exclude<Cursor, 'end'> | undefined): Promise<StreamPage>;
}

import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { Cursor } from './state-file.ts';

/** Records of one call; `end` when the shard is closed and has no more. */
export interface StreamPage {
  records: _Record[];
  end: boolean;
}

/** A shard whose iterator is gone is read again from the cursor, from the oldest record if that one is trimmed. */
const lostIterator = new Set(['ExpiredIteratorException', 'TrimmedDataAccessException']);

/** @throws Error when the table has no stream. */
export async function streamArnOf(client: DynamoDBClient, tableName: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  if (!Table?.LatestStreamArn) throw new Error(`Table '${tableName}' has no stream: enable it, with both images`);
  return Table.LatestStreamArn;
}

export async function shardsOf(client: DynamoDBStreamsClient, streamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let after: string | undefined;
  do {
    const { StreamDescription: page } = await client.send(
      new DescribeStreamCommand({ StreamArn: streamArn, ...(after && { ExclusiveStartShardId: after }) }),
    );
    shards.push(...(page?.Shards ?? []));
    after = page?.LastEvaluatedShardId;
  } while (after);
  return shards;
}

/** Reads one shard page after page for one consumer. */
export class ShardReader {
  readonly #client: DynamoDBStreamsClient;
  readonly #streamArn: string;
  readonly #shardId: string;
  #iterator: string | undefined;

  constructor(client: DynamoDBStreamsClient, streamArn: string, shardId: string) {
    this.#client = client;
    this.#streamArn = streamArn;
    this.#shardId = shardId;
  }

  /** The records after what was read last; the first time, and when its place is lost, after the cursor. */
  async next(cursor: Exclude<Cursor, 'end'> | undefined): Promise<StreamPage> {
    try {
      this.#iterator ??= await this.#iteratorAfter(cursor);
      const { Records = [], NextShardIterator } = await this.#client.send(
        new GetRecordsCommand({ ShardIterator: this.#iterator }),
      );
      this.#iterator = NextShardIterator;
      return {
        records: Records,
        end: NextShardIterator === undefined,
      };
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (!lostIterator.has(name)) throw error;
      this.#iterator = name === 'TrimmedDataAccessException' ? await this.#iteratorAfter(undefined) : undefined;
      return { records: [], end: false };
    }
  }

  async #iteratorAfter(cursor: Exclude<Cursor, 'end'> | undefined): Promise<string> {
    const { ShardIterator } = await this.#client.send(
      new GetShardIteratorCommand({
        StreamArn: this.#streamArn,
        ShardId: this.#shardId,
        ...(cursor
          ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: cursor.after }
          : { ShardIteratorType: 'TRIM_HORIZON' }),
      }),
    );
    if (!ShardIterator) throw new Error(`Shard '${this.#shardId}' gave no iterator`);
    return ShardIterator;
  }
}

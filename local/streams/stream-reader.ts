import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { FilterPattern } from '#shared/kernel/store/system/stream-consumers.ts';
import { lambdaRecord } from './event.ts';
import { meetsAny } from './filter.ts';
import type { Cursor } from './state-file.ts';
import type { StreamPage, StreamReader } from './stream-page.ts';

/** A shard with an expired iterator is read again from the cursor, or from the oldest record if that was trimmed. */
const lostIterator = new Set(['ExpiredIteratorException', 'TrimmedDataAccessException']);

/**
 * @throws Error if the table has no stream.
 */
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

/** The shard to read, and the wanted records. */
export interface ShardPart {
  streamArn: string;
  shardId: string;
  filters: readonly FilterPattern[];
}

/** Reads a shard through the streams API. */
export class ShardReader implements StreamReader {
  readonly #client: DynamoDBStreamsClient;
  readonly #part: ShardPart;
  #iterator: string | undefined;

  constructor(client: DynamoDBStreamsClient, part: ShardPart) {
    this.#client = client;
    this.#part = part;
  }

  async next(cursor: Exclude<Cursor, 'end'> | undefined): Promise<StreamPage> {
    try {
      this.#iterator ??= await this.#iteratorAfter(cursor);
      const { Records = [], NextShardIterator } = await this.#client.send(
        new GetRecordsCommand({ ShardIterator: this.#iterator }),
      );
      this.#iterator = NextShardIterator;
      const { streamArn, filters } = this.#part;
      return {
        records: Records.filter((record) => meetsAny(record, filters)).map((record) => lambdaRecord(record, streamArn)),
        read: Records.length,
        last: Records.at(-1)?.dynamodb?.SequenceNumber,
        end: NextShardIterator === undefined,
      };
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (!lostIterator.has(name)) throw error;
      this.#iterator = name === 'TrimmedDataAccessException' ? await this.#iteratorAfter(undefined) : undefined;
      return { records: [], read: 0, last: undefined, end: false };
    }
  }

  async #iteratorAfter(cursor: Exclude<Cursor, 'end'> | undefined): Promise<string> {
    const { streamArn, shardId } = this.#part;
    const { ShardIterator } = await this.#client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ...(cursor
          ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: cursor.after }
          : { ShardIteratorType: 'TRIM_HORIZON' }),
      }),
    );
    if (!ShardIterator) throw new Error(`Shard '${shardId}' gave no iterator`);
    return ShardIterator;
  }
}

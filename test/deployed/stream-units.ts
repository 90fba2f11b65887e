import { setTimeout as sleep } from 'node:timers/promises';
import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { itemBytes } from '../bench/item-size.ts';
import { indexEntry, type TableIndex } from '../bench/stored-bytes.ts';

/** What is written into a table, by the records of its stream: an emulator does not count capacity as DynamoDB does. */
export class StreamMeter {
  readonly #client: DynamoDBStreamsClient;
  #iterators: string[];

  private constructor(client: DynamoDBStreamsClient, iterators: string[]) {
    this.#client = client;
    this.#iterators = iterators;
  }

  /** Begins with what is written from now on. */
  static async start(client: DynamoDBStreamsClient, tableName: string): Promise<StreamMeter> {
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
    const StreamArn = Streams[0]?.StreamArn ?? '';
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
    const iterators = (StreamDescription?.Shards ?? []).map(async ({ ShardId }) => {
      const input = { StreamArn, ShardId, ShardIteratorType: 'LATEST' as const };
      return (await client.send(new GetShardIteratorCommand(input))).ShardIterator ?? '';
    });
    return new StreamMeter(client, await Promise.all(iterators));
  }

  /** Write units of everything since the last call, once nothing has been written for a while. */
  async settled(quietMilliseconds: number): Promise<number> {
    let units = 0;
    for (let quiet = 0; quiet < quietMilliseconds; quiet += 200) {
      await sleep(200);
      const records = await this.#read();
      if (records.length > 0) quiet = 0;
      for (const record of records) units += unitsOf(record);
    }
    return units;
  }

  async #read(): Promise<_Record[]> {
    const all: _Record[] = [];
    this.#iterators = await Promise.all(
      this.#iterators.map(async (first) => {
        let iterator = first;
        for (;;) {
          const { Records = [], NextShardIterator } = await this.#client.send(
            new GetRecordsCommand({ ShardIterator: iterator, Limit: 1000 }),
          );
          all.push(...Records);
          iterator = NextShardIterator ?? iterator;
          if (Records.length === 0) return iterator;
        }
      }),
    );
    return all;
  }
}

/** A write counts each kilobyte of the larger of the two items, on the table twice, as in a transaction. */
function unitsOf({ dynamodb }: _Record): number {
  const [before, after] = [itemOf(dynamodb?.OldImage), itemOf(dynamodb?.NewImage)];
  return (
    2 * kilobytes(before, after) +
    tableDefinition.indexes.reduce((sum, index) => sum + onIndex(index, before, after), 0)
  );
}

const itemOf = (image: Parameters<typeof fromImage>[0] | undefined): Item | undefined => image && fromImage(image);

const kilobytes = (...items: (Item | undefined)[]): number =>
  Math.max(...items.map((item) => (item ? Math.max(1, Math.ceil(itemBytes(item) / 1024)) : 0)));

/** An entry is put, changed where it is, or deleted here and put there (Developer Guide, "Global secondary indexes"). */
function onIndex(index: TableIndex, ...images: (Item | undefined)[]): number {
  const [before, after] = images.map((item) => item && indexEntry(index, item));
  if (!before || !after) return kilobytes(before, after);
  if (JSON.stringify(before) === JSON.stringify(after)) return 0;
  const isMoved = [index.partitionKey, index.sortKey].some((key) => before[key] !== after[key]);
  return isMoved ? kilobytes(before) + kilobytes(after) : kilobytes(before, after);
}

import { paginateScan, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { fromImage } from './attribute-values.ts';
import type { Item } from './codec.ts';
import type { Database } from './database.ts';

/**
 * All items of a table that match a scan, page by page in no order, with several segments read concurrently: a
 * sequential scan takes hours for a large table. For commands and the local stack, since no function may scan the
 * table.
 */
export async function* scanSegments(
  { client, tableName }: Database,
  request: Omit<ScanCommandInput, 'TableName'>,
  segments = 1,
): AsyncGenerator<Item[]> {
  const readers = Array.from({ length: segments }, (_, segment) => {
    const part = segments === 1 ? {} : { Segment: segment, TotalSegments: segments };
    return paginateScan({ client }, { TableName: tableName, ...request, ...part });
  });
  const next = async (reader: (typeof readers)[number]) => ({ reader, page: await reader.next() });
  const reading = new Map(readers.map((reader) => [reader, next(reader)]));
  try {
    while (reading.size > 0) {
      const { reader, page } = await Promise.race(reading.values());
      if (page.done) {
        reading.delete(reader);
        continue;
      }
      reading.set(reader, next(reader));
      const { Items = [] } = page.value;
      if (Items.length > 0) yield Items.map(fromImage);
    }
  } finally {
    // After a failure, or when the reader stops early, the other reads end by themselves.
    for (const page of reading.values()) page.catch(() => undefined);
  }
}

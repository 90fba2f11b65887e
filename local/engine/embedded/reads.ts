import { readBatch } from './read-batch.ts';
import { readItem } from './read-item.ts';
import { readQuery } from './read-query.ts';
import { readScan } from './read-scan.ts';
import type { TableFile } from './table-file.ts';

const reads: Readonly<Record<string, (file: TableFile, input: never) => string | undefined>> = {
  GetItem: readItem,
  BatchGetItem: readBatch,
  Query: readQuery,
  Scan: readScan,
};

/**
 * Reads from the engine's file in this thread (docs/decisions/0041-engine-behind-a-pipe.md). Undefined for requests
 * that are not reads or are not supported here; the engine answers those.
 * @returns the JSON that DynamoDB would return.
 */
export function readFrom(file: TableFile, operation: string, body: string): string | undefined {
  const read = reads[operation];
  if (!read) return undefined;
  try {
    return read(file, JSON.parse(body) as never);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    // The table was deleted or changed.
    file.forget();
    return undefined;
  }
}

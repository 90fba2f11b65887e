import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DiskSpace } from '#local/health/disk-space.ts';
import { DiskFullError } from '#shared/kernel/store/dynamodb/disk-full.ts';

/** How SQLite reports, through the engine, that a file is damaged. */
const damaged = /database disk image is malformed|file is not a database/;

/**
 * Finds the cause of an internal error of the embedded engine. If a test write shows that the disk is full, it becomes
 * a `DiskFullError`; a damaged file is reported. Otherwise the error stays as it is.
 */
export function explainFailures(
  client: DynamoDBClient,
  { disk, onDamage }: { disk: DiskSpace | undefined; onDamage(problem: string): void },
): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'InternalServerError') throw error;
        const found = damaged.exec(error.message)?.[0];
        if (found) onDamage(found);
        if ((await disk?.probe())?.kind === 'full') throw new DiskFullError(error);
        throw error;
      }
    },
    // Outside the retries, so that only the last attempt counts.
    { step: 'initialize', priority: 'high', name: 'explainFailures', override: true },
  );
}

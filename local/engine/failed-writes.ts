import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DiskSpace } from '#local/health/disk-space.ts';
import { DiskFullError } from '#shared/store/dynamodb/disk-full.ts';

/** How SQLite says, through the engine, that the pages of a file do not fit together. */
const damaged = /database disk image is malformed|file is not a database/;

/**
 * Finds out what an internal error of the embedded engine means: that the disk is full, which a try to write tells, becomes a
 * `DiskFullError`; a damaged file is reported. The error itself stays in every other case.
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
    // Above the retries: the last attempt counts.
    { step: 'initialize', priority: 'high', name: 'explainFailures', override: true },
  );
}

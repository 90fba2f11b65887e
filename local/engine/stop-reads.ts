import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { refuseAbandoned } from '#shared/kernel/request-signal.ts';

const reads = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

/**
 * Stops further reads of an abandoned request (rule DEPLOY-38). Writes continue, because a half-finished change would
 * need a repair.
 */
export function stopAbandonedReads(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) => {
      if (!reads.has(commandName)) return next;
      return (args) => {
        refuseAbandoned();
        return next(args);
      };
    },
    { step: 'initialize', name: 'stopAbandonedReads' },
  );
}

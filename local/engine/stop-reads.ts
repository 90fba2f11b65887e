import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { refuseAbandoned } from '#shared/request-signal.ts';

const reads = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

/**
 * Has a client read nothing more for a request that nobody waits for (rule DEPLOY-38). A write goes on: half of what belongs together
 * would have to be finished by somebody else.
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

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { WireRequest } from '#shared/store/dynamodb/wire/connections.ts';
import type { Engine } from './engine.ts';

/** What changes nothing. */
const reads = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

/**
 * Sends what a client reads to a second engine over the same file. An engine does one thing at a time, so that a read waits for
 * the transactions of a run that came before it; SQLite itself lets readers go on beside a writer, and each read sees what was
 * committed before it (docs/decisions/0020-two-engines.md). When the reader has ended, the client's own engine is read.
 */
export function readBy(client: DynamoDBClient, reader: Pick<Engine, 'endpoint' | 'ended'>): void {
  const { hostname, port } = new URL(reader.endpoint);
  let isAlive = true;
  void reader.ended.then(() => {
    isAlive = false;
  });
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (!isAlive || !reads.has(commandName)) return next(args);
        // Each attempt is sent anew: the reader may have ended meanwhile.
        const request = { ...(args.request as WireRequest), hostname, port: Number(port) };
        return next({ ...args, request });
      },
    // Below the retries of the same step.
    { step: 'finalizeRequest', priority: 'low', name: 'readByReader' },
  );
}

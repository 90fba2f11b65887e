import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createDynamoDbClient } from '#shared/store/dynamodb/client.ts';
import type { Authorize } from '#shared/store/dynamodb/wire/sender.ts';

/** Any region and credentials do, but the SDK insists on some. */
const identity = () => ({
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/**
 * Names the caller and signs nothing: an engine on this machine reads the name alone, and a signature takes as long as all else
 * that a small request needs.
 */
const unsigned: Authorize = ({ headers }) => ({
  ...headers,
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
  'x-amz-date': '20260101T000000Z',
});

/**
 * A client for an engine on this machine. With `isFinal` nobody adds to its middlewares after the first request: they are put in
 * order once, and not for each request.
 */
export function localClient(endpoint: string, { isFinal = false } = {}): DynamoDBClient {
  const client = createDynamoDbClient({ endpoint, ...identity(), cacheMiddleware: isFinal }, unsigned);
  boundPages(client);
  return client;
}

/** More items than the megabyte has at which a page ends, unless they are of fewer than 200 bytes. */
const itemsOfPage = 5000;

/**
 * The embedded engine reads all that is behind a key before it cuts the page off, unless it is told how many items a page may have:
 * to read many items page by page would take a time that grows with their square.
 */
function boundPages(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName }) => {
      if (commandName !== 'ScanCommand' && commandName !== 'QueryCommand') return next;
      return (args) => next({ ...args, input: { Limit: itemsOfPage, ...args.input } });
    },
    { step: 'initialize', name: 'boundPages' },
  );
}

/** A client for the streams of an engine on this machine. */
export function localStreamsClient(endpoint: string): DynamoDBStreamsClient {
  return new DynamoDBStreamsClient({ endpoint, ...identity() });
}

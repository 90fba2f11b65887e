import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, type DynamoDBStreamsClientConfig } from '@aws-sdk/client-dynamodb-streams';
import { createDynamoDbClient } from '#shared/store/dynamodb/client.ts';
import type { Authorize } from '#shared/store/dynamodb/wire/sender.ts';
import { type EngineAccess, isEmbedded } from './access.ts';
import { embeddedTransport, streamsHandler } from './embedded/transport.ts';

/** Any region and secret do, but the SDK insists on some. */
const identity = (accessKeyId = 'local') => ({
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'local' },
});

/**
 * Names the caller and signs nothing: an engine on this machine reads the name alone, and a signature takes as long as all else
 * that a small request needs.
 */
const unsigned = (accessKeyId = 'local'): Authorize => {
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
  return ({ headers }) => ({ ...headers, authorization, 'x-amz-date': '20260101T000000Z' });
};

/** The SDK insists on an address, which is not used. */
const nowhere = 'http://embedded-engine.invalid';

/** Nobody but us can ask the embedded engine. */
const unnamed: Authorize = ({ headers }) => headers;

export interface LocalClientOptions {
  /** Nobody adds to the middlewares after the first request: they are put in order once, and not for each request. */
  isFinal?: boolean;
  /** The SDK's own unless given. */
  retryStrategy?: DynamoDBClientConfig['retryStrategy'];
}

/** A client for an engine on this machine. To be destroyed before the engine is stopped. */
export function localClient(
  access: EngineAccess,
  { isFinal = false, retryStrategy }: LocalClientOptions = {},
): DynamoDBClient {
  const settings = { cacheMiddleware: isFinal, ...(retryStrategy && { retryStrategy }) };
  if (!isEmbedded(access)) {
    const { endpoint, accessKeyId } = access;
    const config = { endpoint, ...identity(accessKeyId), ...settings };
    return withBoundPages(createDynamoDbClient(config, { authorize: unsigned(accessKeyId) }));
  }
  const { post, close } = embeddedTransport(access);
  const config = { endpoint: nowhere, ...identity(), ...settings };
  const client = createDynamoDbClient(config, { authorize: unnamed, post });
  const destroy = client.destroy.bind(client);
  client.destroy = () => {
    destroy();
    close();
  };
  return withBoundPages(client);
}

/** More items than the megabyte has at which a page ends, unless they are of fewer than 200 bytes. */
const itemsOfPage = 5000;

/**
 * The embedded engine reads all that is behind a key before it cuts the page off, unless it is told how many items a page may have:
 * to read many items page by page would take a time that grows with their square.
 */
function withBoundPages(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName }) => {
      if (commandName !== 'ScanCommand' && commandName !== 'QueryCommand') return next;
      return (args) => next({ ...args, input: { Limit: itemsOfPage, ...args.input } });
    },
    { step: 'initialize', name: 'boundPages' },
  );
  return client;
}

/** A client for the streams of an engine on this machine. */
export function localStreamsClient(access: EngineAccess): DynamoDBStreamsClient {
  if (!isEmbedded(access)) {
    const { endpoint, accessKeyId } = access;
    return new DynamoDBStreamsClient({ endpoint, ...identity(accessKeyId) });
  }
  const requestHandler = streamsHandler(access) as unknown as NonNullable<
    DynamoDBStreamsClientConfig['requestHandler']
  >;
  return new DynamoDBStreamsClient({ endpoint: nowhere, ...identity(), requestHandler });
}

import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { type EngineAccess, isEmbedded } from './access.ts';
import { embeddedHandler, streamsHandler } from './embedded/transport.ts';

/** What signs the requests of a client. */
type Signer = Extract<NonNullable<DynamoDBClientConfig['signer']>, { sign: unknown }>;

/** The SDK requires a region and a secret; their values do not matter. */
const identity = (accessKeyId = 'local') => ({
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'local' },
});

/**
 * Names the caller without signing. An engine on this machine reads only the name, and a signature would take as long
 * as the rest of a small request.
 */
const unsigned = (accessKeyId = 'local'): Signer => {
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
  return {
    sign: async (request) => {
      Object.assign(request.headers, { authorization, 'x-amz-date': '20260101T000000Z' });
      return request;
    },
  };
};

type RequestHandler = NonNullable<DynamoDBClientConfig['requestHandler']>;

/** The SDK requires an endpoint, which is not used. */
const nowhere = 'http://embedded-engine.invalid';

/** Only this process can reach the embedded engine, so the caller needs no name. */
const unnamed: Signer = { sign: async (request) => request };

export interface LocalClientOptions {
  /** No middleware is added after the first request, so they are sorted once instead of on each request. */
  isFinal?: boolean;
  /** The SDK's own by default. */
  retryStrategy?: DynamoDBClientConfig['retryStrategy'];
}

/** A client for an engine on this machine. Destroy it before the engine stops. */
export function localClient(
  access: EngineAccess,
  { isFinal = false, retryStrategy }: LocalClientOptions = {},
): DynamoDBClient {
  const settings = { cacheMiddleware: isFinal, ...(retryStrategy && { retryStrategy }) };
  if (!isEmbedded(access)) {
    const { endpoint, accessKeyId } = access;
    const config = { endpoint, ...identity(accessKeyId), ...settings, signer: unsigned(accessKeyId) };
    return withBoundPages(createDynamoDbClient(config));
  }
  const requestHandler = embeddedHandler(access) as unknown as RequestHandler;
  const config = { endpoint: nowhere, ...identity(), ...settings, signer: unnamed, requestHandler };
  return withBoundPages(createDynamoDbClient(config));
}

/** More items than fit in the megabyte at which a page ends, unless they have fewer than 200 bytes. */
const itemsOfPage = 5000;

/**
 * Without a limit, the embedded engine reads everything after a key before it cuts the page. Reading many items page by
 * page would take quadratic time.
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
  const requestHandler = streamsHandler(access) as unknown as RequestHandler;
  return new DynamoDBStreamsClient({ endpoint: nowhere, ...identity(), requestHandler });
}

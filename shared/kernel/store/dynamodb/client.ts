import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { constructStack } from '@smithy/core/client';
import { retryMiddlewareOptions } from '@smithy/core/retry';
import { retrying } from './wire/retries.ts';
import { type Authorize, authorizing, type Post, senderOf, signing } from './wire/sender.ts';

/** What a client does in another way than AWS wants it. */
export interface WireOptions {
  /** Names the caller; signs by the client's credentials unless given. */
  authorize?: Authorize;
  /** Sends a request; over HTTP unless given. */
  post?: Post;
}

/**
 * A client of DynamoDB that takes the SDK's settings, commands, credentials, endpoints, retries and errors, and sends the
 * requests itself: the SDK takes thrice as long for it (docs/decisions/0032-requests-of-our-own.md). Its middlewares are the
 * SDK's retries and what is added to `middlewareStack`. Requests and answers are what is on the wire, whatever the types of the
 * SDK say: bytes are in base64, instants are numbers; `attribute-values.ts` makes records of them in one pass.
 */
export function createDynamoDbClient(
  config: DynamoDBClientConfig = {},
  { authorize, post }: WireOptions = {},
): DynamoDBClient {
  const client = new DynamoDBClient(config);
  client.middlewareStack = constructStack();
  client.middlewareStack.add(retrying(client.config) as never, retryMiddlewareOptions);
  const caller = authorizing(authorize ?? signing(client));
  client.middlewareStack.add(caller as never, { step: 'finalizeRequest', name: 'authorizing' });
  const { send, close } = senderOf(client, post);
  client.send = send as DynamoDBClient['send'];
  client.destroy = close;
  return client;
}

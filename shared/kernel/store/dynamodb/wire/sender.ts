import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Connections, type WireRequest, type WireResponse } from './connections.ts';
import { destinationsOf } from './destination.ts';
import { errorOf } from './errors.ts';
import { type Command, type Operation, operationOf } from './operation.ts';
import { signedHeaders } from './signature.ts';

/** What goes through the middlewares of a client. */
interface Passing {
  input: object;
  /** From the step `serialize` on. */
  request?: WireRequest;
}

interface Answered {
  response: unknown;
  output: object;
}

type Handler = (passing: Passing) => Promise<Answered>;

/** Gives the headers of a request with those that name its caller. */
export type Authorize = (request: WireRequest) => WireRequest['headers'] | Promise<WireRequest['headers']>;

/** Sends a request to the server and answers its response. */
export type Post = (request: WireRequest) => Promise<WireResponse>;

/** Sends commands through the middlewares that a client has. */
export interface Sender {
  send(command: Command, options?: unknown): Promise<object>;
  close(): void;
}

/** Names the caller of each attempt: within the retries, since a signature holds for minutes and credentials for hours. */
export const authorizing =
  (authorize: Authorize) =>
  (next: Handler): Handler =>
  async (passing) => {
    const request = passing.request as WireRequest;
    return next({ ...passing, request: { ...request, headers: await authorize(request) } });
  };

/** Signs by the credentials that the client has at the moment. */
export function signing({ config }: DynamoDBClient): Authorize {
  return async (request) => {
    const [{ accessKeyId, secretAccessKey, sessionToken }, region] = await Promise.all([
      config.credentials(),
      request.signingRegion ?? config.region(),
    ]);
    const signatory = { accessKeyId, secretAccessKey, sessionToken, region, service: config.defaultSigningName };
    return signedHeaders(request, signatory, Date.now() + config.systemClockOffset);
  };
}

/**
 * A sender with a client's settings, and with `given` instead of HTTP connections. Like the SDK, it orders middlewares
 * once if `cacheMiddleware` says so.
 */
export function senderOf(client: DynamoDBClient, given?: Post): Sender {
  const { config } = client;
  const connections = new Connections();
  const post: Post = given ?? ((request) => connections.post(request));
  const destinationOf = destinationsOf(config);
  /** By the schemas of their operations. */
  const kept = new Map<unknown, Handler>();

  async function exchange(operation: Operation, request: WireRequest): Promise<Answered> {
    const response = await post(request);
    if (response.statusCode >= 300) throw await errorOf(config, operation, request, response);
    const output = response.body.length === 0 ? {} : JSON.parse(response.body.toString());
    output.$metadata = { httpStatusCode: response.statusCode, requestId: response.headers['x-amzn-requestid'] };
    return { response, output };
  }

  function resolve(command: Command): Handler {
    const operation = operationOf(command);
    const writing =
      (next: Handler): Handler =>
      async ({ input }) => {
        const { host, ...destination } = await destinationOf(await config.credentials(), command);
        const headers = { 'content-type': 'application/x-amz-json-1.0', host, 'x-amz-target': operation.target };
        return next({ input, request: { ...destination, headers, body: JSON.stringify(input) } });
      };
    const stack = client.middlewareStack.clone();
    stack.add(writing as never, { step: 'serialize', name: 'writing' });
    const last: Handler = ({ request }) => exchange(operation, request as WireRequest);
    const context = { clientName: 'DynamoDBClient', commandName: `${operation.name}Command` };
    return stack.resolve(last as never, context as never) as never;
  }

  function handlerOf(command: Command): Handler {
    const known = config.cacheMiddleware ? kept.get(command.schema) : undefined;
    if (known) return known;
    const handler = resolve(command);
    kept.set(command.schema, handler);
    return handler;
  }

  return {
    send: async (command, options) => {
      if (options !== undefined) throw new Error('A request has no options of its own');
      return (await handlerOf(command)({ input: command.input })).output;
    },
    close: () => connections.close(),
  };
}

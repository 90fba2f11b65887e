import { loadGroup } from '#functions/groups.ts';
import { buildEvent } from '#local/gateway/http-event.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { createRouter, type NamedRoute } from '#shared/api/router.ts';
import { type OperationId, routes } from '#shared/api/routes.ts';
import { call } from './call.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

const router = createRouter(
  Object.entries(routes)
    .map(([operationId, route]): NamedRoute => ({ operationId: operationId as OperationId, ...route }))
    .filter(({ group, operationId }) => group === 'workers' || operationId === 'createUploads'),
);
const groups = { workers: await loadGroup('workers'), artifacts: await loadGroup('artifacts') };

/** When the gateway gives a request up, which goes on. */
const gatewayMilliseconds = 30_000;

/**
 * `fetch` of a client that runs in a world: the request may be lost or late, so may its answer, and the function that handles
 * it is a process of its own. Reaches the operations of workers and the bucket.
 */
export const fetchIn =
  ({ world, bucket }: Service): typeof fetch =>
  async (input, { method = 'GET', headers, body, signal } = {}) => {
    const url = new URL(String(input));
    const path = url.pathname.replace(/^\/api/, '');
    const exchange = async (): Promise<Response> => {
      await arrive(world, `${method} ${path}`);
      const kept = bucket.take(method, url, Buffer.from(String(body ?? '')));
      const response =
        kept ?? (await answer(world, method, path, [...new Headers(headers)].flat(), String(body ?? '')));
      await arrive(world, `the answer to ${method} ${path}`);
      return response;
    };
    const aborted = new Promise<never>((_, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return Promise.race([exchange(), aborted]);
  };

/** The way of a message over the network. @throws TypeError, as `fetch` does, for one that is lost. */
const arrive = (world: World, label: string): Promise<void> =>
  call(world, { label, carryOut: () => undefined }).catch(() => {
    throw new TypeError('fetch failed');
  });

async function answer(
  world: World,
  method: string,
  path: string,
  rawHeaders: string[],
  body: string,
): Promise<Response> {
  const match = router.match(method, path);
  if (!match) throw new Error(`${method} ${path} is not simulated`);
  const requestId = world.random.uuid();
  const receivedAt = new Date(world.now);
  const sent = { method, path, query: '', rawHeaders, body: Buffer.from(body), protocol: 'HTTP/1.1' };
  const event = buildEvent({ ...sent, sourceIp: '192.0.2.1', port: 443, requestId, receivedAt }, match);
  const context = lambdaContext('workers', requestId, world.now + gatewayMilliseconds);
  const handler = groups[match.route.group as keyof typeof groups];
  const ended = world.spawn(match.route.operationId, () => handler(event, context));
  const late = world.sleep(gatewayMilliseconds).then(() => undefined);
  const how = await Promise.race([ended, late]);
  if (how?.kind !== 'answered') return new Response('{"message":"Service Unavailable"}', { status: 503 });
  return new Response(how.value.body ?? null, {
    status: how.value.statusCode ?? 200,
    headers: Object.entries(how.value.headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  });
}

import { randomUUID } from 'node:crypto';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { loadGroup } from '#functions/groups.ts';
import type { Result } from '#functions/http/state.ts';
import { buildEvent } from '#local/gateway/http-event.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { buildPath } from '#shared/api/client.ts';
import { createRouter } from '#shared/api/router.ts';
import { routeList } from '#shared/api/routes.ts';
import { isIndex } from '#shared/search/index/port.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import type { ReadCase, Times } from './read-case.ts';

/** A request to the engine, and whether it waited for those before it. */
interface Sent {
  /** `QueryCommand`, ... */
  commandName: string;
  input: object;
  startedAt: number;
  endedAt: number;
}

const router = createRouter(routeList);

/**
 * How long a read and its floor are carried out before they are timed, since code that is not compiled yet takes several times
 * what it takes in a function that is in use; and how often and how long they are timed in turn. A round is as many calls as
 * take so long.
 */
const limits = { warmUp: { calls: 600, milliseconds: 400 }, rounds: 15, roundMilliseconds: 6, milliseconds: 2000 };

/**
 * Times a read in its function against its floor: the same requests by the SDK's own client, the same files, the same answers
 * of the search index, and `JSON.stringify` of the answer. All are CPU of this process, where the engine is not, but the index
 * of one machine is.
 */
export async function timeAgainstFloor(stack: TestStack, token: string, read: ReadCase): Promise<Times> {
  const invoke = await invocation(token, read);
  const { answer, sent, others } = await recorded(stack, invoke);
  const waves = inWaves(sent);
  const client = await plainClient(stack.client);
  const floor = async () => {
    for (const wave of waves) await Promise.all(wave.map((one) => client.send(commandOf(one))));
    for (const read of others) await read();
    return JSON.stringify(answer);
  };
  const times: { read: number[]; floor: number[] } = { read: [], floor: [] };
  // From here on no one watches the client, as in the service.
  stack.client.config.cacheMiddleware = true;
  const calls = { floor: await warmUp(floor), read: await warmUp(invoke) };
  const begun = performance.now();
  for (let round = 0; round < limits.rounds && performance.now() - begun < limits.milliseconds; round += 1) {
    times.floor.push(await cpuOf(floor, calls.floor));
    times.read.push(await cpuOf(invoke, calls.read));
  }
  stack.client.config.cacheMiddleware = false;
  client.destroy();
  return { read: median(times.read), floor: median(times.floor) };
}

/** Milliseconds of CPU that a read takes in its function, by a few calls: enough to see it grow several times over a day. */
export async function timeRead(stack: TestStack, token: string, read: ReadCase): Promise<number> {
  const invoke = await invocation(token, read);
  stack.client.config.cacheMiddleware = true;
  await invoke();
  const times: number[] = [];
  for (let spent = 0; times.length < 5 && spent < 200; spent += times.at(-1) ?? 0) times.push(await cpuOf(invoke, 1));
  stack.client.config.cacheMiddleware = false;
  return median(times);
}

/** Carries work out until it is warm. @returns how many calls make a round. */
async function warmUp(work: () => Promise<unknown>): Promise<number> {
  const { calls, milliseconds } = limits.warmUp;
  const begun = performance.now();
  for (let call = 0; call < calls && performance.now() - begun < milliseconds; call += 1) await work();
  return Math.ceil(limits.roundMilliseconds / (await cpuOf(work, 3)));
}

/** Milliseconds of CPU that a call takes. */
async function cpuOf(work: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Calls the function of a read as the gateway does, without the way over HTTP to it. */
export async function invocation(token: string, read: ReadCase): Promise<() => Promise<Result>> {
  const [path = '', query = ''] = buildPath(read.operationId, read.params, read.query).split('?');
  const match = router.match('GET', path);
  if (!match) throw new Error(`No route answers ${path}`);
  const { group } = match.route;
  const handler = await loadGroup(group);
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'x-project-id': read.projectId };
  return async () => {
    const requestId = randomUUID();
    const received = {
      ...{ method: 'GET', path, query, rawHeaders: Object.entries(headers).flat(), body: Buffer.alloc(0) },
      ...{ protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', port: 80, requestId, receivedAt: new Date() },
    };
    const context = lambdaContext(group, requestId, Date.now() + 60_000);
    const result = (await handler(buildEvent(received, match), context)) as Result;
    if (result.statusCode !== 200) throw new Error(`${read.name} answered ${result.statusCode}: ${result.body}`);
    return result;
  };
}

/** The answer of a read that is warm, the requests that it takes, and what it asks of files and of the search index. */
async function recorded({ client, runtime: { ports } }: TestStack, invoke: () => Promise<Result>) {
  await invoke();
  const others: (() => Promise<unknown>)[] = [];
  const restore = [
    watch(ports.objects, 'get', others),
    watch(ports.search, 'search', others),
    watch(ports.search && isIndex(ports.search) ? ports.search : undefined, 'lacking', others),
  ];
  const sent: Sent[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const one = { commandName, input: args.input, startedAt: performance.now(), endedAt: 0 };
        sent.push(one);
        const answer = await next(args);
        one.endedAt = performance.now();
        return answer;
      },
    // Where the request is signed.
    { step: 'finalizeRequest', priority: 'low', name: 'recordRequests', override: true },
  );
  const { body = '', isBase64Encoded, headers } = await invoke();
  client.middlewareStack.remove('recordRequests');
  for (const one of restore) one();
  const isJson = !isBase64Encoded && String(headers?.['content-type']).startsWith('application/json');
  const answer: unknown = isJson ? JSON.parse(body) : body;
  return { answer, sent, others };
}

/** Notes what is asked of a method of a port, to ask it again. @returns what ends that. */
function watch<Name extends string>(
  port: { [name in Name]: (...given: never[]) => Promise<unknown> } | undefined,
  name: Name,
  asked: (() => Promise<unknown>)[],
): () => void {
  if (!port) return () => {};
  const method = port[name];
  const watched = (...given: never[]) => {
    asked.push(() => method.apply(port, given));
    return method.apply(port, given);
  };
  Object.defineProperty(port, name, { value: watched, configurable: true, writable: true });
  return () => Object.defineProperty(port, name, { value: method, configurable: true, writable: true });
}

/** Requests that were under way together are sent together. */
function inWaves(sent: readonly Sent[]): Sent[][] {
  const waves: Sent[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of sent) {
    if (one.startedAt >= end) waves.push([]);
    waves.at(-1)?.push(one);
    end = Math.max(one.startedAt >= end ? Number.NEGATIVE_INFINITY : end, one.endedAt);
  }
  return waves;
}

/** The SDK's own client of the engine that another client has. */
async function plainClient({ config }: dynamodb.DynamoDBClient): Promise<dynamodb.DynamoDBClient> {
  const [{ accessKeyId, secretAccessKey }, region, endpoint] = await Promise.all([
    config.credentials(),
    config.region(),
    config.endpoint?.(),
  ]);
  const credentials = { accessKeyId, secretAccessKey };
  return new dynamodb.DynamoDBClient({ ...(endpoint && { endpoint }), region, credentials, cacheMiddleware: true });
}

type AnyCommand = Parameters<dynamodb.DynamoDBClient['send']>[0];

function commandOf({ commandName, input }: Sent): AnyCommand {
  const commands = dynamodb as unknown as Record<string, new (input: object) => AnyCommand>;
  const Command = commands[commandName];
  if (!Command) throw new Error(`The SDK has no ${commandName}`);
  return new Command(input);
}

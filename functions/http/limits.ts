import type { Context as LambdaContext } from 'aws-lambda';
import type { Operation } from '#shared/api/define.ts';
import { type ConsumedUnits, countedUnits, countingUnits } from '#shared/kernel/consumed-units.ts';
import { clientNetwork } from '#shared/kernel/rules/client-network.ts';
import { limitsOf } from '#shared/limits/rules/limits.ts';
import { Limiter, type Spend } from '#shared/limits/verbs/limiter.ts';
import { Meter } from '#shared/limits/verbs/meter.ts';
import { type Runtime, runtime } from '../runtime.ts';
import { clientAddressOf } from './client-address.ts';
import type { Event, MiddyRequest, Result, State } from './state.ts';
import { stateIfAny, stateOf } from './state.ts';

/** On AWS a bucket answers within some milliseconds; a request must not wait longer for its limit than for its answer. */
const bucketMilliseconds = 500;

const limiters = new WeakMap<Runtime, Limiter>();

/** The limiter of a runtime; it lives as long as the process. */
function limiterOf(of: Runtime): Limiter {
  const { limits, environment } = of.config;
  const waitMilliseconds = environment === 'local' ? undefined : bucketMilliseconds;
  const limiter = limiters.get(of) ?? new Limiter(limitsOf(limits), { waitMilliseconds });
  limiters.set(of, limiter);
  return limiter;
}

const meters = new WeakMap<Runtime, Meter>();

/** The meter of a runtime; it lives as long as the process. */
function meterOf(of: Runtime): Meter {
  const meter = meters.get(of) ?? new Meter();
  meters.set(of, meter);
  return meter;
}

/** Units that an operation is expected to use: those of its last requests in this process. */
const expected = new Map<string, ConsumedUnits>();

/** An expectation falls to this part with each request that uses less. */
const forgetting = 0.9;

function expect({ operationId }: Operation, used: ConsumedUnits): void {
  const before = expected.get(operationId) ?? { reads: 0, writes: 0 };
  expected.set(operationId, {
    reads: Math.max(used.reads, before.reads * forgetting),
    writes: Math.max(used.writes, before.writes * forgetting),
  });
}

/** Counts the units of everything that a request does. */
export const counting =
  (handler: (event: Event, context: LambdaContext) => Promise<Result>) =>
  (event: Event, context: LambdaContext): Promise<Result> =>
    countingUnits({ reads: 0, writes: 0 }, () => handler(event, context));

/** Refuses a caller who has used up a limit (429), once it is known who it is (rule LIMIT-1). */
export const limits = (operation: Operation) => ({
  before: async (request: MiddyRequest) => {
    const state = stateOf(request.event);
    const spends = spendsOf(operation, request.event, state);
    state.limits = { spends, grant: undefined };
    state.limits = { spends, grant: await limiterOf(runtime()).take(state.ctx, spends) };
  },
});

/** Charges what the request has used, and tells in headers what is left. */
export async function settleLimits(operation: Operation, { event, response }: MiddyRequest): Promise<void> {
  const state = stateIfAny(event);
  if (!state?.limits) return;
  const { spends, grant } = state.limits;
  const used = countedUnits();
  if (grant && used) {
    expect(operation, used);
    await grant.settle({ ...used });
  }
  if (response) response.headers = { ...response.headers, ...limiterOf(runtime()).headersOf(state.ctx, spends) };
  await countUsed(state, event, response);
}

/** Counts what the request used for its project (rule LIMIT-11). */
async function countUsed(state: State, event: Event, response: Result | null | undefined): Promise<void> {
  const { ctx, authenticated, startedAt } = state;
  const projectId = authenticated?.project?.projectId;
  if (projectId === undefined) return;
  const { reads, writes } = countedUnits() ?? { reads: 0, writes: 0 };
  await meterOf(runtime()).add(ctx, projectId, {
    requests: 1,
    readUnits: reads,
    writeUnits: writes,
    milliseconds: performance.now() - startedAt,
    bytes: bodyBytes(event) + (response ? bodyBytes(response) : 0),
  });
}

function spendsOf(operation: Operation, event: Event, state: State): Spend[] {
  const { route } = operation;
  if (route.auth === 'none') {
    // An emulator of Lambda may leave the address out.
    const network = clientNetwork(clientAddressOf(event, state.ctx.config) ?? '');
    return [{ owner: 'address', kind: 'requests', ownerId: network, ownerText: 'this address', tokens: 1 }];
  }
  const owners = ownersOf(operation, state);
  const { reads = 0, writes = 0 } = expected.get(operation.operationId) ?? {};
  const writing = route.method !== 'GET' && !route.readOnly;
  const spends: (readonly [Spend['kind'], number])[] = [
    ['reads', Math.max(1, Math.ceil(reads))],
    // A read that notes an access is charged for it and never refused for it.
    ['writes', writing ? Math.max(1, Math.ceil(writes)) : 0],
    ...(route.spends ? [[route.spends, route.spends === 'uploads' ? bytesOf(event, state) : 1] as const] : []),
  ];
  return owners.flatMap((owner) => spends.map(([kind, tokens]) => ({ ...owner, kind, tokens })));
}

/** What belongs to a running run counts for its project alone: its user's other requests must not stop it. */
function ownersOf({ route }: Operation, { authenticated }: State): Omit<Spend, 'kind' | 'tokens'>[] {
  const { actor, project } = authenticated ?? {};
  const user = actor && {
    owner: 'user' as const,
    ownerId: actor.user.userId,
    ownerText: `user '${actor.user.username}'`,
  };
  const ofProject = project && {
    owner: 'project' as const,
    ownerId: project.projectId,
    ownerText: `project '${project.projectId}'`,
    isOfRun: route.ofRun === true,
  };
  return [route.ofRun ? undefined : user, ofProject].filter((owner) => owner !== undefined);
}

/** Bytes of the files that a request announces, else of its body. */
function bytesOf(event: Event, { input }: State): number {
  const { files } = (input?.body ?? {}) as { files?: readonly { size_bytes?: number }[] };
  if (Array.isArray(files)) return files.reduce((sum, { size_bytes = 0 }) => sum + size_bytes, 0);
  return bodyBytes(event);
}

const bodyBytes = ({ body = '', isBase64Encoded }: Pick<Result, 'body' | 'isBase64Encoded'>): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

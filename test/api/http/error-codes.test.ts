import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalPastDistribution } from '#functions/http/distribution.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import type { Event, Result } from '#functions/http/state.ts';
import { contextOf, provideRuntime } from '#functions/runtime.ts';
import { closeServer, createGateway, listen } from '#local/gateway/gateway.ts';
import { ApiError, createClient } from '#shared/api/client.ts';
import { errorCodeList, errorCodesOf, statusOf } from '#shared/api/error-statuses.ts';
import { operations, registry } from '#shared/api/registry.ts';
import { routeList } from '#shared/api/routes.ts';
import { errorBody } from '#shared/api/schemas/common.ts';
import type { ErrorCode } from '#shared/kernel/error-codes.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { providerConfig } from '#shared/people/sign-in/provider-config.ts';
import { getUser, userEntity } from '#shared/people/store/users.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { canceled, injectFaults } from '#test/support/engine/faults.ts';
import { fakeOrchestrator, type RunContext } from '#test/support/runs/runs.ts';
import { startWorkerRun, TestWorker } from '#test/support/runs/worker.ts';
import { passThrough, startProvider, type TestProvider } from '#test/support/sign-in/provider.ts';
import { sampleFlow } from '../support/samples.ts';
import type { Answer } from '../support/wire.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let viewer: Caller;
let counter = 0;
function fresh(name = 'x'): string {
  counter += 1;
  return `${name}-${counter}`;
}
/** Carried out once, before the next transaction of the service is sent. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  world = await startWorld();
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  world.stack.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (meanwhile && context.commandName === 'TransactWriteItemsCommand') {
        const act = meanwhile;
        meanwhile = undefined;
        await act();
      }
      return next(args);
    },
    { step: 'initialize', name: 'meanwhile' },
  );
  owner = await world.register('owner');
  viewer = await world.register('viewer');
  const params = { project_id: owner.projectId };
  await world.join(owner.api, { params, body: { username: 'viewer' } });
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'flow', chip_id: 'chip', code: sampleFlow } });
});
afterAll(() => world.stop());

/** A context in which verbs act for a caller, whose runs use a state machine of this test. */
async function contextFor(caller: Caller): Promise<RunContext> {
  const { runtime } = world.stack;
  const user = await getUser(runtime.db, caller.userId);
  if (!user) throw new Error(`${caller.username} is gone`);
  const orchestrator = runtime.ports.orchestrator as RunContext['orchestrator'];
  const { projectId } = caller;
  return {
    ...contextOf(runtime, 'test'),
    actor: { user, apiToken: undefined },
    projectId,
    role: 'owner',
    orchestrator,
  };
}

/** A user with a chip and a flow, and no run yet. */
async function lab(): Promise<Caller> {
  const caller = await world.register(fresh('lab'));
  await caller.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await caller.api.saveFlow({ body: { name: 'flow', chip_id: 'chip', code: sampleFlow } });
  return caller;
}

/** A run that a worker has claimed, and the call with which it tells of its log. */
async function workerRun() {
  const caller = await lab();
  const ctx = await contextFor(caller);
  const run = await startWorkerRun(ctx);
  await beginRun(ctx, run);
  await awaitToken(ctx, run, { kind: 'claim', token: 'claim' });
  const worker = new TestWorker(() => ctx);
  await worker.claim();
  await awaitToken(ctx, run, { kind: 'worker', token: 'work' });
  const line = { at: '2025-03-01T12:00:00Z', level: 'info' as const, text: 'x' };
  const log = (given: { fence?: number; claim_key?: string } = {}) =>
    caller.api.appendRunLog({
      params: { flow_run_id: run.flowRunId },
      body: { fence: worker.fence, ...given, sequence: 0, lines: [line] },
    });
  return { caller, ctx, run, worker, log };
}

const started_at = '2025-01-01T00:00:00Z';
/** A cryostat whose cool-down is ongoing. */
async function cooling(): Promise<string> {
  const cryo_id = fresh('cryo');
  await owner.api.createCryostat({ body: { cryo_id } });
  await owner.api.createCooldown({ body: { cooldown_id: fresh('cd'), cryo_id, started_at } });
  return cryo_id;
}

/** The token of a new API token. */
async function tokenOf(body: { role?: 'viewer'; expires_at?: string }): Promise<string> {
  const { token } = await owner.api.createApiToken({ body: { name: fresh(), ...body } });
  return token;
}

const inWords = (key: string) => ({ 'idempotency-key': key });

/** The gateway of one machine before a function. */
async function gatewayAnswer(handler: () => Promise<unknown>, maxConcurrent = 8): Promise<Response> {
  const onError = () => {};
  const handlerOf = async () => handler;
  const server = createGateway({
    routes: routeList,
    handlerOf,
    site: undefined,
    onError,
    limits: {
      timeoutMilliseconds: 20,
      turns: { running: maxConcurrent, perCaller: maxConcurrent, waitingPerCaller: 0, waitMilliseconds: 0 },
    },
  });
  const url = await listen(server, 0);
  const answer = await fetch(`${url}/health`);
  await closeServer(server, 0);
  return answer;
}

const signInUrl = 'https://fiducial.test';

/** Acts while the service has a sign-in provider. */
async function withProvider<T>(act: (api: Caller['api'], provider: TestProvider) => Promise<T>): Promise<T> {
  const provider = await startProvider(`${signInUrl}/login`);
  const { config } = world.stack.runtime;
  const { publicUrl } = config;
  const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId };
  Object.assign(config, { publicUrl: signInUrl, provider: providerConfig(env, signInUrl) });
  world.stack.runtime.secrets.clientSecret = async () => provider.clientSecret;
  try {
    return await act(world.client(undefined), provider);
  } finally {
    Object.assign(config, { publicUrl, provider: undefined, passwordSignIn: true });
    await provider.stop();
  }
}

const never = () => new Promise<never>(() => {});

/** For every code a request that is answered with it. */
const requests: Record<ErrorCode, () => Promise<unknown>> = {
  invalid_request: () => owner.api.createChip({ body: { chip_id: '' } }),
  unknown_reference: () =>
    owner.api.updateCalibrationParameters({ body: { chip_id: 'nowhere', qid: '0', parameters: { t1: { value: 1 } } } }),
  project_required: async () => {
    const { db } = world.stack.runtime;
    const nobody = await world.register(fresh('nobody'));
    await nobody.api.deleteProject({ params: { project_id: nobody.projectId } });
    const user = await getUser(db, nobody.userId);
    if (!user) throw new Error('the user is gone');
    await writeItem(db, { put: userEntity.encode({ ...user, defaultProjectId: undefined }, user.rev + 1) });
    const login = await world.client(undefined).login({ body: { username: user.username, password: testPassword } });
    return world.client(login.access_token).listChips();
  },
  invalid_cursor: () => owner.api.listChips({ query: { cursor: 'x' } }),
  request_too_broad: () => owner.api.listExecutions({ query: { skip: 20_000 } }),
  wrong_password: () =>
    owner.api.changePassword({ body: { current_password: 'another one', new_password: 'a new password' } }),
  unauthenticated: () => world.raw('GET', '/auth/me', { token: 'forged' }),
  wrong_credentials: () => world.client(undefined).login({ body: { username: 'owner', password: 'another one' } }),
  sign_in_failed: () => withProvider((api) => api.completeSignIn({ body: { response: 'state=x', browser_key: 'x' } })),
  token_expired: async () => {
    const token = await tokenOf({ expires_at: new Date(world.now().getTime() + 60_000).toISOString() });
    world.advance(61);
    return world.client(token).getCurrentUser();
  },
  token_revoked: async () => {
    const somebody = await world.register(fresh('changed'));
    const body = { current_password: testPassword, new_password: 'another password' };
    await somebody.api.changePassword({ body });
    return somebody.api.getCurrentUser();
  },
  forbidden: () => owner.api.registerUser({ body: { username: fresh('user'), password: testPassword } }),
  no_project_access: () => world.client(owner.token, viewer.projectId).listChips(),
  role_required: () => world.client(viewer.token, owner.projectId).createChip({ body: { chip_id: 'a', size: 4 } }),
  user_disabled: async () => {
    const { db } = world.stack.runtime;
    const somebody = await world.register(fresh('disabled'));
    const user = await getUser(db, somebody.userId);
    if (!user) throw new Error('the user is gone');
    await writeItem(db, { put: userEntity.encode({ ...user, disabled: true }, user.rev + 1) });
    return somebody.api.getCurrentUser();
  },
  sign_in_refused: () =>
    withProvider(async (api, provider) => {
      provider.person = { sub: 'an owner elsewhere', preferred_username: 'owner' };
      const { authorization_url, browser_key } = await api.beginSignIn();
      const response = await passThrough(authorization_url, `${signInUrl}/login`);
      return api.completeSignIn({ body: { response, browser_key } });
    }),
  password_sign_in_off: () =>
    withProvider((api) => {
      world.stack.runtime.config.passwordSignIn = false;
      return api.login({ body: { username: 'owner', password: testPassword } });
    }),
  login_required: async () => world.client(await tokenOf({})).createApiToken({ body: { name: 'another' } }),
  password_change_required: async () => {
    const { username } = await world.register(fresh('newcomer'));
    await world.admin.api.resetPassword({ body: { username, new_password: testPassword } });
    const login = await world.client(undefined).login({ body: { username, password: testPassword } });
    return world.client(login.access_token).listChips();
  },
  token_restricted: async () =>
    world.client(await tokenOf({ role: 'viewer' })).createProject({ body: { name: fresh('project') } }),
  wrong_address: async () => refusalPastDistribution({} as Event, { originSecrets: ['secret'], publicUrl: '' }),
  not_found: () => owner.api.getChip({ params: { chip_id: 'nowhere' } }),
  route_not_found: () => world.raw('GET', '/nowhere'),
  conflict: () => owner.api.restoreProject({ params: { project_id: owner.projectId } }),
  already_exists: () => owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } }),
  etag_mismatch: () =>
    owner.api.updateChip({ params: { chip_id: 'chip' }, body: { note: 'x' }, headers: { 'if-match': '"99"' } }),
  concurrent_change: () => {
    const note = (content: string) => owner.api.updateChip({ params: { chip_id: 'chip' }, body: { note: content } });
    meanwhile = () => note(fresh());
    return note(fresh());
  },
  changed_since: async () => {
    const set = (value: number) =>
      owner.api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters: { t1: { value } } } });
    const { provenance_activity_id } = await set(50);
    await set(60);
    const audit_id = provenance_activity_id ?? '';
    return owner.api.undoProjectAuditEntry({ params: { project_id: owner.projectId, audit_id } });
  },
  not_undoable: () => {
    // An id as earlier versions made them.
    const params = { project_id: owner.projectId, audit_id: '0b6d6b0e-6f6f-4b9a-9c36-000000000001' };
    return owner.api.undoProjectAuditEntry({ params });
  },
  not_empty: () => owner.api.deleteChip({ params: { chip_id: 'chip' } }),
  limit_reached: async () => {
    const somebody = await world.register(fresh('collector'));
    for (let index = 0; ; index += 1) await somebody.api.createApiToken({ body: { name: `token-${index}` } });
  },
  run_active: async () => {
    const { api } = await lab();
    await api.executeFlow({ params: { name: 'flow' }, body: {} });
    return api.executeFlow({ params: { name: 'flow' }, body: {} });
  },
  run_queued: async () => {
    const { api } = await lab();
    await api.executeFlow({ params: { name: 'flow' }, body: {} });
    for (let index = 0; index < 2; index += 1) await api.queueFlow({ params: { name: 'flow' }, body: {} });
    return api.deleteQueuedRun({});
  },
  run_ended: async () => {
    const { worker, log } = await workerRun();
    await worker.finish('completed');
    return log();
  },
  run_cancelled: async () => {
    const { caller, ctx, run, worker } = await workerRun();
    await cancelRun(ctx, run.flowRunId);
    const begun = { task: 'CheckT1', task_type: 'qubit', qid: '0', status: 'running', start_at: started_at } as const;
    const params = { flow_run_id: run.flowRunId };
    return caller.api.reportTaskResults({ params, body: { fence: worker.fence, results: [begun] } });
  },
  claim_of_another: async () => {
    const { log } = await workerRun();
    return log({ claim_key: randomUUID() });
  },
  claim_superseded: async () => {
    const { log, worker } = await workerRun();
    return log({ fence: worker.fence + 1 });
  },
  cooldown_ongoing: async () => {
    const cryo_id = await cooling();
    return owner.api.createCooldown({ body: { cooldown_id: fresh('cd'), cryo_id, started_at } });
  },
  cryostat_decommissioned: async () => {
    const cryo_id = fresh('cryo');
    await owner.api.createCryostat({ body: { cryo_id, status: 'decommissioned' } });
    return owner.api.createCooldown({ body: { cooldown_id: fresh('cd'), cryo_id, started_at } });
  },
  idempotency_key_reused: async () => {
    const headers = inWords(fresh('key'));
    await owner.api.createChip({ body: { chip_id: fresh('chip'), topology_id: 'linear-2' }, headers });
    return owner.api.createChip({ body: { chip_id: fresh('chip'), topology_id: 'linear-2' }, headers });
  },
  idempotency_in_progress: async () => {
    const call = { body: { chip_id: fresh('chip'), topology_id: 'linear-2' }, headers: inWords(fresh('key')) };
    let repeat: Promise<unknown> | undefined;
    meanwhile = async () => {
      repeat = owner.api.createChip(call);
      await repeat.catch(() => undefined);
    };
    await owner.api.createChip(call);
    return repeat;
  },
  idempotency_answer_not_kept: async () => {
    const call = { body: { name: fresh('token') }, headers: inWords(fresh('key')) };
    await owner.api.createApiToken(call);
    return owner.api.createApiToken(call);
  },
  too_large: () => world.raw('POST', '/chips', { token: owner.token, body: 'x'.repeat(5_000_000) }),
  too_many_requests: async () => {
    for (;;) {
      const body = { username: 'nobody', password: 'another one' };
      const answer = await world
        .client(undefined)
        .login({ body })
        .catch((error: unknown) => error);
      if (!(answer instanceof ApiError && answer.code === 'wrong_credentials')) throw answer;
    }
  },
  internal: () => gatewayAnswer(() => Promise.reject(new Error('broken'))),
  timed_out: () => {
    provideRuntime(world.stack.runtime);
    const handler = endpoint(registry.getHealth, never);
    const event = { routeKey: 'GET /health', headers: {}, requestContext: { http: {} } } as unknown as Event;
    return handler(event, { getRemainingTimeInMillis: () => 20 } as Context);
  },
  busy: async () => {
    const faults = injectFaults(world.stack.client);
    faults.plan(({ command }) =>
      command === 'TransactWriteItems' ? { before: canceled('TransactionConflict') } : undefined,
    );
    return owner.api.updateChip({ params: { chip_id: 'chip' }, body: { note: fresh() } }).finally(() => faults.clear());
  },
  unavailable: () => gatewayAnswer(never),
  provider_unavailable: () =>
    withProvider((api, provider) => {
      provider.isBroken = true;
      return api.beginSignIn();
    }),
};

/** Status and body of an error, however it came. */
async function errorOf(answer: Promise<unknown>): Promise<{ status: number | undefined; body: unknown }> {
  const given = await answer.catch((error: unknown) => error);
  if (given instanceof ApiError) {
    const { status, detail, code, errors } = given;
    return { status, body: { detail, code, ...(errors.length > 0 ? { errors } : {}) } };
  }
  if (given instanceof Response) {
    const { message: _, ...body } = (await given.json()) as Record<string, unknown>;
    return { status: given.status, body };
  }
  if (given instanceof Error) throw given;
  const { status, statusCode, body } = given as Partial<Answer> & Result;
  return { status: status ?? statusCode, body: typeof body === 'string' ? JSON.parse(body) : body };
}

describe('an error answer', () => {
  it.each(errorCodeList)('an error %s has the status of its code, and a sentence alongside it', async (code) => {
    const { status, body } = await errorOf(requests[code]());
    expect(body).toMatchObject({ code, detail: expect.stringMatching(/^.{10,}$/) });
    expect(status).toBe(statusOf(code));
    expect(errorBody.strict().safeParse(body).error).toBeUndefined();
  });

  it('every code of an error is described by an operation, or is of what is there before all operations', () => {
    const described = new Set(operations.flatMap(errorCodesOf));
    const before = ['wrong_address', 'route_not_found'];
    expect(errorCodeList.filter((code) => !described.has(code))).toEqual(before);
  });
});

describe('a client', () => {
  it('a client knows no code where something before the service answered', async () => {
    const server = createServer((_, response) => response.writeHead(503).end('{"message":"Service Unavailable"}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const call = createClient({ baseUrl: `http://127.0.0.1:${port}` }).getHealth();
    await expect(call).rejects.toMatchObject({ status: 503, code: undefined, detail: 'Service Unavailable' });
    server.close();
  });
});

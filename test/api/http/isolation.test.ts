import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointHandler, endpoint, endpointWithEarlyRead } from '#functions/http/endpoint.ts';
import type { Event } from '#functions/http/state.ts';
import { provideRuntime, type Runtime } from '#functions/runtime.ts';
import { registry } from '#shared/api/registry.ts';
import type { ProjectReads } from '#shared/kernel/context.ts';
import { batchGetItems, queryAll, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { keptDatabases } from '#shared/kernel/store/dynamodb/project-databases.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { chipKeys, runKeys, userKeys } from '#shared/kernel/store/keys.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let caller: Caller;
let other: Caller;
beforeAll(async () => {
  world = await startWorld();
  [caller, other] = await Promise.all([world.register('caller'), world.register('other')]);
});
afterAll(() => world.stop());

type Work = (ctx: ProjectReads) => Promise<unknown>;
const nothing = { chips: [], total: 0, skip: 0, limit: 20, next_cursor: null };

const request = (token: string, headers: Record<string, string> = {}) =>
  ({
    ...{ routeKey: 'GET /chips', rawPath: '/chips', rawQueryString: '' },
    headers: { authorization: `Bearer ${token}`, ...headers },
    requestContext: { http: { method: 'GET', sourceIp: '198.51.100.1' } },
  }) as unknown as Event;

/** Answers a request in a runtime that differs from the stack's. */
async function answered(handler: EndpointHandler, event: Event, changed: Partial<Runtime>) {
  const { runtime } = world.stack;
  provideRuntime({ ...runtime, ...changed });
  try {
    return (await handler(event, { getRemainingTimeInMillis: () => 60_000 } as Context)).statusCode;
  } finally {
    provideRuntime(runtime);
  }
}

/** What the handler of a list answers that does a work on its way, and what it logs. */
async function answerTo(work: Work, token = caller.token) {
  const reasons: string[] = [];
  const log = {
    ...world.stack.runtime.log,
    error: (_: string, fields: object) => reasons.push(JSON.stringify(fields)),
  };
  const handler = endpoint(registry.listChips, async ({ ctx }) => {
    await work(ctx);
    return nothing as never;
  });
  return { status: await answered(handler, request(token), { log: log as Runtime['log'] }), reasons };
}

/** What reaches a project by every kind of request. */
const works: Readonly<Record<string, (projectId: string) => Work>> = {
  'a query':
    (projectId) =>
    ({ db }) =>
      queryAll(db, chipKeys.chips(projectId)),
  'a query of an index':
    (projectId) =>
    ({ db }) =>
      queryAll(db, { pk: runKeys.ofChip(projectId, 'c'), index: 'gsi1' }),
  'a batch with one foreign key': (projectId) => (ctx) =>
    batchGetItems(ctx.db, [chipKeys.chip(ctx.projectId, 'c'), chipKeys.chip(projectId, 'c')]),
  'a write':
    (projectId) =>
    ({ db }) =>
      writeItem(db, { put: { ...chipKeys.chip(projectId, 'planted'), entity: 'planted' } }),
  'a transaction with one foreign key': (projectId) => async (ctx) => {
    const transaction = new Transaction(ctx.db);
    const error = () => new Error('changed');
    transaction.check(chipKeys.chip(ctx.projectId, 'first'), { expression: 'attribute_not_exists(pk)' }, error);
    transaction.check(chipKeys.chip(projectId, 'c'), { expression: 'attribute_not_exists(pk)' }, error);
    await transaction.commit();
  },
};

describe('a handler with the credentials of its caller', () => {
  it.each(Object.entries(works))('a handler that forgets its tenant is refused %s', async (_, work) => {
    expect(await answerTo(work(caller.projectId))).toEqual({ status: 200, reasons: [] });
    const { status, reasons } = await answerTo(work(other.projectId));
    expect(status).toBe(500);
    expect(reasons.join()).toContain('AccessDeniedException');
    expect(await answerTo(work(other.projectId), other.token)).toMatchObject({ status: 200 });
  });

  it('no session is fetched for a project that a request merely names', async () => {
    const fetched: string[] = [];
    const { databaseOf } = world.stack.runtime.projects;
    const projects = keptDatabases((projectId) => {
      fetched.push(projectId);
      return databaseOf(projectId);
    });
    const early = ({ db, projectId }: ProjectReads) => queryAll(db, chipKeys.chips(projectId));
    const handler = endpointWithEarlyRead(registry.listChips, early, async () => nothing as never);
    const naming = request(other.token, { 'x-project-id': caller.projectId });
    expect(await answered(handler, naming, { projects })).toBe(403);
    expect(fetched).toEqual([]);
    for (const token of [other.token, other.token])
      expect(await answered(handler, request(token), { projects })).toBe(200);
    expect(fetched).toEqual([other.projectId]);
  });

  it('nothing is refused of what projects share: the people', async () => {
    expect(await answerTo(({ db }) => queryAll(db, userKeys.tokens('anyone')))).toEqual({ status: 200, reasons: [] });
  });
});

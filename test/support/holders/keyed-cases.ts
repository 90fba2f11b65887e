import { expect } from 'vitest';
import { loadGroup } from '#functions/groups.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { buildEvent } from '#local/gateway/http-event.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { createRouter, type NamedRoute } from '#shared/api/router.ts';
import { type OperationId, routes } from '#shared/api/routes.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { getUser } from '#shared/people/store/users.ts';
import { createApiToken } from '#shared/people/verbs/api-tokens.ts';
import type { PausePoint } from '#test/support/engine/pauses.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

const groups = ['calibrations', 'chips', 'export-jobs', 'flows', 'notes', 'projects'] as const;
// Imported before a request pauses.
await Promise.all(groups.map(loadGroup));

interface Request {
  method: string;
  path: string;
  body: object;
  /** What it makes one of. */
  makes: string;
  /** Its repeat answers the current state, not the first answer. */
  tellsWhatStands?: boolean;
}

const code = "stages:\n  - name: check\n    tasks: [CheckT1]\n    targets: {qubits: ['0']}\n";

const requests: Record<string, Request> = {
  'adds a comment': {
    method: 'POST',
    path: '/chips/chip/qubits/0/note/comments',
    body: { content: 'odd' },
    makes: 'note-event',
  },
  'edits a note': { method: 'PUT', path: '/chips/chip/note', body: { content: 'odd' }, makes: 'note-event' },
  'sets a value by hand': {
    ...{ method: 'PATCH', path: '/calibrations/parameters', makes: 'sample' },
    body: { chip_id: 'chip', qid: '0', parameters: { t1: { value: 3 } } },
  },
  'asks for an export': { method: 'POST', path: '/exports', body: { kind: 'samples', format: 'csv' }, makes: 'export' },
  'makes a project': { method: 'POST', path: '/projects', body: { name: 'Lab' }, makes: 'project' },
  'makes a chip': { method: 'POST', path: '/chips', body: { chip_id: 'new', topology_id: 'linear-2' }, makes: 'chip' },
  'saves a flow': {
    method: 'POST',
    path: '/flows',
    body: { name: 'check', chip_id: 'chip', code },
    makes: 'flow-version',
    tellsWhatStands: true,
  },
};

/** Another one, which fits the key of none of them. */
const another: Request = { method: 'PUT', path: '/chips/chip/qubits/1/note', body: { content: 'another' }, makes: '' };

interface Answer {
  status: number;
  body: string;
  replayed: boolean;
}

type Send = (request: Request) => Promise<Answer>;

/** The answer of a holder that died is not received. */
const heard = ({ dies }: PausePoint, outcome: PromiseSettledResult<Answer>): Answer[] =>
  outcome.status === 'fulfilled' && !dies ? [outcome.value] : [];

const itsRepeat = 'its repeat is sent';
const anotherOne = 'another request is sent under its key';
const nextDay = 'a day passes, and its key is used for another request';

/**
 * Requests under an `Idempotency-Key` (rules API-20 and API-22). With any delay and any repeat, the request is done
 * once, all callers that are told of its success get the same answer, and its key is not reused for a day.
 */
export function keyedCases({ verbs, pauses }: Stage): HolderCase[] {
  const router = createRouter(
    Object.entries(routes).map(
      ([operationId, route]): NamedRoute => ({ operationId: operationId as OperationId, ...route }),
    ),
  );
  const prepare = async (): Promise<Send> => {
    await verbs.empty();
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    const { ctx, client } = verbs;
    const { objects, scheduler } = ctx;
    const ports = { objects, scheduler, exports: { start: () => undefined } };
    provideRuntime(createRuntime(ctx.config, { client, secrets: ctx.secrets, clock: ctx.clock, log: ctx.log, ports }));
    const owner = await verbs.member('alice');
    await createChip(owner, { chipId: 'chip', topologyId: 'linear-2' });
    const user = await getUser(verbs.db, owner.actor.user.userId);
    if (!user) throw new Error('There is no alice');
    const { token } = await createApiToken({ ...owner, actor: { user, apiToken: undefined } }, { name: 'script' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'one' };
    const rawHeaders = Object.entries({ ...headers, 'x-project-id': owner.projectId }).flat();
    return async ({ method, path, body }) => {
      const match = router.match(method, path);
      if (!match) throw new Error(`No route answers ${method} ${path}`);
      const handler = await loadGroup(match.route.group);
      const sent = {
        method,
        path,
        query: '',
        rawHeaders,
        body: Buffer.from(JSON.stringify(body)),
        protocol: 'HTTP/1.1',
      };
      const event = buildEvent(
        { ...sent, sourceIp: '192.0.2.1', port: 443, requestId: 'test', receivedAt: verbs.now },
        match,
      );
      const result = await handler(event, lambdaContext(match.route.group, 'test', Date.now() + 600_000));
      const replayed = result.headers?.['idempotency-replayed'] === 'true';
      return { status: result.statusCode ?? 200, body: result.body ?? '', replayed };
    };
  };
  const countOf = async (entity: string): Promise<number> =>
    [...(await verbs.table()).values()].filter((text) => text.includes(`"entity":{"S":"${entity}"}`)).length;
  return Object.entries(requests).map(([name, request]) => ({
    name: `${name} under a key`,
    others: [itsRepeat, anotherOne, nextDay],
    visit: async (at, other) => {
      const send = await prepare();
      const before = await countOf(request.makes);
      const answers: Answer[] = [];
      let between: Answer | undefined;
      const meanwhile = async () => {
        anHourLater({ verbs });
        if (other === nextDay) verbs.now = new Date(verbs.now.getTime() + 25 * 3_600_000);
        between = await send(other === itsRepeat ? request : another);
        answers.push(between);
      };
      const paused = await pauses.run(at, () => send(request), meanwhile);
      answers.push(...heard(at, paused.outcome));
      anHourLater({ verbs });
      for (let n = 0; n < 2; n += 1) answers.push(await send(request));
      const done = answers.filter(({ status }) => status < 300);
      expect(answers.filter(({ status }) => status >= 300 && status !== 409)).toEqual([]);
      if (!between) return paused;
      if (other === itsRepeat) {
        expect(await countOf(request.makes)).toBe(before + 1);
        if (!request.tellsWhatStands) expect(new Set(done.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
      } else if (between.status === 409) {
        // The key was not free, and the other has done nothing.
        expect(other).toBe(anotherOne);
        expect(between.body).toContain('idempotency_key_reused');
        expect(await countOf(request.makes)).toBe(before + 1);
      } else {
        // The current holder keeps the key, and its answer.
        expect(await send(another)).toEqual({ ...between, replayed: true });
        expect(answers.slice(-2).map(({ status }) => status)).toEqual([409, 409]);
      }
      return paused;
    },
  }));
}

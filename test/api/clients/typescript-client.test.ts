import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, routes } from '#shared/api/routes.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { calibrationNoteEntity } from '#shared/results/store/task-registry.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { served } from '../../clients/compatibility.ts';
import { missingFields, sendable } from '../../clients/shapes.ts';
import { type SampleNames, sampleRequest } from '../support/samples.ts';
import { makeScene } from '../support/scene.ts';
import { send, type WireRequest } from '../support/wire.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

/** What reads something of another group than its own. */
const whole: readonly OperationId[] = ['getFileContent', 'downloadZipFile', 'getFlowHelperFile'];

let world: World;
/** Two of each, since one user may not own as many projects as there are operations. */
let owners: Caller[];
let hosts: Caller[];
let counter = 0;

beforeAll(async () => {
  world = await startWorld();
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  owners = await Promise.all(['one', 'two'].map((name) => world.register(`owner-${name}`)));
  for (const username of ['member', 'outsider']) await world.register(username);
  hosts = await Promise.all(['one', 'two'].map((name) => world.register(`host-${name}`)));
});
afterAll(() => world.stop());

const readScenes = new Map<string, Promise<SampleNames>>();

/** The project of all reads of a group by a caller, which spoil nothing. */
function readScene(of: string, make: () => Promise<SampleNames>): Promise<SampleNames> {
  const known = readScenes.get(of) ?? make();
  readScenes.set(of, known);
  return known;
}

function one(of: readonly Caller[]): Caller {
  const chosen = of[counter % of.length];
  if (!chosen) throw new Error('No one is registered');
  return chosen;
}

/** As the client sends it: of query and body only what it knows. */
function asClientSends(name: string, request: WireRequest): WireRequest {
  const url = new URL(request.path, 'http://service');
  url.search = new URLSearchParams(
    sendable(name, 'query', Object.fromEntries(url.searchParams)) as Record<string, string>,
  ).toString();
  const sent = { ...request, path: `${url.pathname}${url.search}` };
  const { body } = request;
  if (typeof body !== 'string' || !body.startsWith('{')) return sent;
  return { ...sent, body: JSON.stringify(sendable(name, 'body', JSON.parse(body))) };
}

/** A run of another client has renewed values of the chip; this client names none. */
async function ranOn({ projectId, chipId, executionId }: SampleNames, { username }: Caller): Promise<void> {
  const packedNote = deflateSync(JSON.stringify({ qubit: {}, coupling: {} })).toString('base64');
  const note = { projectId, chipId, executionId, taskId: 'master', username, timestamp: world.now().toISOString() };
  await writeItem(world.stack.runtime.db, { put: calibrationNoteEntity.encode({ ...note, packedNote }, 1) });
}

const methods = served('typescript').flatMap(({ name, operationId }) =>
  operationId ? [[name, operationId as OperationId] as const] : [],
);

describe("QDash's TypeScript client", () => {
  it.each(methods)('%s of the client is answered with all that the client reads', async (name, operationId) => {
    const route = routes[operationId];
    counter += 1;
    const owner = one(owners);
    const caller =
      route.auth === 'admin'
        ? world.admin
        : operationId === 'changePassword'
          ? await world.register('changing')
          : owner;
    const host = caller === owner ? owner : one(hosts);
    const members = route.group === 'projects' ? ([['member', 'viewer']] as const) : [];
    const group = whole.includes(operationId) ? undefined : route.group;
    const make = () => makeScene(world, { owner: host, caller, commenter: host, members, group });
    const names = route.method === 'GET' ? await readScene(`${group} ${caller.username}`, make) : await make();
    if (operationId === 'getDeviceTopology') await ranOn(names, caller);
    const answer = await send(world.stack.url, asClientSends(name, sampleRequest(operationId, names, caller.token)));
    expect([answer.status < 400, answer.status < 400 ? '' : answer.body.detail]).toEqual([true, '']);
    expect(missingFields(name, answer.body)).toEqual([]);
  });

  it('every operation of the client is answered or left out for a reason', () => {
    const unknown = served('typescript').filter(({ call, operationId, reason }) => call && !operationId && !reason);
    expect(unknown).toEqual([]);
    expect(methods.length).toBeGreaterThan(180);
  });

  it('a field that the client reads is missed where it is not there, within lists as well', () => {
    expect(missingFields('getChip', {})).toEqual(['.chip_id']);
    expect(missingFields('listChips', { chips: [{}], total: 1 })).toEqual(['.chips[0].chip_id']);
  });
});

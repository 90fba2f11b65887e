import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, registry } from '#shared/contract/registry.ts';
import { type Group, type OperationId, type Route, routeList } from '#shared/contract/routes.ts';
import { PROJECT_ROLES } from '#shared/domain/permissions.ts';
import { batchWriteItems } from '#shared/store/dynamodb/database.ts';
import { runPointerEntity } from '#shared/store/runs/locks.ts';
import { taskResultEntity } from '#shared/store/task-results/task-results.ts';
import { putExecution, putSnapshot } from '#test/support/runs/execution.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { type SampleNames, sampleFlow, sampleRequest } from './support/samples.ts';
import { seedWholeRun } from './support/task-results.ts';
import { send } from './support/wire.ts';
import { type Caller, startWorld, type World } from './support/world.ts';

/** Everybody there is: `admin` is a system administrator without a membership. */
const everybody = ['anonymous', 'stranger', 'viewer', 'editor', 'owner', 'admin'] as const;
type Who = (typeof everybody)[number];

/** Operations whose verb decides beyond the route: who may, and what stands against them there. */
const decidedByVerb: Partial<Record<OperationId, { may: Who[]; answer: number }>> = {
  restoreProject: { may: ['owner'], answer: 409 },
  transferProjectOwnership: { may: ['owner', 'admin'], answer: 200 },
  acceptProjectInvitation: { may: ['viewer', 'editor', 'owner'], answer: 409 },
  // Nothing waits: a start that could be removed would wait behind a run, which stands against others.
  deleteQueuedRun: { may: ['editor', 'owner'], answer: 404 },
};

/** What the registry says: 401, 403, or the status of an allowed call. */
function expectedOf(route: { operationId: OperationId } & Route, who: Who): number {
  const allowed = decidedByVerb[route.operationId]?.answer ?? registry[route.operationId].status;
  if (route.auth === 'none') return allowed;
  if (who === 'anonymous') return 401;
  if (route.auth === 'admin') return who === 'admin' ? allowed : 403;
  if (route.auth === 'user') return decidedByVerb[route.operationId]?.may.includes(who) === false ? 403 : allowed;
  const role = PROJECT_ROLES.find((one) => one === who);
  return role && PROJECT_ROLES.indexOf(role) >= PROJECT_ROLES.indexOf(route.role) ? allowed : 403;
}

let world: World;
let people: Record<Exclude<Who, 'anonymous'> | 'member' | 'outsider', Caller>;
let counter = 0;

beforeAll(async () => {
  world = await startWorld();
  // No run goes on by itself here: what a call changed is compared.
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  const [stranger, viewer, editor, owner, member, outsider] = await Promise.all(
    ['stranger', 'viewer', 'editor', 'owner', 'member', 'outsider'].map((name) => world.register(name)),
  );
  people = { stranger, viewer, editor, owner, member, outsider, admin: world.admin } as typeof people;
});
afterAll(() => world.stop());

/** Groups whose operations are about no chip. */
const chipless: Group[] = ['system', 'auth', 'projects'];

/**
 * A project of its own with a chip and its members, so that a call may do whatever it does; and with what the operations
 * of a group are about, or of all of them.
 */
async function scene(who: Who, group?: Group): Promise<SampleNames> {
  const has = (...some: Group[]) => group === undefined || some.includes(group);
  counter += 1;
  const fresh = `fresh-${counter}`;
  const { project_id: projectId } = await world
    .client(people.owner.token)
    .createProject({ body: { name: `scene ${counter}` } });
  const owner = world.client(people.owner.token, projectId);
  for (const [username, role] of [
    ['viewer', 'viewer'],
    ['editor', 'editor'],
    ['member', 'viewer'],
  ] as const)
    if (username === who || has('projects'))
      await owner.inviteProjectMember({ params: { project_id: projectId }, body: { username, role } });
  if (!(group && chipless.includes(group)))
    await owner.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  if (has('cooldowns')) {
    for (const cryo_id of ['idle', 'fridge']) await owner.createCryostat({ body: { cryo_id } });
    const [started_at, ended_at] = ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z'];
    await owner.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at, ended_at } });
  }
  if (has('flows', 'schedules', 'run-queue'))
    await owner.saveFlow({ body: { name: 'sample_flow', chip_id: 'chip', code: sampleFlow } });
  const { executionId, flowRunId } = await putExecution(world.stack.runtime.db, {
    projectId,
    chipId: 'chip',
    status: 'cancelled',
    flowName: 'sample_flow',
    snapshot: await putSnapshot(world.stack.runtime, projectId),
  });
  const caller = people[who === 'anonymous' ? 'stranger' : who];
  const tokenId = has('auth') ? await apiToken(caller) : 'none';
  const cryo = { idleCryoId: 'idle', cryoId: 'fridge', cooldownId: 'cd-1' };
  const scheduleId = has('schedules') ? await schedule(owner) : 'none';
  const places = { chipId: 'chip', ...cryo, flowName: 'sample_flow', scheduleId, executionId, flowRunId };
  const { username } = caller;
  const results = has('task-results', 'artifacts', 'flows')
    ? await seedWholeRun(world.stack.runtime, { projectId, chipId: 'chip', username })
    : noResults;
  const archiveId = has('artifacts') ? await archiveOf(owner, results.figurePath) : 'none';
  return {
    projectId,
    ...places,
    ...results,
    archiveId,
    ...(has('workers', 'artifacts') ? await claimedRun(caller, projectId) : noClaim),
    ...(has('notes') ? await notesOf(who, owner, projectId) : noNotes),
    caller,
    member: 'member',
    outsider: 'outsider',
    tokenId,
    fresh,
  };
}

async function apiToken({ token }: Caller): Promise<string> {
  const { token_id } = await world.client(token).createApiToken({ body: { name: `of ${counter}` } });
  return token_id;
}

async function archiveOf(owner: Caller['api'], figurePath: string): Promise<string> {
  const { archive_id } = await owner.createFigureArchive({ body: { paths: [figurePath] } });
  return archive_id;
}

async function schedule(owner: Caller['api']): Promise<string> {
  const made = await owner.scheduleFlow({ params: { name: 'sample_flow' }, body: { cron: '0 6 29 2 *' } });
  return made.schedule_id;
}

const noClaim = { workerRunId: '0b6d6b0e-6f6f-4b9a-9c36-000000000001', workerFence: 1 };

/** A run that a worker of the caller has claimed. */
async function claimedRun({ userId }: Caller, projectId: string) {
  const { db } = world.stack.runtime;
  const run = { projectId, chipId: 'chip', executionId: '20250102-000', flowRunId: randomUUID(), fence: 1 };
  await putExecution(db, { ...run, runner: 'worker', status: 'running', endAt: undefined });
  const now = world.now().toISOString();
  const claim = { worker: 'fridge-2', userId, claimKey: 'key', formerKeys: [], fence: 1, resumed: false };
  const pointer = {
    ...run,
    runner: 'worker' as const,
    createdAt: now,
    claim: { ...claim, claimedAt: now, heartbeatAt: now },
  };
  await batchWriteItems(db, [{ put: runPointerEntity.encode(pointer, 1) }]);
  return { workerRunId: run.flowRunId, workerFence: 1 };
}

const noResults = { taskId: 'none', figurePath: 'none', rawDataPath: 'none' };
const noNotes = { qubitCommentId: 'none', couplingCommentId: 'none', notedTaskId: 'none' };

/** Every note that a call may write or delete; the comments are the caller's own, where they may write any. */
async function notesOf(who: Who, owner: Caller['api'], projectId: string) {
  const body = { content: 'seen' };
  const author = who === 'editor' ? world.client(people.editor.token, projectId) : owner;
  const qubit = { chip_id: 'chip', qid: 0 };
  const coupling = { chip_id: 'chip', coupling_id: '0-1' };
  await owner.upsertChipNote({ params: { chip_id: 'chip' }, body });
  await owner.upsertQubitNote({ params: qubit, body });
  await owner.upsertQubitMetricNote({ params: { ...qubit, metric_key: 't1' }, body });
  await owner.upsertCouplingNote({ params: coupling, body });
  await owner.upsertCouplingMetricNote({ params: { ...coupling, metric_key: 'cz_gate_fidelity' }, body });
  const task = taskResultRecord({ projectId, taskId: 'noted', chipId: 'chip' });
  await batchWriteItems(world.stack.runtime.db, [{ put: taskResultEntity.encode(task, 1) }]);
  await owner.upsertTaskNote({ params: { task_id: 'noted' }, body });
  const ofQubit = await author.createQubitNoteComment({ params: qubit, body });
  const ofCoupling = await author.createCouplingNoteComment({ params: coupling, body });
  return { qubitCommentId: ofQubit.comment_id, couplingCommentId: ofCoupling.comment_id, notedTaskId: 'noted' };
}

const callAs = (who: Who, operationId: OperationId, names: SampleNames) =>
  send(world.stack.url, sampleRequest(operationId, names, who === 'anonymous' ? undefined : people[who].token));

describe.each(everybody)('%s', (who) => {
  const refused = routeList.filter((route) => [401, 403].includes(expectedOf(route, who)));
  const allowed = routeList.filter((route) => !refused.includes(route));

  it(`${who} is refused what the registry does not allow, and changes nothing by trying`, async () => {
    const names = await scene(who);
    const before = await world.scan();
    for (const route of refused) {
      const answer = await callAs(who, route.operationId, names);
      const challenge = answer.headers['www-authenticate'];
      expect([route.operationId, answer.status, answer.body.detail]).toEqual([
        route.operationId,
        expectedOf(route, who),
        expect.any(String),
      ]);
      expect(challenge).toBe(answer.status === 401 ? 'Bearer' : undefined);
    }
    expect(await world.scan()).toBe(before);
  });

  const call = async (names: SampleNames, route: (typeof allowed)[number]) => {
    const answer = await callAs(who, route.operationId, names);
    const detail = answer.status < 400 ? '' : answer.body.detail;
    expect([route.operationId, answer.status, detail]).toEqual([
      route.operationId,
      expectedOf(route, who),
      answer.status < 400 ? '' : expect.any(String),
    ]);
    return answer;
  };

  it(`${who} may read whatever the registry allows`, async () => {
    const names = await scene(who);
    for (const route of allowed.filter(({ method }) => method === 'GET')) await call(names, route);
  });

  const writes = allowed.filter(({ method }) => method !== 'GET');
  it.each(writes.map((route) => [route.operationId, route] as const))(
    `${who} may call %s`,
    async (operationId, route) => {
      const answer = await call(await scene(who, route.group), route);
      // A changed password ends the token that changed it.
      if (operationId === 'changePassword' && who !== 'anonymous') people[who].token = String(answer.body.access_token);
    },
  );
});

describe('the matrix', () => {
  it('the authorization matrix has every operation of the registry', () => {
    expect(routeList.map(({ operationId }) => operationId).sort()).toEqual(
      operations.map(({ operationId }) => operationId).sort(),
    );
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { findTarget, readChip } from '#shared/chips/verbs/read-chip.ts';
import { assignChip, deleteCooldown, updateCooldown } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat, deleteCryostat, readCryostat, updateCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import { readCooldown } from '#shared/cooldowns/verbs/read-cooldown.ts';
import { keepWiring } from '#shared/cooldowns/verbs/wiring.ts';
import { readFlow } from '#shared/flows/verbs/read-flow.ts';
import { type NewFlow, saveFlow } from '#shared/flows/verbs/save-flow.ts';
import { bounds } from '#shared/kernel/rules/bounds.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { getUser, getUserByName } from '#shared/people/store/users.ts';
import { createUser } from '#shared/people/verbs/create-user.ts';
import { updateProfile } from '#shared/people/verbs/update-user.ts';
import { getMember, memberEntity } from '#shared/projects/store/projects.ts';
import { changeMemberRole, inviteMember, revokeMember } from '#shared/projects/verbs/members.ts';
import { acceptOffer, transferOwnership } from '#shared/projects/verbs/ownership.ts';
import { deleteProject, readProject, restoreProject, updateProject } from '#shared/projects/verbs/projects.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { readSchedule } from '#shared/schedules/verbs/read-schedule.ts';
import { createSchedule, updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { started } from '#test/support/runs/runs.ts';
import { deliver, firingsOf, type ScheduleContext, scheduled, startSchedules } from '../store/schedules/world.ts';

/**
 * An editor pauses between its read and its write, while another writes what was read. Either the first decides again
 * on the other's state, or it is refused. Without the condition of its write it would undo the other's edit.
 */
let verbs: Verbs;
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  ctx = await startSchedules(verbs);
});

const startedAt = '2026-02-01T00:00:00.000Z';
const cryostat = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
const cooldown = { cryoId: 'cryo', startedAt, chipIds: [], description: '', wiringInfo: '', wiringBlocks: '[]' };
const makeCryostat = (id = 'cryo') => createCryostat(ctx, id, cryostat);
const makeCooldown = (given: Partial<Parameters<typeof createCooldown>[1]> = {}) =>
  createCooldown(ctx, { cooldownId: 'cd', ...cooldown, ...given });
const cooled = async () => {
  await makeCryostat();
  await makeCooldown();
};
const flowOf = (given: Partial<NewFlow> = {}): NewFlow => ({
  ...{ name: 'flow', chipId: 'chip', description: '', tags: [], defaultParameters: {}, defaultRunParameters: {} },
  code: "stages:\n  - name: check\n    tasks: [CheckT1]\n    targets: {qubits: ['0']}\n",
  ...given,
});
const person = { password: 'correct horse battery', createDefaultProject: true, mustChangePassword: false };
const bob = () => createUser(ctx, { ...person, username: 'bob' });
function fail(): never {
  throw new Error('nobody');
}
const inviteBob = (role: 'editor' | 'viewer' = 'viewer') => inviteMember(ctx, { username: 'bob', role });
const asBob = async () => {
  const user = (await getUserByName(verbs.db, 'bob')) ?? fail();
  return { ...ctx, actor: { user, apiToken: undefined } };
};
const me = async () => (await getUser(verbs.db, ctx.actor.user.userId)) ?? fail();
const qubit = async () => (await findTarget(ctx, 'chip', { id: '0' })).target?.data;
const measure = (metric: string, value: number) =>
  updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { [metric]: { value } } });
const queue = () => queueFlow(ctx, { name: 'check', parameters: {} });

let saved = '';

interface Meeting {
  /** The state before. */
  given?: () => Promise<unknown>;
  /** Pauses before its first write. */
  work: () => Promise<unknown>;
  meanwhile: () => Promise<unknown>;
  /** The code or kind of the refusal of `work`; done where absent. */
  refused?: string;
  /** The state afterwards. */
  left: () => Promise<unknown>;
  is: unknown;
}

const meetings: Record<string, Meeting> = {
  'two edits of a cryostat leave both': {
    given: makeCryostat,
    work: () => updateCryostat(ctx, 'cryo', { name: 'first' }),
    meanwhile: () => updateCryostat(ctx, 'cryo', { model: 'second' }),
    left: () => readCryostat(ctx, 'cryo'),
    is: { name: 'first', model: 'second' },
  },
  'of two new cryostats of an id the first remains': {
    work: () => createCryostat(ctx, 'cryo', { ...cryostat, name: 'late' }),
    meanwhile: () => makeCryostat(),
    refused: 'already_exists',
    left: () => readCryostat(ctx, 'cryo'),
    is: { name: '' },
  },
  'a cryostat is not deleted under the cool-down that begins in it': {
    given: makeCryostat,
    work: () => deleteCryostat(ctx, 'cryo'),
    meanwhile: () => makeCooldown(),
    refused: 'not_empty',
    left: () => readCryostat(ctx, 'cryo'),
    is: { cooldownCount: 1, ongoingCooldownId: 'cd' },
  },
  'of two cool-downs that begin in a cryostat one is ongoing': {
    given: makeCryostat,
    work: () => makeCooldown(),
    meanwhile: () => makeCooldown({ cooldownId: 'other' }),
    refused: 'cooldown_ongoing',
    left: () => readCryostat(ctx, 'cryo'),
    is: { cooldownCount: 1, ongoingCooldownId: 'other' },
  },
  'of two new cool-downs of an id the first remains': {
    given: async () => {
      await makeCryostat();
      await makeCryostat('second');
    },
    work: () => makeCooldown(),
    meanwhile: () => makeCooldown({ cryoId: 'second' }),
    refused: 'already_exists',
    left: () => readCooldown(ctx, 'cd'),
    is: { cryoId: 'second' },
  },
  'two edits of a cool-down leave both': {
    given: cooled,
    work: () => updateCooldown(ctx, 'cd', { description: 'first' }),
    meanwhile: () => updateCooldown(ctx, 'cd', { wiringInfo: 'second' }),
    left: () => readCooldown(ctx, 'cd'),
    is: { description: 'first', wiringInfo: 'second' },
  },
  'a cool-down that gets a chip as it is deleted leaves the chip in none': {
    given: cooled,
    work: () => deleteCooldown(ctx, 'cd', true),
    meanwhile: () => assignChip(ctx, 'cd', 'chip'),
    left: async () => ({ in: (await readChip(ctx, 'chip')).currentCooldownId }),
    is: { in: undefined },
  },
  'a chip that goes into a cool-down is not put into another as well': {
    given: async () => {
      await cooled();
      await makeCryostat('second');
      await makeCooldown({ cooldownId: 'other', cryoId: 'second' });
    },
    work: () => assignChip(ctx, 'cd', 'chip'),
    meanwhile: () => assignChip(ctx, 'other', 'chip'),
    refused: 'cooldown_ongoing',
    left: () => readChip(ctx, 'chip'),
    is: { currentCooldownId: 'other' },
  },
  'a checkpoint of the wiring of a cool-down does not undo a change of it': {
    given: cooled,
    work: () => keepWiring(ctx, 'cd', 'before the warm-up'),
    meanwhile: () => updateCooldown(ctx, 'cd', { description: 'second' }),
    left: () => readCooldown(ctx, 'cd'),
    is: { description: 'second', wiringCheckpoints: 1 },
  },
  'an edit of a chip does not undo another': {
    work: () => updateChip(ctx, 'chip', { activityStatus: 'inactive' }),
    meanwhile: () => updateChip(ctx, 'chip', { installedAt: startedAt }),
    refused: 'concurrent_change',
    left: () => readChip(ctx, 'chip'),
    is: { installedAt: startedAt, activityStatus: 'active' },
  },
  'a chip that goes into a cool-down as its deletion begins is deleted by no one who has not seen that': {
    given: cooled,
    work: () => deleteChip(ctx, 'chip', { force: true, permanent: true }),
    meanwhile: () => assignChip(ctx, 'cd', 'chip'),
    refused: 'conflict',
    left: () => readChip(ctx, 'chip'),
    is: { currentCooldownId: 'cd' },
  },
  'a chip that is deleted is put into no cool-down': {
    given: cooled,
    work: () => assignChip(ctx, 'cd', 'chip'),
    meanwhile: () => deleteChip(ctx, 'chip', { force: true, permanent: true }),
    refused: 'not-found',
    left: () => readCooldown(ctx, 'cd'),
    is: { chipIds: [] },
  },
  'two saves of a new flow are two versions': {
    work: () => saveFlow(ctx, flowOf({ description: 'first' }), {}),
    meanwhile: () => saveFlow(ctx, flowOf({ description: 'second' }), {}),
    left: async () => (await readFlow(ctx, 'flow')).flow,
    is: { version: 2, description: 'first' },
  },
  'two saves of a flow are two versions': {
    given: () => saveFlow(ctx, flowOf(), {}),
    work: () => saveFlow(ctx, flowOf({ description: 'first' }), {}),
    meanwhile: () => saveFlow(ctx, flowOf({ description: 'second' }), {}),
    left: async () => (await readFlow(ctx, 'flow')).flow,
    is: { version: 3, description: 'first' },
  },
  'a version that is saved as its flow is deleted is counted on from': {
    given: () => saveFlow(ctx, flowOf(), {}),
    work: () => deleteFlow(ctx, 'flow'),
    meanwhile: () => saveFlow(ctx, flowOf({ description: 'second' }), {}),
    left: async () => (await saveFlow(ctx, flowOf({ description: 'third' }), {})).flow,
    is: { version: 3 },
  },
  'a flow that is deleted as it is saved is made anew': {
    given: () => saveFlow(ctx, flowOf(), {}),
    work: async () => {
      saved = (await saveFlow(ctx, flowOf({ description: 'second' }), {})).outcome;
    },
    meanwhile: () => deleteFlow(ctx, 'flow'),
    left: async () => ({ saved }),
    is: { saved: 'created' },
  },
  'a flow that is deleted gets no schedule': {
    given: () => saveFlow(ctx, flowOf(), {}),
    work: () => createSchedule(ctx, { flowName: 'flow', cron: '0 6 * * *', parameters: {}, active: true }),
    meanwhile: () => deleteFlow(ctx, 'flow'),
    refused: 'not-found',
    left: async () => ({ there: [...(await verbs.table()).values()].filter((item) => item.includes('"0 6 * * *"')) }),
    is: { there: [] },
  },
  'a change of the name of a project does not undo another': {
    work: () => updateProject(ctx, { description: 'first' }),
    meanwhile: () => updateProject(ctx, { tags: ['second'] }),
    refused: 'concurrent_change',
    left: () => readProject(ctx),
    is: { tags: ['second'] },
  },
  'a project that is changed meanwhile is deleted by no one who has not seen the change': {
    work: () => deleteProject(ctx),
    meanwhile: () => updateProject(ctx, { tags: ['second'] }),
    refused: 'concurrent_change',
    left: async () => ({ deleted: (await readProject(ctx)).deletedAt !== undefined }),
    is: { deleted: false },
  },
  'a project that was restored is not restored over what came since': {
    given: () => deleteProject(ctx),
    work: () => restoreProject(ctx, ctx.projectId),
    meanwhile: async () => {
      await restoreProject(ctx, ctx.projectId);
      await updateProject(ctx, { tags: ['second'] });
    },
    refused: 'concurrent_change',
    left: () => readProject(ctx),
    is: { tags: ['second'] },
  },
  'of two invitations the first remains': {
    given: bob,
    work: () => inviteBob('editor'),
    meanwhile: () => inviteBob('viewer'),
    refused: 'concurrent_change',
    left: () => getMember(verbs.db, ctx.projectId, 'bob'),
    is: { role: 'viewer' },
  },
  'a member who is revoked is not given a role': {
    given: async () => {
      await bob();
      await inviteBob();
    },
    work: () => changeMemberRole(ctx, { username: 'bob', role: 'editor' }),
    meanwhile: () => revokeMember(ctx, 'bob'),
    refused: 'concurrent_change',
    left: () => getMember(verbs.db, ctx.projectId, 'bob'),
    is: { status: 'revoked', role: 'viewer' },
  },
  'in a full project, a revoked member who is invited again does not give way to another': {
    given: async () => {
      await bob();
      await inviteBob();
      await revokeMember(ctx, 'bob');
      await createUser(ctx, { ...person, username: 'carol' });
      const { rev: _, ...member } = (await getMember(verbs.db, ctx.projectId, 'alice')) ?? fail();
      const others = Array.from({ length: bounds.membersOfProject - 2 }, (__, n) => ({
        put: memberEntity.encode({ ...member, role: 'viewer', username: `u${n}`, userId: `usr_u${n}` }, 1),
      }));
      await batchWriteItems(verbs.db, others);
    },
    work: () => inviteMember(ctx, { username: 'carol', role: 'viewer' }),
    meanwhile: () => inviteBob('editor'),
    refused: 'concurrent_change',
    left: () => getMember(verbs.db, ctx.projectId, 'bob'),
    is: { role: 'editor', status: 'pending' },
  },
  'a project that changes is given to no one over the change': {
    given: async () => {
      await bob();
      await joinProject(ctx, { username: 'bob', role: 'viewer' });
      await transferOwnership(ctx, { projectId: ctx.projectId, username: 'bob' });
    },
    work: async () => acceptOffer(await asBob(), ctx.projectId),
    meanwhile: () => updateProject(ctx, { tags: ['second'] }),
    refused: 'concurrent_change',
    left: () => readProject(ctx),
    is: { tags: ['second'], ownerUsername: 'alice' },
  },
  'a user who registers under a name that is taken meanwhile is refused': {
    work: () => createUser(ctx, { ...person, username: 'bob', createDefaultProject: false }),
    meanwhile: bob,
    refused: 'already_exists',
    left: async () => ({ project: (await getUserByName(verbs.db, 'bob'))?.defaultProjectId !== undefined }),
    is: { project: true },
  },
  'a profile is not changed over another change': {
    work: async () => updateProfile(ctx, await me(), { fullName: 'first' }),
    meanwhile: async () => updateProfile(ctx, await me(), { organization: 'second' }),
    refused: 'concurrent_change',
    left: me,
    is: { organization: 'second' },
  },
  'two values set by hand on a qubit are both there': {
    work: () => measure('t1', 20),
    meanwhile: () => measure('t2_echo', 30),
    left: qubit,
    is: { t1: { value: 20 }, t2_echo: { value: 30 } },
  },
  'two runs that are queued first both wait': {
    given: () => started(ctx),
    work: queue,
    meanwhile: queue,
    left: async () => (await readQueue(ctx)).queue.waiting,
    is: [{ flowName: 'check' }, { flowName: 'check' }],
  },
  'two runs that are queued in a queue that has been used both wait': {
    given: async () => {
      await started(ctx);
      await queue();
      await removeQueued(ctx);
    },
    work: queue,
    meanwhile: queue,
    left: async () => (await readQueue(ctx)).queue.waiting,
    is: [{ flowName: 'check' }, { flowName: 'check' }],
  },
  'a queued run that has begun is not removed': {
    given: async () => {
      const holder = await started(ctx);
      await queue();
      await abortRun(ctx, holder, 'over');
    },
    work: () => removeQueued(ctx),
    meanwhile: () => startQueued(ctx, ctx.projectId),
    refused: 'concurrent_change',
    left: async () => (await readQueue(ctx)).queue.settled[0],
    is: { outcome: 'started' },
  },
};

test.each(Object.entries(meetings))('at once: %s', async (_, { given, work, meanwhile, refused, left, is }) => {
  await given?.();
  const outcome = await interleaved(verbs.client, { work, meanwhile }).then(
    () => undefined,
    (error: { code?: string; kind?: string }) => error,
  );
  if (refused === undefined) expect(outcome).toBeUndefined();
  else expect([outcome?.code, outcome?.kind]).toContain(refused);
  expect(await left()).toMatchObject(is as object);
});

test('at once: two edits of a schedule leave both, and the scheduler knows of both', async () => {
  const { scheduleId } = await scheduled(ctx);
  await interleaved(verbs.client, {
    work: () => updateSchedule(ctx, scheduleId, { cron: '0 7 * * *' }),
    meanwhile: () => updateSchedule(ctx, scheduleId, { timeZone: 'Europe/Berlin' }),
  });
  expect(await readSchedule(ctx, scheduleId)).toMatchObject({ cron: '0 7 * * *', timeZone: 'Europe/Berlin' });
});

test('at once: two deliveries of a firing are one run, and the firing says that it began', async () => {
  const schedule = await scheduled(ctx);
  const at = '2026-03-01T21:30:00.000Z';
  verbs.now = new Date(at);
  await interleaved(verbs.client, {
    work: () => deliver(ctx, schedule, at),
    meanwhile: () => deliver(ctx, schedule, at),
  });
  expect(ctx.orchestrator.started.size).toBe(1);
  expect(await firingsOf(ctx, schedule)).toMatchObject([{ outcome: 'started' }]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal } from '../support/refusal.ts';
import { sampleFlow } from '../support/samples.ts';
import { seedRun } from '../support/task-results.ts';
import { type Undoing, undoing } from '../support/undoing.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ada: Undoing;
let editor: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const inProject = () => ({ project_id: owner.projectId });
const ofQubit = { chip_id: 'chip', qid: 0 };
const ofCooldown = { cooldown_id: 'cd-1' };

beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  editor = await world.register(`editor-${counter}`);
  ada = undoing(world, owner);
  await ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await world.join(owner.api, { params: inProject(), body: { username: editor.username, role: 'editor' } });
});

/** What a kind of act changes, and how it is done; `read` answers what people see. */
interface Kind {
  prepare?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  read: () => Promise<unknown>;
}

const contentOf = async (note: Promise<{ content: string }>) => (await note.catch(() => undefined))?.content;
const qubitNote = async () => (await ada.api.getChipQubit({ params: ofQubit })).note.content;
const commentsOf = async () =>
  (await ada.api.listQubitNoteComments({ params: ofQubit })).comments.map(({ content, created_by }) => [
    content,
    created_by,
  ]);
const members = async () =>
  (await owner.api.listProjectMembers({ params: inProject() })).members.map(({ username, role, status }) =>
    status === 'revoked' ? 'gone' : `${username} ${role} ${status}`,
  );
const ofEditor = () => ({ ...inProject(), username: editor.username });

const note = (content: string) => ada.api.upsertQubitNote({ params: ofQubit, body: { content } });
const comment = (content: string) => ada.api.createQubitNoteComment({ params: ofQubit, body: { content } });
const commentId = async () => (await ada.api.listQubitNoteComments({ params: ofQubit })).comments[0]?.comment_id ?? '';

async function cool(): Promise<void> {
  await ada.api.createCryostat({ body: { cryo_id: 'fridge' } });
  await ada.api.createCooldown({
    body: { ...ofCooldown, cryo_id: 'fridge', started_at: '2025-01-01T00:00:00Z', description: 'first' },
  });
}
const cooldown = async () => {
  const { chip_ids, description, ended_at } = await ada.api.getCooldown({ params: ofCooldown });
  const chip = await ada.api.getChip({ params: { chip_id: 'chip' }, query: { include: 'none' } });
  return { chip_ids, description, ended_at, of: chip.current_cooldown_id };
};

let schedule = '';
async function schedules(): Promise<void> {
  await ada.api.saveFlow({ body: { name: 'flow', chip_id: 'chip', code: sampleFlow } });
  const body = { cron: '30 6 * * *' };
  ({ schedule_id: schedule } = await ada.api.scheduleFlow({ params: { name: 'flow' }, body }));
}
const scheduled = async () =>
  (await ada.api.listAllFlowSchedules({})).schedules.map(({ cron, active, timezone }) => [cron, active, timezone]);

async function result(): Promise<void> {
  const run = await seedRun(world.stack.runtime, {
    ...{ projectId: owner.projectId, chipId: 'chip', username: owner.username },
  });
  const planned = plannedTask(1, { target: '0', taskId: `task-${counter}` });
  const at = new Date(world.now().getTime() - 60_000).toISOString();
  const outputs = { outputParameters: { t1: measuredValue(50) }, status: 'completed' as const };
  await run.write([{ kind: 'ended', planned, outcome: outcomeOf(planned, { startAt: at, endAt: at, ...outputs }) }]);
}
const taskNote = () => ada.api.getTaskNote({ params: { task_id: `task-${counter}` } });

const settings = async () => {
  const { updated_at: _at, ...project } = await owner.api.getProject({ params: inProject() });
  return project;
};
const limit = (lowest: number) => ({ lowest, highest: 500, unit: 'us' });

const kinds: Record<string, Kind> = {
  'a first note': { act: () => note('warm'), read: () => qubitNote() },
  'an edit of a note': {
    prepare: () => note('warm'),
    act: () => note('cold'),
    read: () => qubitNote(),
  },
  'the deletion of a note': {
    prepare: () => note('warm'),
    act: () => ada.api.deleteQubitNote({ params: ofQubit }),
    read: () => qubitNote(),
  },
  'a note of the chip': {
    prepare: () => ada.api.upsertChipNote({ params: { chip_id: 'chip' }, body: { content: 'old' } }),
    act: () => ada.api.upsertChipNote({ params: { chip_id: 'chip' }, body: { content: 'new' } }),
    read: () => contentOf(ada.api.getChipNote({ params: { chip_id: 'chip' } })),
  },
  'a note of a task result': {
    prepare: result,
    act: () => ada.api.upsertTaskNote({ params: { task_id: `task-${counter}` }, body: { content: 'odd fit' } }),
    read: () => contentOf(taskNote()),
  },
  'a comment': { act: () => comment('seen'), read: commentsOf },
  'an edit of a comment': {
    prepare: () => comment('seen'),
    act: async () => {
      const params = { ...ofQubit, comment_id: await commentId() };
      return ada.api.updateQubitNoteComment({ params, body: { content: 'seen twice' } });
    },
    read: commentsOf,
  },
  'the deletion of a comment': {
    prepare: () => comment('seen'),
    act: async () => ada.api.deleteQubitNoteComment({ params: { ...ofQubit, comment_id: await commentId() } }),
    read: commentsOf,
  },
  'the assignment of a chip to a cool-down': {
    prepare: cool,
    act: () => ada.api.assignChipToCooldown({ params: { ...ofCooldown, chip_id: 'chip' } }),
    read: cooldown,
  },
  'taking a chip out of a cool-down': {
    prepare: async () => {
      await cool();
      await ada.api.assignChipToCooldown({ params: { ...ofCooldown, chip_id: 'chip' } });
    },
    act: () => ada.api.unassignChipFromCooldown({ params: { ...ofCooldown, chip_id: 'chip' } }),
    read: cooldown,
  },
  'the end of a cool-down': {
    prepare: async () => {
      await cool();
      await ada.api.assignChipToCooldown({ params: { ...ofCooldown, chip_id: 'chip' } });
    },
    act: () =>
      ada.api.updateCooldown({
        params: ofCooldown,
        body: { ended_at: '2025-02-01T00:00:00Z', description: 'over' },
      }),
    read: cooldown,
  },
  'a new schedule': { prepare: schedules, act: schedules, read: scheduled },
  'a paused and moved schedule': {
    prepare: schedules,
    act: () =>
      ada.api.updateFlowSchedule({
        params: { schedule_id: schedule },
        body: { active: false, cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
      }),
    read: scheduled,
  },
  'the deletion of a schedule': {
    prepare: schedules,
    act: () => ada.api.deleteFlowSchedule({ params: { schedule_id: schedule } }),
    read: scheduled,
  },
  "a member's role": {
    act: () => ada.api.updateProjectMember({ params: ofEditor(), body: { role: 'viewer' } }),
    read: members,
  },
  'the removal of a member': { act: () => ada.api.removeProjectMember({ params: ofEditor() }), read: members },
  'the name and the tags of a project': {
    act: () => ada.api.updateProject({ params: inProject(), body: { name: `new-${counter}`, tags: ['lab'] } }),
    read: settings,
  },
  'the description and the default role of a project': {
    act: () => ada.api.updateProject({ params: inProject(), body: { description: 'cold', default_role: 'editor' } }),
    read: settings,
  },
  'the write gate': {
    act: () => ada.api.updateProject({ params: inProject(), body: { value_gate: 'hold' } }),
    read: settings,
  },
  'the scope of locks': {
    act: () => ada.api.updateProject({ params: inProject(), body: { lock_scope: 'chip' } }),
    read: settings,
  },
  'the freshness of values': {
    prepare: () => ada.api.updateProject({ params: inProject(), body: { freshness_hours: { coherence: 5 } } }),
    act: () =>
      ada.api.updateProject({ params: inProject(), body: { freshness_hours: { coherence: null, frequency: 3 } } }),
    read: settings,
  },
  'limits of values': {
    prepare: () => ada.api.updateProject({ params: inProject(), body: { value_limits: { t1: limit(1) } } }),
    act: () =>
      ada.api.updateProject({
        params: inProject(),
        body: { value_limits: { t1: null, t2_echo: { lowest: 2, unit: 'us' } } },
      }),
    read: settings,
  },
  'the deletion of a chip': {
    act: () => ada.api.deleteChip({ params: { chip_id: 'chip' }, query: { force: true } }),
    read: async () => (await ada.api.listChips({})).chips.map(({ chip_id, size }) => [chip_id, size]),
  },
  'an invitation': {
    act: async () => {
      const username = (await world.register(`invited-${counter}`)).username;
      return ada.api.inviteProjectMember({ params: inProject(), body: { username, role: 'viewer' } });
    },
    read: async () => (await members()).filter((one) => one !== 'gone'),
  },
};

describe('undoing an act', () => {
  it.each(Object.entries(kinds))('%s is undone, done again and undone again', async (_name, { prepare, act, read }) => {
    await prepare?.();
    const before = await read();
    await act();
    const after = await read();
    expect(after).not.toEqual(before);
    const [entry] = ada.undoable();
    const undo = await ada.undo();
    expect(undo.details).toMatchObject({ undoes: entry });
    expect(await read()).toEqual(before);
    await ada.undo();
    expect(await read()).toEqual(after);
    await ada.undo();
    expect(await read()).toEqual(before);
  });

  it.each([
    [
      'a note that was edited since',
      () => note('warm'),
      () => note('cold'),
      /^The note was written by 'owner-\d+' on 20/,
    ],
    [
      'a schedule that was changed since',
      schedules,
      () => ada.api.updateFlowSchedule({ params: { schedule_id: schedule }, body: { active: false } }),
      /^Schedule '.*' was changed by 'owner-\d+' on 20.* since$/,
    ],
    [
      'a role that was changed since',
      () => ada.api.updateProjectMember({ params: ofEditor(), body: { role: 'viewer' } }),
      () => ada.api.removeProjectMember({ params: ofEditor() }),
      /^Member 'editor-\d+' has changed since: viewer, revoked$/,
    ],
    [
      'a chip that was taken out since',
      async () => {
        await cool();
        await ada.api.assignChipToCooldown({ params: { ...ofCooldown, chip_id: 'chip' } });
      },
      () => ada.api.unassignChipFromCooldown({ params: { ...ofCooldown, chip_id: 'chip' } }),
      /^Cool-down 'cd-1' has changed since: chip 'chip' is not in it any more$/,
    ],
    [
      'a limit that was changed since',
      () => ada.api.updateProject({ params: inProject(), body: { value_limits: { t1: limit(1) } } }),
      () => ada.api.updateProject({ params: inProject(), body: { value_limits: { t1: limit(3) } } }),
      /^The limits of values of project '.*' changed since: \{"t1":\{.*3.*\}\}$/,
    ],
    [
      'a name that was changed since',
      () => ada.api.updateProject({ params: inProject(), body: { name: `two-${counter}` } }),
      () => ada.api.updateProject({ params: inProject(), body: { name: `three-${counter}` } }),
      /^The name of project '.*' changed since: "three-\d+"$/,
    ],
  ] as const)('%s is not undone, and nothing changes', async (_name, act, change, detail) => {
    await act();
    const [entry] = ada.undoable();
    await change();
    const table = await world.scan();
    const refused = await refusal(ada.undo(entry));
    expect([refused.status, refused.detail]).toEqual([409, expect.stringMatching(detail)]);
    expect(await world.scan()).toBe(table);
  });

  it('what others have changed in a cool-down meanwhile stays', async () => {
    await cool();
    await ada.api.assignChipToCooldown({ params: { ...ofCooldown, chip_id: 'chip' } });
    const [assigned] = ada.undoable();
    await ada.api.createChip({ body: { chip_id: 'other', topology_id: 'linear-2' } });
    await ada.api.assignChipToCooldown({ params: { ...ofCooldown, chip_id: 'other' } });
    await ada.api.updateCooldown({ params: ofCooldown, body: { description: 'new' } });
    await ada.undo(assigned);
    expect(await cooldown()).toMatchObject({ chip_ids: ['other'], description: 'new', of: null });
  });

  it('other limits and kinds that were changed since stay', async () => {
    const set = (body: object) => ada.api.updateProject({ params: inProject(), body });
    await set({ value_limits: { t1: limit(1) } });
    const [first] = ada.undoable();
    await set({ value_limits: { t2_echo: limit(2) } });
    await ada.undo(first);
    expect((await settings()).value_limits).toEqual({ t2_echo: limit(2) });
  });

  it('an editor does not undo what takes an owner, and a comment takes its author', async () => {
    await comment('mine');
    const [commented] = ada.undoable();
    await ada.api.inviteProjectMember({
      params: inProject(),
      body: { username: (await world.register(`new-${counter}`)).username, role: 'viewer' },
    });
    const [invited] = ada.undoable();
    const theirs = undoing(world, { token: editor.token, projectId: owner.projectId });
    expect((await refusal(theirs.undo(invited))).detail).toBe("Undoing 'invite-member' takes the role 'owner'");
    expect((await refusal(theirs.undo(commented))).status).toBe(403);
    expect(await commentsOf()).toEqual([['mine', owner.username]]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { memoryObjects } from '#test/support/engine/memory-objects.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { fakeScheduler } from '#test/support/runs/schedules.ts';
import { everyRead } from '../support/every-read.ts';
import { fillWholeProject, runsEnded } from '../support/filled-project.ts';
import { readArchive } from '../support/project-archive.ts';
import { refusal } from '../support/refusal.ts';
import type { SampleNames } from '../support/samples.ts';
import { type Undoing, undoing } from '../support/undoing.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ada: Undoing;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const hours = 3600;
const forced = (chip_id = 'chip') => ({ params: { chip_id }, query: { force: true } });
const sweep = () =>
  sweepPending({ ...world.stack.runtime, objects: memoryObjects(), scheduler: fakeScheduler(), requestId: 'sweep' });

/** A project of its own, with a chip that has a value and a note. */
async function begin(): Promise<void> {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  ada = undoing(world, owner);
  await ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const parameters = { t1: { value: 41.5, unit: 'us' } };
  await ada.api.updateCalibrationParameters({ body: { chip_id: 'chip', qid: '0', parameters, reason: 'by hand' } });
  await ada.api.upsertChipNote({ params: { chip_id: 'chip' }, body: { content: 'stays' } });
}

/** Lets time pass, and logs the owner in again. */
async function later(seconds: number): Promise<void> {
  world.advance(seconds);
  const { username, password, projectId } = owner;
  const { access_token: token } = await world.client(undefined).login({ body: { username, password } });
  owner = { ...owner, token, api: world.client(token) };
  ada = undoing(world, { token, projectId });
}

const exists = () =>
  ada.api.getChip({ params: { chip_id: 'chip' } }).then(
    () => true,
    () => false,
  );

/** The keys of the items of the chip. */
const itemsOf = async (projectId: string, chipId: string) =>
  (await scan(world.stack.runtime.db)).filter(
    ({ pk, sk }) => String(pk).startsWith(`P#${projectId}#C#${chipId}`) || String(sk).endsWith(`CHIP#${chipId}`),
  );

describe('every read of a project', () => {
  let names: SampleNames;
  let before: Record<string, unknown>;
  /** The audit names the deletion and its undo; the revision counts writes; an archive has both. */
  const others: ReadonlySet<string> = new Set([
    'listProjectAuditEntries',
    'exportProjectAudit',
    'getExecutionLockStatus',
    'getProjectArchive',
    'getProjectArchiveRecords',
  ]);
  const read = async () => {
    await world.stack.settle();
    const reads = await everyRead(world, names, owner);
    return Object.fromEntries(Object.entries(reads).filter(([operation]) => !others.has(operation)));
  };

  beforeAll(async () => {
    owner = await world.register('owner-of-all');
    names = await fillWholeProject(world, owner);
    ada = undoing(world, { ...owner, projectId: names.projectId });
    await runsEnded(ada.api);
    before = await read();
  });

  it('a deleted chip is as absent as a removed one, and its undo answers every read as before', async () => {
    await ada.api.deleteChip(forced(names.chipId));
    const [deletion] = ada.undoable();
    const hidden = await read();
    const params = { task_id: names.taskId };
    for (const change of [
      () => ada.api.setTaskResultExcluded({ params, body: { excluded: false, reason: '' } }),
      () => ada.api.upsertTaskNote({ params, body: { content: 'changed' } }),
    ])
      expect(await refusal(change())).toMatchObject({
        status: 409,
        detail: expect.stringMatching(/undo the deletion first$/),
      });
    await ada.undo(deletion);
    expect(await read()).toEqual(before);
    await ada.api.deleteChip({ ...forced(names.chipId), query: { force: true, permanent: true } });
    expect(hidden).toEqual(await read());
  });
});

describe('a deleted chip', () => {
  it('a deleted chip is restored for 24 hours, once, and deleted again by an undo of that', async () => {
    await begin();
    await ada.api.deleteChip(forced());
    const [deletion] = ada.undoable();
    await later(24 * hours - 60);
    await sweep();
    expect(await exists()).toBe(false);
    const restored = await ada.undo(deletion);
    expect(await exists()).toBe(true);
    expect(await ada.undo(deletion)).toEqual(restored);
    await ada.undo(restored.audit_id);
    expect(await exists()).toBe(false);
    expect((await refusal(ada.undo(deletion))).detail).toContain('has undone; undo that one');
  });

  it('a deleted chip is removed by the sweep after 24 hours, with every item of its own, and cannot be restored from then on', async () => {
    await begin();
    const { projectId } = owner;
    await ada.api.deleteChip(forced());
    const [deletion] = ada.undoable();
    expect((await itemsOf(projectId, 'chip')).length).toBeGreaterThan(8);
    await later(24 * hours);
    expect(await refusal(ada.undo(deletion))).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^Chip 'chip' could be restored until /),
    });
    await sweep();
    const left = (await itemsOf(projectId, 'chip')).map(({ entity }) => entity);
    expect([...new Set(left)]).toEqual(['note-event']);
    expect(await refusal(ada.undo(deletion))).toMatchObject({
      status: 409,
      detail: "Chip 'chip' was deleted for good since",
    });
    await ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    expect((await refusal(ada.undo(deletion))).detail).toBe(
      "Chip 'chip' was restored, created again or deleted again since",
    );
  });

  it.each(['create', 'import'])('a new chip of its id ends the undo of a deleted chip: %s', async (way) => {
    await begin();
    await ada.api.deleteChip(forced());
    const [deletion] = ada.undoable();
    if (way === 'create') await ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    else await ada.api.importChip({ body: { format: 'ibm', chip_id: 'chip', documents: oldDevice() } });
    expect((await ada.api.getChip({ params: { chip_id: 'chip' } })).note.content).toBe('');
    expect((await refusal(ada.undo(deletion))).detail).toBe(
      "Chip 'chip' was restored, created again or deleted again since",
    );
  });

  it('a refused creation leaves the undo of a deleted chip', async () => {
    await begin();
    await ada.api.deleteChip(forced());
    const [deletion] = ada.undoable();
    const create = ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'no-such' } });
    expect((await refusal(create)).status).toBe(400);
    await ada.undo(deletion);
    expect(await exists()).toBe(true);
  });

  it('a deleted chip is removed at once by a permanent deletion', async () => {
    await begin();
    await ada.api.deleteChip(forced());
    const [deletion] = ada.undoable();
    expect(await refusal(ada.api.deleteChip({ ...forced(), query: { permanent: true } }))).toMatchObject({
      status: 409,
    });
    await ada.api.deleteChip({ ...forced(), query: { force: true, permanent: true } });
    expect(ada.undoable()).toEqual([]);
    expect((await refusal(ada.undo(deletion))).detail).toBe("Chip 'chip' was deleted for good since");
  });

  it('a deleted chip keeps its place in cool-downs, which list it again; what is written to them meanwhile reaches it', async () => {
    await begin();
    await ada.api.createCryostat({ body: { cryo_id: 'fridge' } });
    await ada.api.createChip({ body: { chip_id: 'other', topology_id: 'linear-4' } });
    const started_at = new Date(world.now().getTime() - hours * 1000).toISOString();
    const params = { cooldown_id: 'cd-1' };
    await ada.api.createCooldown({ body: { ...params, cryo_id: 'fridge', started_at, chip_ids: ['chip'] } });
    await ada.api.deleteChip(forced());
    const [deletion] = ada.undoable();
    expect((await ada.api.getCooldown({ params })).chip_ids).toEqual([]);
    expect((await ada.api.listCooldowns({})).cooldowns.map(({ chip_ids }) => chip_ids)).toEqual([[]]);
    const assign = () => ada.api.assignChipToCooldown({ params: { ...params, chip_id: 'chip' } });
    expect((await refusal(assign())).status).toBe(404);
    await ada.api.unassignChipFromCooldown({ params: { ...params, chip_id: 'chip' } });
    expect((await refusal(ada.api.deleteCooldown({ params }))).detail).toContain(
      'lists 1 chip that can still be restored after a deletion',
    );
    const ended_at = world.now().toISOString();
    const body = { cryo_id: 'fridge', started_at, ended_at, chip_ids: ['other'] };
    const changed = await ada.api.replaceCooldown({ params, body });
    expect(changed.chip_ids).toEqual(['other']);
    await ada.undo(deletion);
    expect((await ada.api.getCooldown({ params })).chip_ids).toEqual(['other', 'chip']);
    const { cooldowns } = await ada.api.listCooldowns({ query: { chip_id: 'chip' } });
    expect(cooldowns.map(({ cooldown_id }) => cooldown_id)).toEqual(['cd-1']);
    expect((await ada.api.getChip({ params: { chip_id: 'chip' } })).current_cooldown_id).toBeNull();
  });

  it('a deleted chip is in no archive, with its place in cool-downs and its notes', async () => {
    await begin();
    await ada.api.createCryostat({ body: { cryo_id: 'fridge' } });
    const started_at = new Date(world.now().getTime() - hours * 1000).toISOString();
    const body = { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at, chip_ids: ['chip'] };
    await ada.api.createCooldown({ body });
    await ada.api.deleteChip(forced());
    const hidden = await readArchive(world.client(owner.token, owner.projectId), world.stack.url, owner.projectId);
    await ada.api.deleteChip({ ...forced(), query: { force: true, permanent: true } });
    const removed = await readArchive(world.client(owner.token, owner.projectId), world.stack.url, owner.projectId);
    const recordsOf = ({ lines }: { lines: readonly string[] }) =>
      lines
        .map((line) => JSON.parse(line) as { kind: string; record: Record<string, unknown> })
        .filter(({ kind }) => kind !== 'audit' && kind !== 'list-head')
        .map(({ kind, record: { updatedAt: _at, ...record } }) => ({ kind, record }));
    expect(recordsOf(hidden)).toEqual(recordsOf(removed));
  });
});

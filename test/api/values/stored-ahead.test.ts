import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { pairDevice } from '../support/pair-device.ts';
import { beginningBody, type MemoryArchive, readArchive } from '../support/project-archive.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

/* Values that a wrong clock dated ahead, which an earlier version took (rule TIME-8). */

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

// Less than a login lasts.
const ahead = 36_000;
const at = (seconds: number) => new Date(world.now().getTime() + seconds * 1000).toISOString();
const isAhead = (instant: string | null | undefined) => instant != null && instant > at(300);
const importT1 = (chip_id: string, t1: number, date: string) =>
  owner.api.importChip({ body: { format: 'ibm', chip_id, documents: pairDevice(t1, date) } });
const t1Of = async (chip_id: string, api = owner.api) =>
  (await api.getChipQubit({ params: { chip_id, qid: 0 } })).data.t1?.value;

/** A chip whose history has a T1 of 50 of a minute ago, and whose current one of 60 is dated ahead. */
async function chipAhead(chip_id: string): Promise<void> {
  await importT1(chip_id, 50, at(-60));
  world.advance(ahead);
  await importT1(chip_id, 60, at(0));
  world.advance(-ahead);
  expect(await t1Of(chip_id)).toBe(60);
}

it('a rebuild replaces a current value that is dated ahead by the newest one that is not', async () => {
  await chipAhead('rebuilt');
  const before = await owner.api.getChip({ params: { chip_id: 'rebuilt' }, query: {} });
  const ctx = contextOf(world.stack.runtime, 'rebuild');
  await rebuildChip({ ...ctx, clock: world.now }, { projectId: owner.projectId, chipId: 'rebuilt' });
  expect(await t1Of('rebuilt')).toBe(50);
  const after = await owner.api.getChip({ params: { chip_id: 'rebuilt' }, query: {} });
  expect([isAhead(before.last_calibrated_at), isAhead(after.last_calibrated_at)]).toEqual([true, false]);
});

it('a measurement makes the chip forget that it was calibrated ahead of the clock', async () => {
  await chipAhead('forgetful');
  await owner.api.updateCalibrationParameters({
    body: { chip_id: 'forgetful', qid: '0', parameters: { t1: { value: 61 } } },
  });
  const { last_calibrated_at: last } = await owner.api.getChip({ params: { chip_id: 'forgetful' }, query: {} });
  expect(isAhead(last)).toBe(false);
});

it('a held value that is accepted becomes current in place of one that is dated ahead', async () => {
  const holder = await world.register('holder');
  const params = { project_id: holder.projectId };
  await holder.api.updateProject({ params, body: { value_gate: 'hold' } });
  const importT2 = (t1: number, date: string) =>
    holder.api.importChip({ body: { format: 'ibm', chip_id: 'pair', documents: pairDevice(t1, date) } });
  const t2Of = async () => (await holder.api.getChipQubit({ params: { chip_id: 'pair', qid: 0 } })).data.t2_echo;
  world.advance(ahead);
  await importT2(60, at(0));
  world.advance(-ahead);
  const dated = (await t2Of())?.calibrated_at;
  // T2 of 80 us is more than twice this T1.
  await importT2(4.1, at(-10));
  const { measurements } = await holder.api.listHeldMeasurements({ query: { chip_id: 'pair' } });
  const [first] = measurements;
  const values = [{ id: first?.id ?? '', metric: 't2_echo' }];
  await holder.api.decideHeldValues({ body: { chip_id: 'pair', decision: 'accept', reason: 'looked', values } });
  expect([isAhead(dated), isAhead((await t2Of())?.calibrated_at)]).toEqual([true, false]);
});

it('an archive that brings a current value dated ahead leaves its project with the newest one that is not', async () => {
  await chipAhead('archived');
  const archive = await readArchive(owner.api, world.stack.url, owner.projectId);
  const projectId = `copy-${randomUUID().slice(0, 8)}`;
  const moved = (line: string) => line.replaceAll(owner.projectId, projectId);
  const copy: MemoryArchive = {
    ...archive,
    projectId,
    head: archive.head.map(moved),
    lines: archive.lines.map(moved),
  };
  const params = { project_id: projectId };
  const admin = world.admin.api;
  const { import_id } = await admin.createProjectImport({ params, body: beginningBody(copy, 'copy') });
  await admin.appendProjectImportLines({ params, body: { import_id, from: 0, lines: copy.lines } });
  while ((await admin.finishProjectImport({ params, body: { import_id } })).status !== 'finished');
  expect(await t1Of('archived')).toBe(60);
  expect(await t1Of('archived', world.client(owner.token, projectId))).toBe(50);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withObjects } from '#functions/ports.ts';
import { contextOf } from '#functions/runtime.ts';
import { sweep } from '#functions/scheduled/sweep.ts';
import type { Client } from '#shared/api/client.ts';
import { getProjectImport, projectImportEntity } from '#shared/archives/store/project-imports.ts';
import { sweepImages } from '#shared/images/verbs/sweep-images.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { archivedProjectFolders } from '#shared/runs/rules/artifact-path.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { everyRead } from '../support/every-read.ts';
import { fillWholeProject } from '../support/filled-project.ts';
import { samplePng } from '../support/images.ts';
import {
  beginningBody,
  importArchive,
  type MemoryArchive,
  readArchive,
  tinyArchive,
  uploadFiles,
} from '../support/project-archive.ts';
import type { SampleNames } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let names: SampleNames;
let archive: MemoryArchive;
let admin: Client;
/** The original project: its items, the answer of every read of it, and the search results in its notes. */
let itemsBefore: Map<string, Item>;
let readsBefore: Awaited<ReturnType<typeof everyRead>>;
let foundBefore: unknown;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  admin = world.admin.api;
  names = await fillWholeProject(world, owner);
  readsBefore = await everyRead(world, names, owner);
  foundBefore = await found();
  archive = await readArchive(world.client(owner.token, names.projectId), world.stack.url, names.projectId);
  itemsBefore = await itemsOfProject();
  await wipe();
});
afterAll(() => world.stop());

const ofProject = () => ({ params: { project_id: names.projectId } });
const keyOf = ({ pk, sk }: Item) => `${String(pk)} | ${String(sk)}`;

const isOwn = ({ pk }: Item) => `${String(pk)}#`.startsWith(`P#${names.projectId}#`);

/** Every item of the project, and its records elsewhere: memberships with their user, and its name. */
async function everything(): Promise<Item[]> {
  const items = await scan(world.stack.runtime.db);
  return items.filter((item) => isOwn(item) || item.projectId === names.projectId);
}

async function itemsOfProject(): Promise<Map<string, Item>> {
  await world.stack.settle();
  return new Map((await everything()).filter(isOwn).map((item) => [keyOf(item), item]));
}

const filesLeft = async () =>
  (
    await Promise.all(
      archivedProjectFolders(names.projectId).map((folder) =>
        world.stack.runtime.ports.objects?.list(folder, undefined, 100),
      ),
    )
  ).flat();

/** The service as a purge leaves it: only the events of notes remain, since they are never deleted. */
async function wipe(): Promise<void> {
  const items = (await everything()).filter(({ entity }) => entity !== 'note-event');
  const keys = items.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } }));
  await batchWriteItems(world.stack.runtime.db, keys);
  for (const folder of archivedProjectFolders(names.projectId))
    await world.stack.runtime.ports.objects?.deleteBelow(folder);
  await world.stack.settle();
}

const found = () =>
  world
    .client(owner.token, names.projectId)
    .searchNoteEvents({ query: { q: 'stays' } })
    .then(({ complete_until: _readAt, ...rest }) => rest);

/**
 * Entities that differ after an import, by rule: schedules are paused, exports of rows are gone after a day, webhooks
 * and chats are in no archive (rules HOOK-8 and CHAT-6), and the import is noted.
 */
const differs = new Set([
  ...['schedule', 'export', 'export-part', 'lock', 'run-queue', 'run'],
  ...['webhook', 'webhook-secrets', 'webhook-delivery', 'chat', 'chat-token', 'chat-message'],
  // It is counted anew (rule PROJ-21).
  'project-usage',
  // Partial roll-ups, and that a day has them, are made again.
  ...['partial-roll-up', 'open-span'],
]);

describe('the import of a project', () => {
  it('a project that is imported into a service without it answers every read as before, and is found by its notes', async () => {
    await importArchive(admin, archive);
    const items = await itemsOfProject();
    const isCompared = ({ entity }: Item) => !differs.has(String(entity));
    for (const [key, item] of itemsBefore) {
      if (!isCompared(item)) continue;
      // The time of the last access is not in an archive, and an imported project names its import.
      const { lastAccessedAt: _at, ...before } = item;
      const { imported: _imported, lastAccessedAt: _now, ...after } = items.get(key) ?? {};
      expect({ key, ...after }).toEqual({ key, ...before });
    }
    const added = [...items].flatMap(([key, item]) => (itemsBefore.has(key) || !isCompared(item) ? [] : [item]));
    expect(added.map(({ entity, action }) => [entity, action])).toEqual([['audit', 'import-project']]);
    expect(await found()).toEqual(foundBefore);
    const reads = await everyRead(world, names, owner);
    const compared = (answers: typeof reads) => Object.entries(answers).filter(([id]) => !unlike.has(id));
    expect(compared(reads)).toEqual(compared(readsBefore));
    const api = world.client(owner.token, names.projectId);
    const { value_limits } = await api.getProject(ofProject());
    expect(value_limits).toEqual({ t1: { lowest: 1, highest: 2000, unit: 'us' } });
    expect((await api.getChip({ params: { chip_id: 'kept' } })).technology).toBe('fluxonium');
    expect(reads.getFlowSchedule).toMatchObject([200, { active: false }]);
    expect(Object.values(readsBefore).filter(([status]) => status === 200).length).toBeGreaterThan(70);
  });

  it('an image that a text shows came with its project, and stays with it', async () => {
    const later = new Date(world.now().getTime() + 30 * 86_400_000);
    const ctx = { ...withObjects(contextOf(world.stack.runtime, 'test')), clock: () => later };
    expect(await sweepImages(ctx, new Date(later.getTime() + 60_000))).toEqual({ imagesRemoved: 0, failed: 0 });
    const api = world.client(owner.token, names.projectId);
    const image = await api.getImage({ params: { filename: names.imageName } });
    expect(Buffer.from(await image.arrayBuffer())).toEqual(samplePng);
  });

  it('a project that was imported is one like any other: written, run and deleted', async () => {
    const api = world.client(owner.token, names.projectId);
    await api.upsertChipNote({ params: { chip_id: 'kept' }, body: { content: 'home again' } });
    expect(
      await api.executeFlow({ params: { name: 'coherence' }, body: { parameters: { qids: ['0'] } } }),
    ).toMatchObject({
      execution_id: expect.any(String),
    });
    await wipe();
  });

  it('an import that is sent again, in other portions, or begun again changes nothing and says where to go on', async () => {
    const body = beginningBody(archive);
    const { import_id } = await admin.createProjectImport({ ...ofProject(), body });
    expect(await uploadFiles(admin, import_id, archive)).toBe(archive.files.size);
    expect(await uploadFiles(admin, import_id, archive)).toBe(0);
    const lines = archive.lines.slice(0, 120);
    const send = (from: number, some: string[]) =>
      admin.appendProjectImportLines({ ...ofProject(), body: { import_id, from, lines: some } });
    expect(await send(0, lines.slice(0, 70))).toMatchObject({ taken: 70, status: 'entering' });
    expect(await send(0, lines.slice(0, 30))).toMatchObject({ taken: 70 });
    await expect(send(90, lines.slice(90))).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('70 are there'),
    });
    expect(await send(30, lines.slice(30, 80))).toMatchObject({ taken: 80 });
    const both = await Promise.all([send(80, lines.slice(80)), send(70, lines.slice(70))]);
    expect(both.map(({ taken }) => taken)).toEqual([120, 120]);
    expect(await admin.createProjectImport({ ...ofProject(), body })).toMatchObject({ import_id, taken: 120 });
    expect(await admin.getProjectImport(ofProject())).toMatchObject({ import_id, taken: 120, owner: 'owner' });
    await importArchive(admin, archive, 33);
    await world.stack.settle();
    const items = await itemsOfProject();
    expect([...itemsBefore].filter(([key, { entity }]) => !items.has(key) && !differs.has(String(entity)))).toEqual([]);
    expect([...items.keys()].filter((key) => key.includes('IMPORT'))).toEqual(
      [...itemsBefore.keys()].filter((key) => key.includes('IMPORT')),
    );
    // What its end answered may be lost: asked again, it is the same.
    expect(await admin.finishProjectImport({ ...ofProject(), body: { import_id } })).toMatchObject({
      status: 'finished',
    });
    expect(await admin.createProjectImport({ ...ofProject(), body })).toMatchObject({ status: 'finished', import_id });
    await expect(
      admin.createProjectImport({ ...ofProject(), body: beginningBody({ ...archive, lines: archive.lines.slice(1) }) }),
    ).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    await wipe();
  });

  it('a project that is being imported is there for no one, and what was written of it is gone when it was given up', async () => {
    const before = await world.scan();
    const { import_id } = await admin.createProjectImport({ ...ofProject(), body: beginningBody(archive) });
    await uploadFiles(admin, import_id, archive);
    const body = { import_id, from: 0, lines: archive.lines.slice(0, 200) };
    await admin.appendProjectImportLines({ ...ofProject(), body });
    for (const caller of [owner, world.admin]) {
      const reads = await everyRead(world, names, caller);
      expect(new Set(Object.values(reads).map(([status]) => status))).toEqual(new Set([403]));
      const { projects } = await world.client(caller.token).listProjects({ query: {} });
      expect(projects.map(({ project_id }) => project_id)).not.toContain(names.projectId);
    }
    await expect(admin.finishProjectImport({ ...ofProject(), body: { import_id } })).rejects.toMatchObject({
      status: 409,
    });
    await admin.deleteProjectImport(ofProject());
    await admin.deleteProjectImport(ofProject());
    await expect(admin.appendProjectImportLines({ ...ofProject(), body })).rejects.toMatchObject({ status: 409 });
    await expect(admin.createProjectImport({ ...ofProject(), body: beginningBody(archive) })).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('being removed'),
    });
    await sweep({ rollUps: false });
    expect((await filesLeft()).length).toBe(archive.files.size);
    world.advance(700);
    await world.stack.observe('sweep', () => sweep({ rollUps: false }));
    expect(await filesLeft()).toEqual([]);
    expect(await world.scan()).toBe(before);
  });

  it('an import whose end has begun cannot be given up, and is brought to it by the sweep', async () => {
    const archive = tinyArchive(owner, 'sealed');
    const params = { project_id: archive.projectId };
    const { import_id } = await admin.createProjectImport({ params, body: beginningBody(archive) });
    await admin.appendProjectImportLines({ params, body: { import_id, from: 0, lines: archive.lines } });
    const stored = await getProjectImport(world.stack.runtime.db, archive.projectId);
    if (!stored) throw new Error('The import is not there');
    const { rev, ...record } = stored;
    const now = world.now().toISOString();
    // As a kill leaves it, right after the mark.
    const sealed = projectImportEntity.encode({ ...record, finishingSince: now, dueAt: now }, rev + 1);
    await batchWriteItems(world.stack.runtime.db, [{ put: sealed }]);
    await expect(admin.deleteProjectImport({ params })).rejects.toMatchObject({ status: 409 });
    expect(await admin.getProjectImport({ params })).toMatchObject({ status: 'finishing' });
    await sweep({ rollUps: false });
    expect(await admin.getProjectImport({ params })).toMatchObject({ status: 'finished' });
    expect(await owner.api.getProject({ params })).toMatchObject({ name: 'sealed' });
  });

  it('an import that pauses for a week is removed, and one that goes on within it is not', async () => {
    const [idle, slow] = [tinyArchive(owner, 'idle'), tinyArchive(owner, 'slow')];
    for (const one of [idle, slow])
      await admin.createProjectImport({ params: { project_id: one.projectId }, body: beginningBody(one) });
    const day = 86_400;
    world.advance(6 * day);
    const login = await world.client(undefined).login({ body: world.stack.admin });
    const later = world.client(login.access_token);
    const body = { import_id: (await later.getProjectImport({ params: { project_id: slow.projectId } })).import_id };
    const lines = { ...body, from: 0, lines: slow.lines };
    await later.appendProjectImportLines({ params: { project_id: slow.projectId }, body: lines });
    world.advance(2 * day);
    await sweep({ rollUps: false });
    // An address that was given out at the last moment is good for a while.
    expect(await world.scan()).toContain(idle.projectId);
    world.advance(700);
    await sweep({ rollUps: false });
    const left = await world.scan();
    expect(left).not.toContain(idle.projectId);
    expect(left).toContain(slow.projectId);
  });
});

/** Reads that answer something else after an import, by rule. */
const unlike = new Set<string>([
  // Its revision is another one with each write.
  'getExecutionLockStatus',
  // Exports of rows are gone after a day.
  ...['getExport', 'listExports'],
  // Their secrets are not part of an archive.
  ...['listWebhooks', 'getWebhook', 'listWebhookDeliveries', 'getChat', 'listChatMessages'],
  // Paused.
  ...['getProjectUsage', 'getFlowSchedule', 'listAllFlowSchedules', 'listFlowSchedules', 'getChipOverview'],
  // It has the schedules, and the import in its audit.
  'getProjectArchiveRecords',
  ...['listProjectAuditEntries', 'exportProjectAudit'],
  // An archive of figures is a download, and gone after a day.
  'getFigureArchive',
]);

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withObjects } from '#functions/ports.ts';
import { contextOf } from '#functions/runtime.ts';
import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import { getProjectUsage } from '#shared/projects/store/usage.ts';
import { countUsage } from '#shared/projects/verbs/usage/count-usage.ts';
import type { Orchestrator } from '#shared/runs/orchestration/port.ts';
import { imageFolder } from '#shared/runs/rules/artifact-path.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { samplePng } from '../support/images.ts';
import { beginningBody, tinyArchive } from '../support/project-archive.ts';
import { refusal } from '../support/refusal.ts';
import { seedWholeRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
let orchestrator: Orchestrator | undefined;
const defaults = { fileBytes: 50e9, rows: 20e6 };
const hour = 3601;
const beyond = expect.stringContaining('more than its quota');

beforeAll(async () => {
  world = await startWorld({ config: { tokenLifetimeSeconds: 365 * 86_400 } });
  orchestrator = world.stack.runtime.ports.orchestrator;
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  allow({});
  if (orchestrator) world.stack.runtime.ports.orchestrator = orchestrator;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
});

const allow = (quotas: Partial<typeof defaults>) => {
  world.stack.runtime.config.quotas = { ...defaults, ...quotas };
};
const usage = (caller = owner) => caller.api.getProjectUsage({ params: { project_id: caller.projectId } });
const sendImage = (caller = owner) =>
  caller.api.createImage({ body: { file: new Blob([Uint8Array.from(samplePng)]) } });
const seedRun = (chipId = 'chip') =>
  seedWholeRun(world.stack.runtime, { projectId: owner.projectId, chipId, username: owner.username });
const flow = 'stages:\n  - name: check\n    tasks: [CheckT1]\n    targets: {qubits: [0]}\n';
const saveFlow = () => owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: flow } });
const execute = () => owner.api.executeFlow({ params: { name: 'check' }, body: {} });
const ctx = () => withObjects(contextOf(world.stack.runtime, 'test'));

describe('getProjectUsage', () => {
  it('getProjectUsage 200: bytes of files and rows with what is allowed; a project knows nothing of another', async () => {
    const other = await world.register(`other-${counter}`);
    await sendImage();
    await seedRun();
    world.advance(hour);
    const { files, rows, ...rest } = await usage();
    expect(rows).toMatchObject({ used: 1, allowed: 20_000_000 });
    expect(files.used_bytes).toBeGreaterThan(samplePng.length);
    expect(files.allowed_bytes).toBe(50_000_000_000);
    expect(rest).toEqual({ counted_at: rows.counted_at, complete: true });
    expect(await usage(other)).toMatchObject({ files: { used_bytes: 0 }, rows: { used: 0 } });
    const foreign = other.api.getProjectUsage({ params: { project_id: owner.projectId } });
    expect(await refusal(foreign)).toMatchObject({ status: 403 });
  });

  it('getProjectUsage: files that went are gone from the next count, an hour later; no quota is null', async () => {
    const { filename } = await sendImage();
    world.advance(hour);
    expect((await usage()).files.used_bytes).toBe(samplePng.length);
    await world.stack.runtime.ports.objects?.deleteBelow(imageFolder(owner.projectId, filename.split(/[.-]/)[0] ?? ''));
    expect((await usage()).files.used_bytes).toBe(samplePng.length);
    world.advance(hour);
    world.stack.runtime.config.quotas = { fileBytes: undefined, rows: undefined };
    expect(await usage()).toMatchObject({ files: { used_bytes: 0, allowed_bytes: null }, rows: { allowed: null } });
  });

  it('two counts at once write one, and a project that is gone gets none', async () => {
    await sendImage();
    world.advance(hour);
    const before = (await getProjectUsage(ctx().db, owner.projectId))?.rev ?? 0;
    const counts = await Promise.all([countUsage(ctx(), owner.projectId), countUsage(ctx(), owner.projectId)]);
    expect(counts.map(({ fileBytes }) => fileBytes)).toEqual([samplePng.length, samplePng.length]);
    expect((await getProjectUsage(ctx().db, owner.projectId))?.rev).toBe(before + 1);
    await countUsage(ctx(), 'gone');
    expect(await getProjectUsage(ctx().db, 'gone')).toBeUndefined();
  });

  it('a count of more files than it may list at once says so, keeps what it found, and the next one goes on', async () => {
    const sizes = Array.from({ length: 60_001 }, (_, n) => String(n).padStart(6, '0'));
    const objects: Pick<ObjectStore, 'list'> = {
      list: async (folder, after = '', limit) => {
        if (!folder.startsWith('raw/')) return [];
        const from = after === '' ? 0 : Number(after.slice(-6)) + 1;
        return sizes.slice(from, from + limit).map((name) => ({ key: `${folder}/${name}`, sizeBytes: 2 }));
      },
    };
    const first = await countUsage({ ...ctx(), objects }, owner.projectId);
    expect(first).toMatchObject({ fileBytes: 0, fileCount: { folder: 2 } });
    expect(first.fileCount?.bytes).toBeGreaterThan(90_000);
    expect(first.fileCount?.bytes).toBeLessThan(120_002);
    expect(await countUsage({ ...ctx(), objects }, owner.projectId)).toMatchObject({ fileBytes: 120_002 });
    expect((await usage()).complete).toBe(true);
  });
});

describe('beyond the quota of files', () => {
  it('images are 409 with the words once the last count is beyond the quota, and reading goes on', async () => {
    allow({ fileBytes: samplePng.length - 1 });
    const { filename } = await sendImage();
    expect((await sendImage()).filename).toBe(filename);
    world.advance(hour);
    expect(await refusal(sendImage())).toMatchObject({
      status: 409,
      detail: expect.stringContaining(
        `Project '${owner.projectId}' has ${samplePng.length} bytes of files, more than its quota of ${samplePng.length - 1}.`,
      ),
    });
    const read = await owner.api.getImage({ params: { filename } });
    expect((await read.arrayBuffer()).byteLength).toBe(samplePng.length);
    const other = await world.register(`other-${counter}`);
    await sendImage(other);
  });

  it('a start is refused by the last count of files, and begins where that is older than a day', async () => {
    world.stack.runtime.ports.orchestrator = fakeOrchestrator();
    await saveFlow();
    await sendImage();
    await usage();
    allow({ fileBytes: 1 });
    expect((await usage()).files.used_bytes).toBe(0);
    world.advance(hour);
    await usage();
    expect(await refusal(execute())).toMatchObject({ status: 409, detail: beyond });
    world.advance(24 * hour);
    expect(await execute()).toMatchObject({ execution_id: expect.any(String) });
  });

  it('the import of a project is refused further files', async () => {
    const archive = tinyArchive(owner, `imported ${counter}`);
    const params = { project_id: archive.projectId };
    const { import_id } = await world.admin.api.createProjectImport({ params, body: beginningBody(archive) });
    const path = (n: number) => `raw/${archive.projectId}/run/${n}.zip`;
    const ask = (n: number) =>
      world.admin.api.createProjectImportUploads({
        params,
        body: { import_id, files: [{ path: path(n), size_bytes: 1, sha256: '0'.repeat(64) }] },
      });
    await world.stack.runtime.ports.objects?.put(path(1), new Uint8Array(100), 'application/zip');
    allow({ fileBytes: 99 });
    expect(await refusal(ask(2))).toMatchObject({ status: 409, detail: beyond });
    allow({ fileBytes: 100 });
    expect((await ask(2)).uploads).toHaveLength(1);
  });
});

describe('beyond the quota of rows', () => {
  it('a start and an import are 409, reading goes on, and a chip that is deleted makes room an hour later', async () => {
    await saveFlow();
    await owner.api.createChip({ body: { chip_id: 'spare', topology_id: 'linear-4' } });
    const { taskId } = await seedRun('spare');
    allow({ rows: 0 });
    const refused = {
      status: 409,
      detail: expect.stringContaining('has 1 row, more than its quota of 0. Delete a chip'),
    };
    expect(await refusal(execute())).toMatchObject(refused);
    const importing = owner.api.importChip({ body: { format: 'ibm', chip_id: 'new', documents: oldDevice() } });
    expect(await refusal(importing)).toMatchObject(refused);
    expect(await owner.api.getTaskResult({ params: { task_id: taskId } })).toMatchObject({ status: 'completed' });
    await owner.api.deleteChip({ params: { chip_id: 'spare' }, query: { force: true, permanent: true } });
    world.advance(hour);
    expect((await usage()).rows.used).toBe(0);
    expect(await execute()).toMatchObject({ execution_id: expect.any(String) });
  });

  it('a schedule that fires starts nothing, and its firing and its author are told why', async () => {
    await saveFlow();
    await seedRun();
    allow({ rows: 0 });
    // Later than a request takes on any machine: a time that has passed is refused.
    const scheduled_time = new Date(world.now().getTime() + 5000).toISOString();
    const { schedule_id } = await owner.api.scheduleFlow({ params: { name: 'check' }, body: { scheduled_time } });
    const firings = async () => (await owner.api.listScheduleFirings({ params: { schedule_id } })).firings;
    await expect.poll(firings, { interval: 250 }).toHaveLength(1);
    const message = expect.stringContaining('has 1 row, more than its quota of 0');
    expect(await firings()).toMatchObject([{ outcome: 'failed', execution_id: null, message }]);
    const told = async () => (await owner.api.listNotifications({ query: {} })).notifications;
    await world.stack.settle();
    expect(JSON.stringify(await told())).toContain('more than its quota of 0');
  });

  it('a start is not queued beyond the quota: it is refused, and says why', async () => {
    await saveFlow();
    await seedRun();
    allow({ rows: 0 });
    const queueing = owner.api.queueFlow({ params: { name: 'check' }, body: {} });
    expect(await refusal(queueing)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('more than its quota of 0'),
    });
    expect(await owner.api.getRunQueue()).toMatchObject({ waiting: [], settled: [] });
  });

  it('a queued start whose project is beyond the quota when its turn comes leaves the queue, and says why', async () => {
    await saveFlow();
    await seedRun();
    const parameters = { pace_seconds: 10 };
    const { flow_run_id } = await owner.api.executeFlow({ params: { name: 'check' }, body: { parameters } });
    await owner.api.queueFlow({ params: { name: 'check' }, body: {} });
    allow({ rows: 0 });
    await owner.api.cancelExecution({ params: { flow_run_id } });
    const last = async () => (await owner.api.getRunQueue()).last;
    await expect.poll(last, { interval: 250 }).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('more than its quota of 0'),
    });
  });
});

it('a run that goes on while the project is created beyond its quotas ends whole, with its files', async () => {
  await saveFlow();
  allow({ fileBytes: 1, rows: 0 });
  const { execution_id } = await owner.api.executeFlow({ params: { name: 'check' }, body: { parameters: SOUND } });
  const read = () => owner.api.getExecution({ params: { execution_id } });
  await expect.poll(async () => (await read()).status).toBe('completed');
  const [task] = (await read()).task;
  expect(task).toMatchObject({ status: 'completed' });
  world.advance(hour);
  const { files, rows } = await usage();
  expect([files.used_bytes > 1, rows.used]).toEqual([true, 1]);
  expect(await refusal(execute())).toMatchObject({ status: 409, detail: beyond });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { type ExportRecord, exportEntity, exportPartEntity } from '#shared/devices/store/exports.ts';
import { checkpointKey, fileKey, requestKey } from '#shared/devices/verbs/export/jobs/keys.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { createApiToken } from '#shared/people/verbs/api-tokens.ts';
import { createProject, deleteProject, restoreProject, updateProject } from '#shared/projects/verbs/projects.ts';
import { reExecutionEntity } from '#shared/results/store/re-executions.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { projectFolders } from '#shared/runs/rules/artifact-path.ts';
import { logBatchEntity } from '#shared/runs/store/run-logs.ts';
import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { createSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { withoutDeletionAudits } from '#test/support/engine/deletion-audits.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';
import { putExecution } from '#test/support/runs/execution.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { saveCheck } from '../schedules/world.ts';

let verbs: Verbs;
let alice: ProjectContext;
const day = (days: number) => {
  verbs.now = new Date(Date.parse('2025-03-01T12:00:00.000Z') + days * 86_400_000);
};
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  day(0);
  alice = await verbs.member('alice');
});

/** A project with something of every kind in it. */
async function fullProject(owner: ProjectContext): Promise<ProjectContext> {
  const { projectId } = await createProject(owner, { name: 'Doomed', tags: ['x'] });
  const ctx = await verbs.inProject(owner, projectId);
  await importChip(ctx, { format: 'ibm', chipId: 'imported', documents: oldDevice() });
  await createChip(ctx, { chipId: 'odd #%/id', topologyId: 'linear-3' });
  await updateParameters(ctx, { chipId: 'imported', qid: '1', parameters: { t1: { value: 5 } } });
  await joinProject(ctx, { username: 'bob', role: 'editor' });
  for (const executionId of ['20250301-001', '20250301-002']) await fullRun(ctx, executionId);
  await putExports(ctx);
  await putThread(ctx);
  return ctx;
}

/** A thread with a reply and an earlier text. */
async function putThread(ctx: ProjectContext): Promise<void> {
  const subjects = [{ type: 'chip' as const, chipId: 'imported' }];
  const post = { content: 'Since noon', contentBlocks: '[]' };
  const about = { category: 'qubit', title: 'Drift', labels: [], assignees: [], subjects, status: 'open' as const };
  const { threadId } = await createThread(ctx, { ...post, ...about });
  await createReply(ctx, { parentId: threadId, ...post });
  await updateThread(ctx, threadId, { content: 'Since ten' });
}

/** An export that is ready, and one that is being made, each with its parts and objects. */
async function putExports({ projectId }: ProjectContext): Promise<void> {
  const at = '2025-03-01T12:00:00.000Z';
  for (const status of ['ready', 'running'] as const) {
    const ref = { projectId, exportId: status, format: 'csv' as const };
    const record: ExportRecord = {
      ...{ ...ref, kind: 'samples', filter: { endAt: at }, fileName: 'samples.csv', requestedBy: 'alice' },
      ...{ requestedAt: at, status, rows: 1, bytes: 1, lastPart: 2, checkpoint: checkpointKey(ref, 'holder', 1) },
    };
    const parts = [1, 2].map((part) => ({ projectId, exportId: status, part, etag: '"e"', requestedAt: at }));
    await batchWriteItems(verbs.db, [
      { put: exportEntity.encode(record, 1) },
      ...parts.map((part) => ({ put: exportPartEntity.encode(part, 1) })),
    ]);
    for (const key of [fileKey(ref), checkpointKey(ref, 'holder', 1), requestKey(ref)])
      await verbs.ctx.objects.put(key, Buffer.from('x'), '');
  }
}

/** A run that has ended, with all that hangs on one. */
async function fullRun({ projectId }: ProjectContext, executionId: string): Promise<void> {
  const { flowRunId } = await putExecution(verbs.db, { projectId, executionId, flowRunId: executionId });
  const of = { projectId, executionId };
  const results = ['a', 'b'].map((name) => taskResultRecord({ ...of, chipId: 'imported', taskId: executionId + name }));
  const at = '2025-03-01T12:00:00.000Z';
  const log = { fence: 1, sequence: 1, lines: [{ at, level: 'info' as const, text: 'cold' }], writtenAt: at };
  const repeat = { projectId, sourceTaskId: `${executionId}a`, at, taskId: `${executionId}b`, executionId };
  await batchWriteItems(verbs.db, [
    { put: logBatchEntity.encode({ ...of, ...log }, 1) },
    { put: reExecutionEntity.encode(repeat, 1) },
    ...results.map((result) => ({ put: taskResultEntity.encode(result, 1) })),
  ]);
  for (const folder of projectFolders(projectId)) {
    const key = `${folder}/${flowRunId}/1.zip`;
    await verbs.ctx.objects.put(key, Buffer.from('x'), '');
  }
}

/** Making an API token raises the user's own revision. */
const withoutUserRevisions = (table: Map<string, string>) =>
  new Map(
    [...table].map(([key, text]) => [key, key.endsWith(' | USER') ? text.replace(/"rev":\{"N":"\d+"\}/, '') : text]),
  );

const tableNow = async () => withoutDeletionAudits(await verbs.table());

describe('a deleted project', () => {
  test('a deleted project is there for thirty days, can be taken back until then, and is as it was', async () => {
    await verbs.member('bob');
    const doomed = await fullProject(alice);
    const before = await tableNow();
    await deleteProject(doomed);
    day(29.9);
    expect(await sweepPending(verbs.ctx)).toMatchObject({ purged: 0 });
    await restoreProject(alice, doomed.projectId);
    day(60);
    expect(await sweepPending(verbs.ctx)).toMatchObject({ purged: 0 });
    const after = await tableNow();
    expect([...after.keys()]).toEqual([...before.keys()]);
    const changed = [...after].filter(([key, text]) => before.get(key) !== text).map(([key]) => key);
    expect(changed).toEqual([`P#${doomed.projectId} | META`]);
  });

  test('a deleted project is gone after thirty days with everything in it, and nothing else has changed by a byte', async () => {
    const bob = await verbs.member('bob');
    await createChip(bob, { chipId: 'imported', topologyId: 'linear-3' });
    for (const projectId of [undefined, bob.projectId])
      await createApiToken(bob, { name: `own ${projectId}`, projectId });
    const before = await tableNow();
    const doomed = await fullProject(alice);
    const own = [...(await tableNow()).keys()].filter((key) => key.startsWith(`P#${doomed.projectId} | EXPORT`));
    expect([own.length, own.filter((key) => key.includes('EXPORTPART#')).length]).toEqual([6, 4]);
    const files = [...verbs.ctx.objects.kept.keys()].filter((key) => /^downloads\/.*\b(ready|running)\./.test(key));
    expect(files).toHaveLength(6);
    await createApiToken(alice, { name: 'of the project', projectId: doomed.projectId });
    await createApiToken(bob, { name: 'of the project', projectId: doomed.projectId });
    await deleteProject(doomed);
    day(30);
    await verbs.ctx.objects.put(`figures/${doomed.projectId}0/run/1.zip`, Buffer.from('x'), '');
    expect(await sweepPending(verbs.ctx)).toEqual({ finished: 0, purged: 1, busy: 0, failed: 0 });
    expect(withoutUserRevisions(await tableNow())).toEqual(withoutUserRevisions(before));
    expect([...verbs.ctx.objects.kept.keys()]).toEqual([`figures/${doomed.projectId}0/run/1.zip`]);
  });

  test('a large deleted project is purged by several sweeps, none of which takes long', async () => {
    await verbs.member('bob');
    const before = await tableNow();
    const doomed = await fullProject(alice);
    await deleteProject(doomed);
    day(30);
    // By this clock two seconds pass with every look at it.
    const slow = () => {
      verbs.now = new Date(verbs.now.getTime() + 2000);
      return verbs.now;
    };
    let sweeps = 0;
    for (let purged = 0; purged === 0; sweeps += 1) {
      const start = verbs.now.getTime();
      const swept = await sweepPending({ ...verbs.ctx, clock: slow }, { until: new Date(start + 30_000) });
      expect(swept).toMatchObject({ busy: 0, failed: 0 });
      expect(verbs.now.getTime() - start).toBeLessThan(50_000);
      ({ purged } = swept);
    }
    expect(sweeps).toBeGreaterThan(1);
    expect(await tableNow()).toEqual(before);
  });

  test('a purged project leaves nothing to the scheduler, and waits until that has forgotten its schedules', async () => {
    const { scheduler } = verbs.ctx;
    const { projectId } = await createProject(alice, { name: 'Doomed', tags: [] });
    const ctx = { ...(await verbs.inProject(alice, projectId)), scheduler };
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
    await saveCheck(ctx);
    const yearly = { flowName: 'check', cron: '0 6 1 1 *', parameters: {}, active: true };
    await createSchedule(ctx, yearly);
    const deleted = await createSchedule(ctx, yearly);
    scheduler.fault = { error: new Error('down') };
    await deleteSchedule(ctx, deleted.scheduleId);
    await deleteProject(ctx);
    day(30);
    expect(await sweepPending(verbs.ctx)).toMatchObject({ purged: 0, failed: 1 });
    scheduler.fault = undefined;
    expect(scheduler.known.size).toBe(2);
    expect(await sweepPending(verbs.ctx)).toMatchObject({ purged: 1, failed: 0 });
    expect(scheduler.known.size).toBe(0);
  });

  test('a deleted project cannot be taken back once the purge may have begun', async () => {
    const { projectId } = await createProject(alice, { name: 'Doomed', tags: [] });
    await deleteProject(await verbs.inProject(alice, projectId));
    day(30);
    await expect(restoreProject(alice, projectId)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('a deleted project is purged in the end, wherever the purge was interrupted', async () => {
    await verbs.member('bob');
    const before = await tableNow();
    let interruptions = 0;
    for (let n = 2, interrupted = true; interrupted; n += 9) {
      day(0);
      await deleteProject(await fullProject(alice));
      day(30);
      verbs.faults.plan(crashAt(n, 'after'));
      const { failed } = await sweepPending(verbs.ctx);
      await verbs.faults.idle();
      verbs.faults.clear();
      interrupted = failed > 0;
      interruptions += failed;
      // The process that was to remove the files has the purge to itself for a while.
      day(30.1);
      await sweepPending(verbs.ctx);
      expect(await tableNow()).toEqual(before);
    }
    expect(interruptions).toBeGreaterThan(3);
  });

  test('a deleted project keeps its name until the purge and gives it back then', async () => {
    const { projectId } = await createProject(alice, { name: 'Lab', tags: [] });
    await deleteProject(await verbs.inProject(alice, projectId));
    await expect(createProject(alice, { name: 'Lab', tags: [] })).rejects.toMatchObject({ kind: 'conflict' });
    day(31);
    await sweepPending(verbs.ctx);
    await createProject(alice, { name: 'Lab', tags: [] });
    checkProjects(await tableNow());
  });

  test('a deleted project cannot be changed by a user who read it before', async () => {
    const { projectId } = await createProject(alice, { name: 'Lab', tags: [] });
    const ctx = await verbs.inProject(alice, projectId);
    const results = await Promise.allSettled([deleteProject(ctx), updateProject(ctx, { description: 'x' })]);
    for (const result of results)
      if (result.status === 'rejected') expect(['conflict', 'forbidden']).toContain(result.reason.kind);
    checkProjects(await tableNow());
  });
});

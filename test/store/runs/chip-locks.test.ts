import type { BatchGetItemCommandOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readArchiveHead } from '#shared/archives/verbs/read-archive.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { justBefore } from '#shared/kernel/rules/complete-until.ts';
import { toImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys, runKeys } from '#shared/kernel/store/keys.ts';
import { deleteProject, updateProject } from '#shared/projects/verbs/projects.ts';
import { MOST_ACTIVE_RUNS } from '#shared/runs/rules/lock.ts';
import { listHeldLocks, lockEntity } from '#shared/runs/store/locks.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { readLocks } from '#shared/runs/verbs/lock/reconcile.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { queueFlow, readQueue } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { resumeRuns } from '#shared/runs/verbs/slices/resume-runs.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { interleaved, isWrite } from '#test/support/engine/interleave.ts';
import { type LaggingIndexes, lagIndexes } from '#test/support/engine/lagging-index.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { executionOf, holdersIn, newRun, started, withLockScope } from '#test/support/runs/runs.ts';
import { type ScheduleContext, startSchedules } from '../schedules/world.ts';

let verbs: Verbs;
let indexes: LaggingIndexes;
/** In a project whose locks are per chip, with the chips `chip` and `other`. */
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
  indexes = lagIndexes(verbs.client);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  indexes.catchUp();
  ctx = await withLockScope(await startSchedules(verbs), 'chip');
  await createChip(ctx, { chipId: 'other', topologyId: 'linear-2' });
});

const queue = (chipId: string) => queueFlow(ctx, { name: 'check', parameters: { chip_id: chipId } });
const lockItem = () => getItem(verbs.db, runKeys.lock(ctx.projectId));

describe('locks per chip', () => {
  test('two chips have a run each, whose ids follow on each other; a second run on either is refused', async () => {
    const first = await started(ctx);
    const second = await started(ctx, { chipId: 'other' });
    expect([first.executionId, second.executionId]).toEqual([
      expect.stringMatching(/-000$/),
      expect.stringMatching(/-001$/),
    ]);
    expect(await holdersIn(ctx)).toEqual([first.executionId, second.executionId]);
    for (const [chipId, { executionId }] of [
      ['chip', first],
      ['other', second],
    ] as const)
      await expect(startRun(ctx, newRun({ chipId }))).rejects.toMatchObject({
        code: 'run_active',
        message: expect.stringContaining(`Chip '${chipId}' is busy: run '${executionId}'`),
      });
    checkRuns(await verbs.table());
  });

  test('a list of executions from an instant on has a run that waited while a newer one of another chip ended', async () => {
    const waits = await startRun(ctx, newRun());
    const other = await started(ctx, { chipId: 'other' });
    await abortRun(ctx, other, 'over');
    verbs.now = new Date(verbs.now.getTime() + 3_600_000);
    const startFrom = verbs.now.toISOString();
    await beginRun(ctx, waits);
    const listed = async (filter: object) =>
      (await listExecutions(ctx, { startFrom, ...filter }, { skip: 0, limit: 10 })).records.map(
        (run) => run.executionId,
      );
    expect(await listed({})).toEqual([waits.executionId]);
    expect(await listed({ flowName: waits.flowName })).toEqual([waits.executionId]);
    expect(await listed({ chipId: 'other' })).toEqual([]);
  });

  test('a filtered list says up to when it is complete while its index lacks an older run that is active', async () => {
    const first = await started(ctx);
    verbs.now = new Date(verbs.now.getTime() + 3_600_000);
    const second = await started(ctx, { chipId: 'other' });
    const { sk } = projectKeys.execution(ctx.projectId, first.executionId);
    const until = async (filter: Parameters<typeof listExecutions>[1]) =>
      (await listExecutions(ctx, filter, { skip: 0, limit: 10 })).completeUntil;
    const { createdAt, flowName } = await executionOf(ctx, first);
    const { status } = await executionOf(ctx, second);
    const filters = [{ chipId: 'chip' }, { status }, { flowName }];
    indexes.hide((key) => key.sk === sk);
    for (const filter of filters) expect(await until(filter)).toBe(justBefore(createdAt));
    expect(await until({ chipId: 'other' })).toBe(verbs.now.toISOString());
    indexes.catchUp();
    for (const filter of filters) expect(await until(filter)).toBe(verbs.now.toISOString());
  });

  test.each([
    [0, 1],
    [1, 0],
  ])('the end of run %i leaves the lock of the other chip as it is', async (ends, stays) => {
    const runs = [await started(ctx), await started(ctx, { chipId: 'other' })];
    const [ended, other] = [runs[ends], runs[stays]];
    if (!ended || !other) throw new Error('both runs exist');
    await abortRun(ctx, ended, 'over');
    expect(await holdersIn(ctx)).toEqual([other.executionId]);
    expect((await listHeldLocks(verbs.db)).map(({ executionId }) => executionId)).toEqual([other.executionId]);
    checkRuns(await verbs.table());
    await abortRun(ctx, other, 'over');
    expect(await listHeldLocks(verbs.db)).toEqual([]);
  });

  test("one holder is stored as where the lock is the project's; several are of a version that an earlier service refuses", async () => {
    const own = await started(ctx);
    const alone = await lockItem();
    expect(alone).toMatchObject({ v: 1, holder: { executionId: own.executionId } });
    expect(alone).not.toHaveProperty('others');
    await started(ctx, { chipId: 'other' });
    expect(await lockItem()).toMatchObject({ v: 2, holder: { executionId: own.executionId } });
    await abortRun(ctx, own, 'over');
    expect(await lockItem()).toMatchObject({ v: 1, holder: { chipId: 'other' } });
    expect(await lockItem()).not.toHaveProperty('others');
  });

  test('the look at the locks ends the run that has died, and the sweep looks at each', async () => {
    const dead = await started(ctx);
    const alive = await started(ctx, { chipId: 'other' });
    ctx.orchestrator.states.set(dead.flowRunId, { status: 'aborted' });
    expect((await readLocks(ctx)).map(({ holder }) => holder.executionId)).toEqual([alive.executionId]);
    const next = await started(ctx);
    ctx.orchestrator.states.set(alive.flowRunId, { status: 'aborted' });
    expect(await sweepLocks(ctx)).toEqual({ held: 1, settled: 1, failed: 0 });
    expect(await holdersIn(ctx)).toEqual([next.executionId]);
    await batchWriteItems(verbs.db, [{ delete: projectKeys.execution(next.projectId, next.executionId) }]);
    expect(await readLocks(ctx)).toEqual([]);
  });

  test('a process that starts again resumes the runs of all chips', async () => {
    const runs = [await started(ctx), await started(ctx, { chipId: 'other' })];
    ctx.orchestrator.states.clear();
    ctx.orchestrator.started.clear();
    expect(await resumeRuns(ctx)).toBe(2);
    expect([...ctx.orchestrator.started.keys()].sort()).toEqual(runs.map(({ flowRunId }) => flowRunId).sort());
  });

  test.each([0, 1])('a start during the end of another run loses no lock: %i other holders', async (others) => {
    await createChip(ctx, { chipId: 'third', topologyId: 'linear-2' });
    const first = await started(ctx);
    const rest = others === 1 ? [await started(ctx, { chipId: 'third' })] : [];
    let second: string | undefined;
    await interleaved(verbs.client, {
      work: () => abortRun(ctx, first, 'over'),
      where: (request) => isWrite(request) && JSON.stringify(request.input).includes('"LOCK"'),
      meanwhile: async () => {
        second = (await started(ctx, { chipId: 'other' })).executionId;
      },
    });
    expect(await holdersIn(ctx)).toEqual([...rest.map(({ executionId }) => executionId), second]);
    checkRuns(await verbs.table());
  });

  test('an owner names the run whose lock is forced free, where several hold one', async () => {
    const first = await started(ctx);
    const second = await started(ctx, { chipId: 'other' });
    await expect(forceUnlock(ctx, 'stuck')).rejects.toMatchObject({
      code: 'run_active',
      message: expect.stringContaining(`'${first.executionId}', '${second.executionId}'`),
    });
    await expect(forceUnlock(ctx, 'stuck', '20200101-000')).rejects.toMatchObject({ code: 'run_ended' });
    expect(await forceUnlock(ctx, 'stuck', first.executionId)).toMatchObject({ status: 'failed' });
    expect(await holdersIn(ctx)).toEqual([second.executionId]);
  });

  test('neither the project nor a chip with a run is deleted or exported, but another chip is', async () => {
    await started(ctx);
    await started(ctx, { chipId: 'other' });
    await createChip(ctx, { chipId: 'third', topologyId: 'linear-2' });
    for (const refused of [
      () => deleteProject(ctx),
      () => deleteChip(ctx, 'chip', { force: true, permanent: true }),
      () => deleteChip(ctx, 'other', { force: true, permanent: true }),
      () => readArchiveHead(ctx),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'run_active' });
    await deleteChip(ctx, 'third', { force: true, permanent: true });
  });

  test('the start beyond the limit is refused, whatever its chip', async () => {
    const item = await started(ctx).then(lockItem);
    const { rev, ...lock } = lockEntity.decode(item ?? {});
    const { holder } = lock;
    if (!holder) throw new Error('the lock is held');
    const others = Object.fromEntries(
      Array.from({ length: MOST_ACTIVE_RUNS - 1 }, (_, n) => [`c${n}`, { ...holder, chipId: `c${n}` }]),
    );
    await batchWriteItems(verbs.db, [{ put: lockEntity.encode({ ...lock, others }, rev + 1) }]);
    await expect(startRun(ctx, newRun({ chipId: 'other' }))).rejects.toMatchObject({
      code: 'run_active',
      message: expect.stringContaining(`${MOST_ACTIVE_RUNS} active runs, which is the limit`),
    });
  });
});

describe('a start where as many runs are active as may be', () => {
  test('a start ends a run that has died, whichever it is, and begins', async () => {
    const oldest = await started(ctx);
    const dead = await started(ctx, { chipId: 'other' });
    const { rev, ...lock } = lockEntity.decode((await lockItem()) ?? {});
    const { holder } = lock;
    if (!holder) throw new Error('the lock is held');
    const more = Array.from({ length: MOST_ACTIVE_RUNS - 2 }, (_, n) => [`c${n}`, { ...holder, chipId: `c${n}` }]);
    const others = { ...lock.others, ...Object.fromEntries(more) };
    await batchWriteItems(verbs.db, [{ put: lockEntity.encode({ ...lock, others }, rev + 1) }]);
    await createChip(ctx, { chipId: 'third', topologyId: 'linear-2' });
    await expect(startRun(ctx, newRun({ chipId: 'third' }))).rejects.toMatchObject({ code: 'run_active' });
    ctx.orchestrator.states.set(dead.flowRunId, { status: 'aborted' });
    const next = await startRun(ctx, newRun({ chipId: 'third' }));
    const held = await holdersIn(ctx);
    expect(held).toContain(next.executionId);
    expect(held).toContain(oldest.executionId);
    expect(held).not.toContain(dead.executionId);
  });
});

describe('the queue where locks are per chip', () => {
  test('a start whose chip is free begins although another one waits for a busy chip; the order of a chip is kept', async () => {
    const busy = await started(ctx);
    const [first, second] = [await queue('chip'), await queue('chip')];
    expect(first).toMatchObject({ executionId: undefined, behind: { executionId: busy.executionId }, position: 1 });
    const other = await queue('other');
    expect(other.executionId).toBeDefined();
    expect(await queue('other')).toMatchObject({ position: 3, behind: { executionId: other.executionId } });
    await abortRun(ctx, busy, 'over');
    await startQueued(ctx, ctx.projectId);
    const { queue: after, holders } = await readQueue(ctx);
    expect(holders.map(({ flowRunId }) => flowRunId)).toEqual([other.run.flowRunId, first.run.flowRunId]);
    expect(after.settled.map(({ chipId }) => chipId)).toEqual(['chip', 'other']);
    expect(after.waiting.map(({ flowRunId, chipId }) => [flowRunId === second.run.flowRunId, chipId])).toEqual([
      [true, 'chip'],
      [false, 'other'],
    ]);
  });

  test('one pass begins the first start of each free chip', async () => {
    const busy = [await started(ctx), await started(ctx, { chipId: 'other' })];
    for (const chipId of ['chip', 'other', 'chip']) await queue(chipId);
    for (const run of busy) await abortRun(ctx, run, 'over');
    await startQueued(ctx, ctx.projectId);
    const { queue: after, holders } = await readQueue(ctx);
    expect(holders.map(({ chipId }) => chipId).sort()).toEqual(['chip', 'other']);
    expect(after.waiting).toHaveLength(1);
  });

  test("where the lock is the project's, a queued start does not keep its chip", async () => {
    ctx = await withLockScope(ctx, 'project');
    await started(ctx);
    await queue('other');
    const { queue: after } = await readQueue(ctx);
    expect(after.waiting).toHaveLength(1);
    expect(after.waiting[0]).not.toHaveProperty('chipId');
  });
});

describe('what a lock covers', () => {
  const change = (lockScope: 'project' | 'chip') => updateProject(ctx, { lockScope });

  test('what a lock covers is not changed while a run is active or queued, and is afterwards', async () => {
    const run = await started(ctx);
    await expect(change('project')).rejects.toMatchObject({
      code: 'run_active',
      message: expect.stringContaining(`'${run.executionId}' on 'chip'`),
    });
    await queue('chip');
    ctx.orchestrator.faults.start = { error: new Error('refused') };
    await abortRun(ctx, run, 'over');
    await expect(change('project')).rejects.toMatchObject({
      code: 'run_queued',
      message: expect.stringContaining("'check'"),
    });
    await startQueued(ctx, ctx.projectId);
    await change('project');
    await change('project');
    checkRuns(await verbs.table());
  });

  test.each(['project', 'chip'] as const)(
    'a start follows the scope that is chosen while it pauses: %s',
    async (scope) => {
      ctx = await withLockScope(ctx, scope === 'chip' ? 'project' : 'chip');
      let first: string | undefined;
      const second = interleaved(verbs.client, {
        work: () => startRun(ctx, newRun()),
        meanwhile: async () => {
          await change(scope);
          first = (await started(ctx, { chipId: 'other' })).executionId;
        },
      });
      if (scope === 'chip') {
        const { executionId } = await second;
        expect(await holdersIn(ctx)).toEqual([first, executionId]);
      } else await expect(second).rejects.toMatchObject({ code: 'run_active' });
      checkRuns(await verbs.table());
    },
  );

  test('a start that has read the scope before the lock is refused by its own check, and reads again', async () => {
    const project = await getItem(verbs.db, projectKeys.project(ctx.projectId));
    await change('project');
    const run = await started(ctx, { chipId: 'other' });
    // The items of a batch are not of one instant.
    let isStale = true;
    const send = async (command: Parameters<typeof verbs.client.send>[0]) => {
      const answer = (await verbs.client.send(command)) as BatchGetItemCommandOutput;
      const items = answer.Responses?.[verbs.db.tableName];
      const read = items?.findIndex(({ entity }) => entity?.S === 'project') ?? -1;
      if (!isStale || !items || read < 0 || !project) return answer;
      isStale = false;
      return { ...answer, Responses: { [verbs.db.tableName]: items.with(read, toImage(project)) } };
    };
    const stale = { ...ctx, db: { ...verbs.db, client: { send } as unknown as DynamoDBClient } };
    await expect(startRun(stale, newRun())).rejects.toMatchObject({ code: 'run_active' });
    expect(isStale).toBe(false);
    expect(await holdersIn(ctx)).toEqual([run.executionId]);
  });

  test('a start that is queued while the scope changes is queued by the new one', async () => {
    ctx = await withLockScope(ctx, 'project');
    const busy = await started(ctx, { chipId: 'other' });
    await interleaved(verbs.client, {
      work: () => queue('other'),
      meanwhile: async () => {
        await abortRun(ctx, busy, 'over');
        await change('chip');
        await started(ctx, { chipId: 'other' });
      },
    });
    expect((await readQueue(ctx)).queue.waiting).toMatchObject([{ chipId: 'other' }]);
  });
});

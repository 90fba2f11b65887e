import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addToStatistics, getStatistics } from '#shared/chips/store/chip-statistics.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems, getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { getTaskResult, type TaskResultRecord, taskResultEntity } from '#shared/results/store/task-results.ts';
import { type CloseTasks, closeOpenTasks } from '#shared/results/verbs/write/close-open-tasks.ts';
import { TASK_STATUSES, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { crashAt, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let restore: () => Promise<void>;

beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 16, topologyId: 'square-lattice-mux-16' });
  restore = await verbs.keep();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await restore();
});

const asCancelled: CloseTasks = {
  running: { status: 'cancelled', message: 'cancelled by alice' },
  other: { status: 'cancelled', message: 'cancelled by alice' },
};
const atTheEnd: CloseTasks = {
  running: { status: 'failed', message: 'Task was still running when execution completed' },
  other: { status: 'skipped', message: 'The execution ended before this task began' },
};

/** An execution that is closing, with so many tasks of each status. */
async function seed(counts: Partial<Record<TaskStatus, number>>): Promise<ExecutionRecord> {
  const { projectId } = ctx;
  const execution = executionRecord({
    projectId,
    status: 'running',
    chipId: 'chip',
    fence: 1,
    closing: true,
    taskCounts: counts,
  });
  const { executionId, chipId } = execution;
  const results = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, (_, n) =>
      taskResultRecord({
        projectId,
        executionId,
        chipId,
        taskId: `${status}-${n}`,
        status: status as TaskStatus,
        ...(status === 'running' && { startAt: '2025-03-01T11:59:00.000Z' }),
      }),
    ),
  );
  await batchWriteItems(verbs.db, [
    { put: executionEntity.encode(execution, 1) },
    ...results.map((result) => ({ put: taskResultEntity.encode(result, 1) })),
  ]);
  const { key, update } = addToStatistics(projectId, chipId, counts, verbs.now.toISOString());
  await writeItem(verbs.db, { update: key, with: update });
  return execution;
}

const readExecution = async () => {
  const item = await getItem(verbs.db, projectKeys.execution(ctx.projectId, '20250101-000'));
  if (!item) throw new Error('the execution is gone');
  return executionEntity.decode(item);
};

const readResult = async (taskId: string): Promise<TaskResultRecord> => {
  const result = await getTaskResult(verbs.db, ctx.projectId, taskId);
  if (!result) throw new Error(`no result ${taskId}`);
  return result;
};

/** Counts of the rows themselves. */
async function rowCounts(): Promise<Record<string, number>> {
  const rows = [...(await verbs.table()).values()].map((text) => JSON.parse(text));
  const counts: Record<string, number> = {};
  for (const row of rows.filter(({ entity }) => entity.S === 'task-result'))
    counts[row.status.S] = (counts[row.status.S] ?? 0) + 1;
  return counts;
}

const present = (counts: object) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

async function expectCountsOfRows(): Promise<void> {
  const rows = await rowCounts();
  expect(present((await readExecution()).taskCounts)).toEqual(rows);
  const statistics = await getStatistics(verbs.db, ctx.projectId, 'chip');
  const counted = Object.fromEntries(TASK_STATUSES.map((status) => [status, statistics?.[status] ?? 0]));
  expect(present(counted)).toEqual(rows);
  expect(statistics?.taskResults).toBe(Object.values(rows).reduce((sum, count) => sum + count, 0));
}

describe('closing the tasks that a run leaves open', () => {
  it('closing open tasks cancels what runs, waits or is pending, over several transactions, and leaves what ended', async () => {
    const execution = await seed({ scheduled: 150, running: 30, pending: 40, completed: 3, failed: 2 });
    await closeOpenTasks(ctx, execution, asCancelled);
    expect(await rowCounts()).toEqual({ cancelled: 220, completed: 3, failed: 2 });
    await expectCountsOfRows();
    expect(await readResult('running-0')).toMatchObject({
      message: 'cancelled by alice',
      endAt: '2025-03-01T12:00:00.000Z',
      elapsedSeconds: 60,
    });
    expect((await readResult('scheduled-0')).elapsedSeconds).toBeUndefined();
    expect((await readResult('completed-0')).message).toBe('');
  });

  it('closing open tasks fails what was still running and skips the rest where a run completes', async () => {
    await closeOpenTasks(ctx, await seed({ scheduled: 2, running: 1 }), atTheEnd);
    expect(await readResult('running-0')).toMatchObject({ status: 'failed', message: atTheEnd.running.message });
    expect(await readResult('scheduled-1')).toMatchObject({ status: 'skipped', message: atTheEnd.other.message });
    await expectCountsOfRows();
  });

  it('closing open tasks keeps what people wrote on a task', async () => {
    const execution = await seed({ running: 1 });
    const userNote = { content: 'look here', updatedBy: 'bob', updatedAt: '2025-03-01T00:00:00.000Z' };
    const open = await readResult('running-0');
    await writeItem(verbs.db, { put: taskResultEntity.encode({ ...open, userNote, excluded: true }, 2) });
    await closeOpenTasks(ctx, execution, asCancelled);
    expect(await readResult('running-0')).toMatchObject({ status: 'cancelled', userNote, excluded: true });
  });

  it('closing open tasks changes nothing when it is repeated', async () => {
    const execution = await seed({ scheduled: 5, running: 1 });
    await closeOpenTasks(ctx, execution, asCancelled);
    const table = await verbs.table();
    await closeOpenTasks(ctx, execution, atTheEnd);
    expect(await verbs.table()).toEqual(table);
  });

  it('closing open tasks goes on from any point at which it died, with true counts at each', async () => {
    const counts = { scheduled: 120, running: 4, completed: 1 };
    for (let call = 1; ; call += 1) {
      const execution = await seed(counts);
      verbs.faults.plan(crashAt(call, call % 2 === 0 ? 'before' : 'after'));
      const died = await closeOpenTasks(ctx, execution, asCancelled).then(
        () => false,
        () => true,
      );
      await verbs.faults.idle();
      verbs.faults.clear();
      await expectCountsOfRows();
      await closeOpenTasks(ctx, execution, asCancelled);
      expect(await rowCounts()).toEqual({ cancelled: 124, completed: 1 });
      await expectCountsOfRows();
      if (!died) {
        expect(call).toBeGreaterThan(6);
        return;
      }
      await restore();
    }
  });

  it('closing open tasks counts every task once when two close at the same time and answers are lost', async () => {
    const execution = await seed({ scheduled: 100, running: 7 });
    verbs.faults.plan(({ command, number }) =>
      command === 'TransactWriteItems' && number % 3 === 0 ? { after: timedOut() } : undefined,
    );
    await Promise.allSettled([
      closeOpenTasks(ctx, execution, asCancelled),
      closeOpenTasks(ctx, execution, asCancelled),
    ]);
    await verbs.faults.idle();
    verbs.faults.clear();
    await closeOpenTasks(ctx, execution, asCancelled);
    expect(await rowCounts()).toEqual({ cancelled: 107 });
    await expectCountsOfRows();
  });

  it('open tasks of a chip that was deleted are closed, though it has no statistics any more', async () => {
    const execution = { ...(await seed({ running: 2 })), chipId: 'gone' };
    await writeItem(verbs.db, { put: executionEntity.encode(execution, 2) });
    await closeOpenTasks(ctx, execution, asCancelled);
    expect((await readExecution()).taskCounts).toMatchObject({ running: 0, cancelled: 2 });
    expect(await getStatistics(verbs.db, ctx.projectId, 'gone')).toBeUndefined();
  });

  it('closing open tasks is refused for an execution that may still take results', async () => {
    const { closing, ...running } = await seed({ running: 1 });
    expect(closing).toBe(true);
    await writeItem(verbs.db, { put: executionEntity.encode(running, 2) });
    await expect(closeOpenTasks(ctx, running, asCancelled)).rejects.toThrow('not closing');
    expect((await readResult('running-0')).status).toBe('running');
  });
});

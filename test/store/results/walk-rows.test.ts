import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { PageRequest } from '#shared/kernel/store/dynamodb/paging.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { type RowFilter, walkRows } from '#shared/results/verbs/read/walk-rows.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';

const executionId = '20250301-000';
let verbs: Verbs;
let ctx: ProjectContext;

/** Six results of an execution, of which every second one failed. */
beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
  const { projectId } = ctx;
  const results = Array.from({ length: 6 }, (_, n) =>
    taskResultRecord({ projectId, executionId, taskId: `task-${n}`, status: n % 2 === 0 ? 'completed' : 'failed' }),
  );
  await batchWriteItems(
    verbs.db,
    results.map((result) => ({ put: taskResultEntity.encode(result, 1) })),
  );
});
afterAll(() => verbs.stop());

const fitting = { status: undefined, fits: () => true };
const walk = (page: Partial<PageRequest>, budget?: number, filter: RowFilter = fitting) => {
  const pk = taskKeys.ofExecution(ctx.projectId, executionId);
  return walkRows(verbs.db, [{ index: 'gsi2', pk }], filter, { skip: 0, limit: 2, cursor: undefined, ...page }, budget);
};

describe('a filtered walk over task results', () => {
  it('a filtered walk that comes to the end has counted everything, also what is not on the page', async () => {
    const { rows, counts, countedAll } = await walk({});
    expect([rows.length, counts, countedAll]).toEqual([2, { completed: 3, failed: 3 }, true]);
  });

  it('a filtered walk that is stopped by its budget has counts of what it found there, and says so', async () => {
    const { rows, counts, countedAll, cursor } = await walk({}, 4);
    expect([rows.length, counts, countedAll]).toEqual([2, { completed: 2, failed: 2 }, false]);
    expect(cursor).not.toBeNull();
  });

  it('a filtered walk gives every result once to those who follow its cursor, without counts', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await walk({ cursor }, 4, { status: 'failed', fits: () => true });
      if (cursor !== undefined) expect([page.counts, page.countedAll]).toEqual([undefined, false]);
      seen.push(...page.rows.map(({ taskId }) => taskId));
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(['task-1', 'task-3', 'task-5']);
  });

  it('a filtered walk refuses a skip that leads beyond its budget', async () => {
    await expect(walk({ skip: 5 }, 4)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

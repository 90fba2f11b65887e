import { expect, test } from 'vitest';
import { chipEntity, getChip, listTargets, targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { readContext } from '#shared/workers/verbs/context/read-context.ts';
import { costOf } from '#test/support/engine/read-cost.ts';
import { measuredT1, startWorkerRun, TestWorker } from '#test/support/runs/worker.ts';
import { ctx, machine, onWorkerRuns, worker, working } from './scene.ts';

onWorkerRuns();

/** Round trips of each page of a run's context, and the couplings that the first page names. */
async function pagesOf(flowRunId: string): Promise<{ trips: number[]; couplings: string[] | undefined }> {
  const trips: number[] = [];
  let couplings: string[] | undefined;
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const read = await costOf(ctx.db, () => readContext(ctx, flowRunId, { cursor }));
    trips.push(read.trips);
    couplings ??= read.answer.chip?.couplings;
    cursor = read.answer.next;
  }
  return { trips, couplings };
}

test('a page of a context takes two round trips at most', async () => {
  await working();
  await worker.report(measuredT1('0'), measuredT1('1', { status: 'failed' }));
  const { trips, couplings } = await pagesOf(worker.flowRunId);
  expect(trips.length).toBeGreaterThan(3);
  expect(trips.filter((count) => count > 2)).toEqual([]);
  expect(couplings).toEqual(['0-1']);
});

test('a page of the context of a chip with more couplings than its topology takes two round trips at most', async () => {
  await working();
  await worker.finish('completed');
  await machine.settle();
  await createChip(ctx, { chipId: 'special', topologyId: 'linear-4' });
  const chip = await getChip(ctx.db, ctx.projectId, 'special');
  const [first] = chip ? await listTargets(ctx.db, chip, 'coupling') : [];
  if (!chip || !first) throw new Error('no chip');
  await batchWriteItems(ctx.db, [
    { put: chipEntity.encode({ ...chip, couplingCount: chip.couplingCount + 1 }, chip.rev + 1) },
    { put: targetEntity.encode({ ...first, id: '0-3' }, 1) },
  ]);
  await startWorkerRun(ctx, { chipId: 'special' });
  await machine.settle();
  const next = new TestWorker(() => ctx);
  expect(await next.claim()).toBe(true);
  const { trips, couplings } = await pagesOf(next.flowRunId);
  expect(couplings).toEqual(['0-1', '0-3', '1-2', '2-3']);
  expect(trips.filter((count) => count > 2)).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { sampleKeys } from '#shared/kernel/store/keys.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { samplesIn, taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { chipMetrics } from '#shared/values/verbs/chip-metrics.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { metricHistory } from '#shared/values/verbs/metric-history.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { openCell } from '#test/support/open-cell.ts';
import { dailyRollUps } from '#test/support/runs/daily-roll-ups.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let ctx: ProjectContext;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
});

const ids = ['task-0', 'task-1', 'task-2'];

/** Three qubits measured by a run: T1, and a fidelity that no qubit can have. */
async function measure(): Promise<void> {
  const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId });
  const outputParameters = { t1: measuredValue(40, 'us'), average_gate_fidelity: measuredValue(1.5, '') };
  const updates = ids.map((taskId, index) => {
    const planned = plannedTask(index, { taskId });
    return { kind: 'ended' as const, planned, outcome: outcomeOf(planned, { outputParameters }) };
  });
  await writeTaskResults(ctx, { projectId, executionId, fence: 1 }, updates);
}

async function samples() {
  const range = sampleKeys.taskMonth(ctx.projectId, 'chip', 'CheckT1', '202503');
  return (await queryAll(verbs.db, range)).flatMap((item) => samplesIn(taskSamplesEntity.decode(item)));
}

const rebuild = () => rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' });

describe('samples of task results', () => {
  it('samples have value, time, cool-down and origin of their result, one for each value of the metric', async () => {
    await measure();
    const found = await samples();
    expect(found.map(({ target }) => target.id)).toEqual(['0', '1', '2']);
    expect(found[0]).toMatchObject({
      metric: 't1',
      at: '2025-03-01T12:00:00.000Z',
      value: 40,
      unit: 'us',
      source: 'simulator',
      taskId: 'task-0',
      sampleId: 't-task-0',
      recordedBy: 'alice',
    });
  });

  it('samples are found by a view of the past and by the history of their metric', async () => {
    await measure();
    await updateParameters(
      { ...ctx, clock: () => new Date('2025-03-02T12:00:00.000Z') },
      { chipId: 'chip', qid: '0', parameters: { t1: { value: 55, unit: 'us' } } },
    );
    const { qubit } = await chipMetrics(ctx, 'chip', { asOf: '2025-03-01T13:00:00.000Z' });
    const cell = qubit.t1?.['0'];
    expect(cell && openCell(cell)).toMatchObject({ value: 40, taskId: 'task-0' });
    const history = await metricHistory(
      ctx,
      { chipId: 'chip', kind: 'qubit', id: '0', metric: 't1' },
      { withinDays: 30, asOf: '2025-03-03T00:00:00.000Z' },
    );
    expect(history.samples.map(({ value, source }) => [value, source])).toEqual([
      [55, 'manual'],
      [40, 'simulator'],
    ]);
  });

  it('samples are excluded and included with their result, in the same transaction', async () => {
    await measure();
    await setExcluded(ctx, 'task-0', { excluded: true, reason: 'bad fit' });
    expect((await samples())[0]).toMatchObject({ value: 40, excluded: true, excludedReason: 'bad fit' });
    await setExcluded(ctx, 'task-0', { excluded: true, reason: 'noise' });
    expect((await samples())[0]).toMatchObject({ excluded: true, excludedReason: 'noise' });
    await setExcluded(ctx, 'task-0', { excluded: false, reason: '' });
    expect((await samples())[0]?.excluded).toBeUndefined();
    expect(await samples()).toHaveLength(3);
  });

  it('samples count in the roll-ups of their day at once, and no more once they are excluded', async () => {
    await measure();
    const counted = async () => {
      const of = { projectId: ctx.projectId, chipId: 'chip', metric: 't1' };
      const [day] = await dailyRollUps(verbs.db, of, { from: '20250301', through: '20250301' });
      return day?.targets.map(({ target: { id } }) => id);
    };
    expect(await counted()).toEqual(['0', '1', '2']);
    verbs.now = new Date('2025-03-02T12:00:00.000Z');
    expect(await closeSpans(ctx, new Date('2030-01-01'))).toEqual({ closed: 1, failed: 0 });
    expect(await counted()).toEqual(['0', '1', '2']);
    await setExcluded(ctx, 'task-0', { excluded: true, reason: 'bad fit' });
    expect(await counted()).toEqual(['1', '2']);
    // The day that was opened again, and the levels that the first sweep left.
    expect(await closeSpans(ctx, new Date('2030-01-01'))).toEqual({ closed: 2, failed: 0 });
    expect(await counted()).toEqual(['1', '2']);
  });

  it('samples are left alone by a rebuild, which writes those that are missing or wrong', async () => {
    await measure();
    const whole = await verbs.table();
    expect(await rebuild()).toEqual({ results: 3, days: 1 });
    expect(await verbs.table()).toEqual(whole);
    const [first, second] = await queryAll(verbs.db, sampleKeys.taskMonth(ctx.projectId, 'chip', 'CheckT1', '202503'));
    if (!first || !second) throw new Error('no samples');
    const { rev: _, ...record } = taskSamplesEntity.decode(second);
    await batchWriteItems(verbs.db, [
      { delete: taskSamplesEntity.keys(taskSamplesEntity.decode(first)) },
      { put: taskSamplesEntity.encode({ ...record, values: {} }, 0) },
    ]);
    await rebuild();
    expect(await verbs.table()).toEqual(whole);
  });

  it('samples go with their chip, and are not made again in another one of the same id', async () => {
    await measure();
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    expect([...(await verbs.table()).keys()].filter((key) => key.includes('#C#chip#'))).toEqual([
      ...[...(await verbs.table()).keys()].filter((key) => key.includes('#C#chip#EV')),
    ]);
    verbs.now = new Date('2025-03-02T12:00:00.000Z');
    await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
    await rebuild();
    expect(await samples()).toEqual([]);
  });
});

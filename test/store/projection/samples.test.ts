import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { deleteChip } from '#shared/services/chips/delete-chip.ts';
import { chipMetrics } from '#shared/services/metrics/chip-metrics.ts';
import { metricHistory } from '#shared/services/metrics/metric-history.ts';
import { updateParameters } from '#shared/services/parameters/update-parameters.ts';
import { changesOf, project } from '#shared/services/projection/project.ts';
import { writeTaskResults } from '#shared/services/task-results/write-task-results.ts';
import { batchGetItems } from '#shared/store/database.ts';
import { taskKeys } from '#shared/store/keys.ts';
import { listMonth, listSeries } from '#shared/store/samples.ts';
import { getTaskResult, taskResultEntity } from '#shared/store/task-results.ts';
import { crashAt } from '#test/support/faults.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/run-results.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';

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

/** The changes that the stream has of the results. */
async function changes() {
  const items = await batchGetItems(
    verbs.db,
    ids.map((id) => taskKeys.result(ctx.projectId, id)),
  );
  return items.map((item) => changesOf(item ?? {}));
}

/** The result of `task-0` after somebody has excluded it. */
async function excluded() {
  const result = await getTaskResult(verbs.db, ctx.projectId, 'task-0');
  if (!result) throw new Error('no result');
  return changesOf(taskResultEntity.encode({ ...result, excluded: true, excludedReason: 'bad fit' }, result.rev + 1));
}

async function samples() {
  const series = await listSeries(verbs.db, ctx.projectId, 'chip');
  return (await Promise.all(series.map((one) => listMonth(verbs.db, one, '9')))).flat();
}

describe('samples of task results', () => {
  it('have the value, time, cool-down and origin of their result, one for each value that the metric can have', async () => {
    await measure();
    await project(ctx, await changes());
    const found = await samples();
    expect(found.map(({ target }) => target.id)).toEqual(['0', '1', '2']);
    expect(found[0]).toMatchObject({
      metric: 't1',
      at: '2025-03-01T12:00:00.000Z',
      value: 40,
      unit: 'us',
      source: 'task',
      taskId: 'task-0',
      sampleId: 't-task-0',
      recordedBy: 'alice',
    });
  });

  it('are found by a view of the past and by the history of their metric', async () => {
    await measure();
    await project(ctx, await changes());
    await updateParameters(
      { ...ctx, clock: () => new Date('2025-03-02T12:00:00.000Z') },
      { chipId: 'chip', qid: '0', parameters: { t1: { value: 55, unit: 'us' } } },
    );
    const { qubit } = await chipMetrics(ctx, 'chip', { asOf: '2025-03-01T13:00:00.000Z' });
    expect(qubit.t1?.['0']).toMatchObject({ value: 40, taskId: 'task-0' });
    const history = await metricHistory(
      ctx,
      { chipId: 'chip', kind: 'qubit', id: '0', metric: 't1' },
      { withinDays: 30, asOf: '2025-03-03T00:00:00.000Z' },
    );
    expect(history.samples.map(({ value, source }) => [value, source])).toEqual([
      [55, 'manual'],
      [40, 'task'],
    ]);
  });

  it('are the same when results come twice, in any order and side by side', async () => {
    await measure();
    const all = await changes();
    await project(ctx, all);
    const once = await verbs.table();
    await Promise.all([
      project(ctx, [...all, ...all].reverse()),
      project(ctx, all),
      ...all.map((change) => project(ctx, [change])),
    ]);
    expect(await verbs.table()).toEqual(once);
  });

  it('follow the latest revision of their result, whichever comes last', async () => {
    await measure();
    const [before] = await changes();
    const after = await excluded();
    if (!before) throw new Error('no change');
    await project(ctx, [after, before]);
    await project(ctx, [before]);
    const [sample] = await samples();
    expect(sample).toMatchObject({ value: 40, excluded: true, excludedReason: 'bad fit' });
  });

  it('are complete once a delivery is repeated that broke off at any request', async () => {
    await measure();
    const all = await changes();
    await project(ctx, all);
    const whole = [...(await verbs.table()).keys()].toSorted();
    const requests = 3;
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= requests; at += 1) {
        await verbs.empty();
        ctx = await verbs.member('alice');
        await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
        await measure();
        const again = await changes();
        verbs.faults.plan(crashAt(at, when));
        await expect(project(ctx, again)).rejects.toThrow();
        verbs.faults.clear();
        await verbs.faults.idle();
        await project(ctx, again);
        const count = [...(await verbs.table()).keys()].length;
        expect(count).toBe(whole.length);
      }
    }
  });

  it('are not written for a chip that is gone, nor into another one of the same id', async () => {
    await measure();
    const all = await changes();
    await project(ctx, all);
    await deleteChip(ctx, 'chip', true);
    await project(ctx, all);
    expect([...(await verbs.table()).keys()].filter((key) => key.includes('#C#chip#M#'))).toEqual([]);
    verbs.now = new Date('2025-03-02T12:00:00.000Z');
    await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
    await project(ctx, all);
    expect(await samples()).toEqual([]);
  });
});

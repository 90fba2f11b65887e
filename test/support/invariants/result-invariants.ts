import { expect } from 'vitest';
import { getChip } from '#shared/chips/store/chips.ts';
import { readTargets } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { latestResultEntity } from '#shared/results/store/latest-results.ts';
import { type TaskResultRecord, targetOf, taskResultEntity } from '#shared/results/store/task-results.ts';
import { rollUpEntity, unpackTargets } from '#shared/values/store/roll-ups.ts';
import { type TaskSamplesRecord, taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { isCounted } from '#shared/values/verbs/measured/counted.ts';
import { taskSamplesOf } from '#shared/values/verbs/measured/samples-of-task.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { heldReadings } from '#shared/values/verbs/readings.ts';
import { expectedLatest, scan } from '#test/support/runs/run-results.ts';

/** Lets the consumer of the stream process every result in its current state. */
export async function settleResults(ctx: ProjectContext): Promise<void> {
  const items = (await scan(ctx.db)).filter(({ entity }) => entity === 'task-result');
  await project(ctx, items.map(changesOf));
}

const stateOf = ({ gateMarks }: TaskResultRecord, metric: string) => gateMarks?.[metric]?.state;

/**
 * The data derived from the results of a chip, once the consumer has seen them, equals the data computed anew: current
 * values, held values, latest rows, samples and roll-ups. The audit has every decision about a held value once.
 */
export async function checkDerived(ctx: ProjectContext, chipId: string): Promise<void> {
  const chip = await getChip(ctx.db, ctx.projectId, chipId);
  if (!chip) throw new Error(`Chip '${chipId}' is gone`);
  const items = await scan(ctx.db);
  const of = (entity: string) => items.filter((item) => item.entity === entity);
  const results = of('task-result').map((item): TaskResultRecord => taskResultEntity.decode(item));
  const own = results.filter((result) => result.chipId === chipId && result.createdAt >= chip.createdAt);
  const { qubits } = await readTargets(ctx, chip);
  for (const qubit of qubits) {
    const measured = own
      .filter((result) => targetOf(result)?.id === qubit.id && isCounted(result, chip) && result.outputParameters.t1)
      .sort((a, b) => ((a.endAt ?? '') < (b.endAt ?? '') ? -1 : 1));
    const standing = measured.filter((one) => !['held', 'rejected'].includes(stateOf(one, 't1') ?? '')).at(-1);
    const { t1 } = qubit.data;
    // What a person has set counts as well.
    const isByHand = t1 !== undefined && t1.taskId === undefined;
    if (!isByHand) expect([qubit.id, t1?.taskId]).toEqual([qubit.id, standing?.taskId]);
    else if (standing) expect((standing.endAt ?? '') <= t1.calibratedAt).toBe(true);
    const since = t1?.calibratedAt ?? '';
    const waiting = measured.filter((one) => stateOf(one, 't1') === 'held' && (one.endAt ?? '') > since).at(-1);
    const held = heldReadings([qubit]).find(({ metric }) => metric === 't1');
    expect([qubit.id, 'waits', held?.taskId]).toEqual([qubit.id, 'waits', waiting?.taskId]);
  }
  const named = (rows: { task: string; date?: string | undefined; taskId: string }[]) =>
    rows.map(({ task, date, taskId }) => `${task} ${date} ${taskId}`).sort();
  const rows = of('latest-result').map((item) => latestResultEntity.decode(item));
  expect(named(rows)).toEqual(named(expectedLatest(own, ctx.config.calendarTimeZone)));
  const samples = of('task-samples').map((item) => taskSamplesEntity.decode(item));
  const byTask = (list: readonly (TaskSamplesRecord | undefined)[]) =>
    new Map(list.flatMap((one) => (one ? [[one.taskId, { ...one, rev: undefined }] as const] : [])));
  expect(byTask(samples)).toEqual(byTask(own.map(taskSamplesOf)));
  const decided = own.flatMap(({ gateMarks = {} }) =>
    Object.values(gateMarks).filter(({ decidedBy }) => decidedBy !== undefined),
  );
  const audits = of('audit').filter(({ action }) => /^(accept|reject)-held-value$/.test(String(action)));
  expect(audits.length).toBeGreaterThanOrEqual(decided.length);
  const counts = of('execution').map((item) => item.taskCounts as Record<string, number>);
  const total = counts.flatMap((one) => Object.values(one)).reduce((sum, count) => sum + count, 0);
  expect(total).toBe(results.length);
}

/** The stored roll-ups of a chip equal those that are computed anew from its samples. */
export async function checkRollUps(ctx: ProjectContext, chipId: string): Promise<void> {
  const standing = await rollUpsOf(ctx, chipId);
  await rebuildChip(ctx, { projectId: ctx.projectId, chipId });
  expect(standing).toEqual(await rollUpsOf(ctx, chipId));
}

async function rollUpsOf(ctx: ProjectContext, chipId: string): Promise<unknown[]> {
  return (await scan(ctx.db))
    .filter((item) => item.entity === 'roll-up')
    .map((item) => rollUpEntity.decode(item))
    .filter((row) => row.chipId === chipId)
    .map(({ metric, span, date, targets }) => [`${metric} ${span} ${date}`, JSON.stringify(unpackTargets(targets))])
    .sort();
}

import { expect } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import type { Stage } from './holder-case.ts';

/** A chip with results on a day, of which one is excluded and the value of another is held. */
export interface Scene {
  ctx: Stage['owner'];
  executionId: string;
  stage: Pick<Stage, 'verbs'>;
}

export const chipId = 'chip';
export const ever = new Date('2100-01-01T00:00:00.000Z');

/** Writes what a task has measured of T1 of qubit 0. `r2`: of the fit, which is held below 0.7. */
export function measure(
  { ctx, executionId }: Scene,
  index: number,
  t1: number,
  endAt: string,
  r2 = 0.98,
): Promise<unknown> {
  const planned = plannedTask(index, { target: '0' });
  const outcome = outcomeOf(planned, { endAt, startAt: endAt, r2, outputParameters: { t1: measuredValue(t1) } });
  return writeTaskResults(ctx, { projectId: ctx.projectId, executionId, fence: 1 }, [
    { kind: 'ended', planned, outcome },
  ]);
}

/** Excludes a result, or includes it again. */
export const exclude = ({ ctx }: Scene, taskId: string, excluded = true) =>
  setExcluded(ctx, taskId, { excluded, reason: excluded ? 'odd' : '' });

/** Closes all days and their spans. */
export const close = async ({ ctx }: Scene) => {
  expect(await closeDays(ctx, ever)).toMatchObject({ failed: 0 });
  expect(await closeSpans(ctx, ever)).toMatchObject({ failed: 0 });
};

/** Two results, one before them that is excluded, and one whose value is held; a day later, where that is wanted. */
export async function startResults(stage: Pick<Stage, 'verbs'>, isAfterTheDay = false): Promise<Scene> {
  const { verbs } = stage;
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  const ctx = await verbs.member('alice');
  await createChip(ctx, { chipId, topologyId: 'linear-2' });
  const { executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, gate: 'hold' });
  const scene = { ctx, executionId, stage };
  await measure(scene, 2, 48, '2025-03-01T11:00:00.000Z');
  await measure(scene, 0, 50, '2025-03-01T11:10:00.000Z');
  await measure(scene, 1, 500, '2025-03-01T11:20:00.000Z', 0.3);
  if (isAfterTheDay) verbs.now = new Date('2025-03-02T12:00:00.000Z');
  await exclude(scene, 'task-2');
  return scene;
}

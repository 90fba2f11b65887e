import { randomUUID } from 'node:crypto';
import { contextOf, type Runtime } from '#functions/runtime.ts';
import { storeArtifacts } from '#shared/results/verbs/files/store-artifacts.ts';
import { saveCalibrationNote } from '#shared/results/verbs/tasks/calibration-note.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { type ReanalysedTask, reanalysedTasks } from '#shared/runs/rules/reanalysis.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { objectsOf } from '#test/support/runs/execution.ts';
import { outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import { simulated } from '#test/support/runs/simulation.ts';

/** A run with results, as its own verbs write them. */
export interface SeededRun {
  execution: ExecutionRecord;
  /** One writer's batch. */
  write(updates: readonly TaskUpdate[]): Promise<void>;
}

/** A running execution in a project, and what writes its results. */
export async function seedRun(
  runtime: Runtime,
  given: Pick<ExecutionRecord, 'projectId' | 'chipId' | 'username'> & Partial<ExecutionRecord>,
): Promise<SeededRun> {
  const execution = await putRunning(runtime.db, { tags: ['nightly'], ...given });
  const { projectId, executionId, fence } = execution;
  const ctx = contextOf(runtime, 'test');
  return {
    execution,
    write: async (updates) => {
      await writeTaskResults(ctx, { projectId, executionId, fence }, updates);
    },
  };
}

/** A run of one completed task with its files, its note and what it used: something for every read. */
export async function seedWholeRun(
  runtime: Runtime,
  given: Parameters<typeof seedRun>[1],
  qid = '0',
): Promise<{ taskId: string; figurePath: string; rawDataPath: string }> {
  const { execution, write } = await seedRun(runtime, given);
  const ctx = contextOf(runtime, 'test');
  const planned = plannedTask(0, { taskId: `task-of-${execution.chipId}`, target: qid });
  const outcome = outcomeOf(planned, {
    figures: [{ name: `CheckT1_${qid}.svg`, contentType: 'image/svg+xml', body: '<svg/>' }],
    rawData: [{ name: `CheckT1_${qid}_raw.csv`, contentType: 'text/csv', body: 'delay,signal\n' }],
  });
  const objects = objectsOf(runtime);
  const artifacts = (await storeArtifacts(objects, execution, 'only', [outcome])).get(planned.taskId);
  await write([{ kind: 'ended', planned, outcome, artifacts }]);
  await registerUsed(ctx, execution, [planned.task]);
  await saveCalibrationNote(ctx, execution);
  return {
    taskId: planned.taskId,
    figurePath: artifacts?.figurePaths[0] ?? '',
    rawDataPath: artifacts?.rawDataPaths[0] ?? '',
  };
}

/** A run that has measured both spectroscopies of a qubit by the simulator, and kept their raw data. */
export async function seedSpectroscopies(
  runtime: Runtime,
  given: Parameters<typeof seedRun>[1],
  qid = '0',
): Promise<Record<ReanalysedTask, string>> {
  const { execution, write } = await seedRun(runtime, {
    executionId: '20250103-000',
    flowRunId: randomUUID(),
    ...given,
  });
  const objects = objectsOf(runtime);
  const idOf = (name: ReanalysedTask) => `${name}-of-${execution.chipId}`;
  const plans = reanalysedTasks.map((name, n) => plannedTask(n, { taskId: idOf(name), name, target: qid }));
  const outcomes = plans.map(({ taskId, task }) => simulated({ task: task.name, taskId, target: qid }));
  const artifacts = await storeArtifacts(objects, execution, 'only', outcomes);
  await write(
    plans.map((planned, n) => ({
      kind: 'ended',
      planned,
      outcome: outcomes[n] as TaskOutcome,
      artifacts: artifacts.get(planned.taskId),
    })),
  );
  return { CheckQubitSpectroscopy: idOf(reanalysedTasks[0]), CheckResonatorSpectroscopy: idOf(reanalysedTasks[1]) };
}

import { flowStep, runOf } from '#functions/flow-step.ts';
import { withObjects } from '#functions/ports.ts';
import { sliceReserveSeconds } from '#shared/runs/orchestration/flow-run.asl.ts';
import { flowRunInputSchema } from '#shared/runs/orchestration/payloads.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import type { RunTask } from '#shared/runs/rules/task-request.ts';
import { runSlice } from '#shared/runs/verbs/slices/run-slice.ts';

/** Measures T1 without an experiment, whose figures would take most of a history's time. */
const measure: RunTask = ({ planned, startAt }): TaskOutcome => ({
  ...{ taskId: planned.taskId, name: planned.task.name, type: planned.task.type, target: planned.target },
  ...{ upstreamId: planned.upstreamId, status: 'completed', message: '', inputParameters: {}, runParameters: {} },
  outputParameters: { t1: { value: 40 + planned.index, error: 1, unit: 'μs', valueType: 'float', description: '' } },
  ...{ r2: 0.99, figures: [], rawData: [], startAt, endAt: startAt },
});

/** RunSlice, as its function is, but for the experiments. */
export const runSliceStep = flowStep(flowRunInputSchema, (ctx, input, lambda) => {
  const mustStop = () => lambda.getRemainingTimeInMillis() < sliceReserveSeconds * 1000;
  return runSlice({ ...withObjects(ctx), runTask: measure }, runOf(input), mustStop);
});

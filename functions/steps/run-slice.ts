import { sliceReserveSeconds } from '#shared/runs/orchestration/flow-run.asl.ts';
import { flowRunInputSchema, type SliceOutput } from '#shared/runs/orchestration/payloads.ts';
import { runSlice } from '#shared/runs/verbs/slices/run-slice.ts';
import { simulateTask } from '#simulator/simulate-task.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { withObjects } from '../ports.ts';

/** RunSlice: the next tasks of a managed run, on the simulator, for as long as there is time. */
export const handler = flowStep(flowRunInputSchema, (ctx, input, lambda): Promise<SliceOutput> => {
  const mustStop = () => lambda.getRemainingTimeInMillis() < sliceReserveSeconds * 1000;
  return runSlice({ ...withObjects(ctx), runTask: simulateTask }, runOf(input), mustStop);
});

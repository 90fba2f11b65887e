import type { Context } from '../../../context.ts';
import { takeFence as rule } from '../../../domain/runs/transitions.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import type { ExecutionRecord } from '../../../store/runs/executions.ts';
import { stateOf } from '../../../store/runs/executions.ts';
import { changeRun, type RunRef } from '../change-run.ts';

/**
 * Takes a run over: from then on writes of earlier slices or claims change nothing (rule RUN-7). Each call raises the
 * fence.
 * @returns the execution with the caller's fence.
 * @throws RunCancelled when a cancellation was requested; RunEnded when the run is over or being ended.
 */
export const takeFence = (ctx: Context, ref: RunRef): Promise<Stored<ExecutionRecord>> =>
  changeRun(ctx, ref, (execution) => ({ transition: rule(stateOf(execution)) }));

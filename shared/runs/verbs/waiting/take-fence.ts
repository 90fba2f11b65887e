import type { Context } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { takeFence as rule } from '../../rules/transitions.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { stateOf } from '../../store/executions.ts';
import { changeRun, type RunRef } from '../change-run.ts';

/**
 * Takes a run over: from then on writes of earlier slices or claims change nothing (rule RUN-7). Each call raises the
 * fence.
 * @returns the execution with the caller's fence.
 * @throws RunCancelled when a cancellation was requested; RunEnded when the run is over or being ended.
 */
export const takeFence = (ctx: Context, ref: RunRef): Promise<Stored<ExecutionRecord>> =>
  changeRun(ctx, ref, (execution) => ({ transition: rule(stateOf(execution)) }));

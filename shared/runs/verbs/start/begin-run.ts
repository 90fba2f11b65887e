import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { begin, prepare } from '../../rules/transitions.ts';
import type { ExecutionRecord, SnapshotRef } from '../../store/executions.ts';
import { stateOf } from '../../store/executions.ts';
import { changeRun, type RunRef } from '../change-run.ts';

/**
 * The first step of the state machine records the snapshot of the chip. A managed run is `running` from then on (rule
 * RUN-2), a worker's when it is claimed (rule RUN-17). A repeat changes nothing.
 * @throws RunCancelled when that was requested; RunEnded when the run is over or being ended.
 */
export const beginRun = (ctx: Context, ref: RunRef, snapshot?: SnapshotRef): Promise<Stored<ExecutionRecord>> =>
  changeRun(ctx, ref, (execution) => {
    const state = stateOf(execution);
    if (execution.runner === 'managed') return { transition: begin(state), fields: { startAt: nowOf(ctx), snapshot } };
    const isNew = snapshot !== undefined && execution.snapshot === undefined;
    return { transition: prepare(state), ...(isNew && { fields: { snapshot }, regardless: true }) };
  });

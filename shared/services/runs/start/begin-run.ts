import { type Context, nowOf } from '../../../context.ts';
import { begin } from '../../../domain/runs/transitions.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import type { ExecutionRecord, SnapshotRef } from '../../../store/runs/executions.ts';
import { stateOf } from '../../../store/runs/executions.ts';
import { changeRun, type RunRef } from '../change-run.ts';

/**
 * The first step of the state machine: `scheduled -> running` (rule RUN-2), naming what was kept of the chip. Repeated,
 * nothing changes.
 * @throws RunCancelled when that was asked for; RunEnded when the run is over or being ended.
 */
export const beginRun = (ctx: Context, ref: RunRef, snapshot?: SnapshotRef): Promise<Stored<ExecutionRecord>> =>
  changeRun(ctx, ref, (execution) => ({
    transition: begin(stateOf(execution)),
    fields: { startAt: nowOf(ctx), snapshot },
  }));

import { type Context, nowOf } from '../../context.ts';
import { begin } from '../../domain/runs/transitions.ts';
import type { Stored } from '../../store/codec.ts';
import type { ExecutionRecord, SnapshotRef } from '../../store/executions.ts';
import { changeRun, type RunRef } from './change-run.ts';

/**
 * The first step of the state machine: `scheduled -> running` (design 5), naming what was kept of the chip. Repeated,
 * nothing changes.
 * @throws RunCancelled when that was asked for; RunEnded when the run is over or being ended.
 */
export const beginRun = (ctx: Context, ref: RunRef, snapshot?: SnapshotRef): Promise<Stored<ExecutionRecord>> =>
  changeRun(ctx, ref, begin, () => ({ startAt: nowOf(ctx), snapshot }));

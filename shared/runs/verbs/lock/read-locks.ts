import type { ProjectContext } from '../../../kernel/context.ts';
import { type HeldBy, type Orchestrated, reconcileRuns } from './reconcile.ts';

/** The runs that hold a lock of the project, the oldest first; those that have died are ended first. */
export const readLocks = (ctx: Orchestrated<ProjectContext>): Promise<HeldBy[]> =>
  reconcileRuns(ctx, ctx.projectId, { tolerant: true });

import type { ProjectContext } from '../../../context.ts';
import { type HeldBy, type Orchestrated, reconcileRun } from './reconcile.ts';

/** Who holds the project's lock, a holder that has died being ended first; undefined when it is free. */
export const readLock = (ctx: Orchestrated<ProjectContext>): Promise<HeldBy | undefined> =>
  reconcileRun(ctx, ctx.projectId, { tolerant: true });

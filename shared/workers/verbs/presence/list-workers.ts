import type { Context, ProjectContext } from '../../../kernel/context.ts';
import { listWorkers as readWorkers, type WorkerRecord } from '../../store/workers.ts';

/** A worker with its present state. */
export interface SeenWorker extends WorkerRecord {
  status: 'idle' | 'running' | 'silent';
  /** Since it was last seen. */
  ageSeconds: number;
}

/** The workers that the caller's project has seen. */
export const listWorkers = (ctx: ProjectContext): Promise<SeenWorker[]> => seenWorkers(ctx, ctx.projectId);

/** The workers that a project has seen, the latest first; one that was not seen for the window is silent. */
export async function seenWorkers(ctx: Context, projectId: string): Promise<SeenWorker[]> {
  const now = ctx.clock().getTime();
  const seen = (await readWorkers(ctx.db, projectId)).map((record): SeenWorker => {
    const ageSeconds = Math.max(0, (now - Date.parse(record.lastSeenAt)) / 1000);
    const busy = record.executionId === undefined ? 'idle' : 'running';
    return { ...record, ageSeconds, status: ageSeconds >= ctx.config.workerWindowSeconds ? 'silent' : busy };
  });
  return seen.sort((a, b) => a.ageSeconds - b.ageSeconds || (a.worker < b.worker ? -1 : 1));
}

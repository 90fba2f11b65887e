import { nowOf, type ProjectContext } from '../../context.ts';
import { bounds } from '../../domain/bounds.ts';
import { batchWriteItems, writeItem } from '../../store/dynamodb/database.ts';
import { workerKeys } from '../../store/keys.ts';
import { getWorker, listWorkers, type WorkerRecord, workerEntity } from '../../store/runs/workers.ts';

/** What a request shows of the worker that made it; what it does not show stays as it was. */
export interface WorkerSighting {
  worker: string;
  executionId: string | undefined;
  backends?: string[] | undefined;
  software?: string | undefined;
  message?: string | undefined;
}

/** A sighting that shows nothing new is written only so often. */
const everySeconds = 15;

/** Notes that a worker was seen (rule WORK-9). Two requests at once may overwrite one another: both saw it. */
export async function recordWorker(ctx: ProjectContext, sighting: WorkerSighting): Promise<void> {
  const { projectId, actor } = ctx;
  const { userId, username } = actor.user;
  const existing = await getWorker(ctx.db, projectId, sighting.worker);
  const seen: WorkerRecord = {
    projectId,
    worker: sighting.worker,
    backends: sighting.backends ?? existing?.backends ?? [],
    software: sighting.software ?? existing?.software ?? '',
    userId,
    username,
    executionId: sighting.executionId,
    message: sighting.message ?? existing?.message ?? '',
    lastSeenAt: nowOf(ctx),
  };
  if (existing && !isOld(existing, ctx.clock()) && sameState(existing, seen)) return;
  if (!existing) await makeRoom(ctx);
  await writeItem(ctx.db, { put: workerEntity.encode(seen, (existing?.rev ?? 0) + 1) });
}

/** Forgets who was not seen for longest where a project remembers as many workers as it may (rule WORK-12). */
async function makeRoom({ db, projectId }: ProjectContext): Promise<void> {
  const latestFirst = (await listWorkers(db, projectId)).sort((a, b) => (a.lastSeenAt > b.lastSeenAt ? -1 : 1));
  const forgotten = latestFirst.slice(bounds.workersOfProject - 1);
  await batchWriteItems(
    db,
    forgotten.map(({ worker }) => ({ delete: workerKeys.worker(projectId, worker) })),
  );
}

const isOld = ({ lastSeenAt }: WorkerRecord, now: Date): boolean =>
  now.getTime() - Date.parse(lastSeenAt) >= everySeconds * 1000;

const stateFields = ['backends', 'software', 'userId', 'executionId', 'message'] as const;

const sameState = (a: WorkerRecord, b: WorkerRecord): boolean =>
  stateFields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));

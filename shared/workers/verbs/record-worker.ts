import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { bounds } from '../../kernel/rules/bounds.ts';
import { firstRevision } from '../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, orRethrow, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { batchWriteItems, ifAbsent, ifRevision, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, workerKeys } from '../../kernel/store/keys.ts';
import { ifNotDeleted } from '../../projects/store/projects.ts';
import { getWorker, listWorkers, type WorkerRecord, workerEntity } from '../store/workers.ts';

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

/** After this many conflicts, newer sightings make this one unnecessary. */
const attempts = 3;

/** Records that a worker was seen (rule WORK-9). A delayed record does not replace a later one. */
export async function recordWorker(ctx: ProjectContext, sighting: WorkerSighting): Promise<void> {
  const at = nowOf(ctx);
  await isDoneUnlessStale(retryOnConflict(orRethrow(attempts), () => record(ctx, sighting, at)));
}

/** @throws StaleReadError */
async function record(ctx: ProjectContext, sighting: WorkerSighting, at: string): Promise<void> {
  const { projectId, actor } = ctx;
  const { userId, username } = actor.user;
  const existing = await getWorker(ctx.db, projectId, sighting.worker);
  if (existing && existing.lastSeenAt > at) return;
  const seen: WorkerRecord = {
    projectId,
    worker: sighting.worker,
    backends: sighting.backends ?? existing?.backends ?? [],
    software: sighting.software ?? existing?.software ?? '',
    userId,
    username,
    executionId: sighting.executionId,
    message: sighting.message ?? existing?.message ?? '',
    lastSeenAt: at,
  };
  if (existing && !isOld(existing, ctx.clock()) && sameState(existing, seen)) return;
  if (!existing) return recordFirst(ctx, seen);
  const put = workerEntity.encode(seen, existing.rev + 1);
  if (!(await writeItem(ctx.db, { put, condition: ifRevision(existing.rev), unseen: true })).ok) throw staleRead();
}

/** A worker that is not known, in a project that is there: nothing is left behind its purge. */
async function recordFirst(ctx: ProjectContext, seen: WorkerRecord): Promise<void> {
  await makeRoom(ctx);
  await new Transaction(ctx.db)
    .check(projectKeys.project(seen.projectId), ifNotDeleted, staleRead)
    .put(workerEntity.encode(seen, firstRevision(seen.lastSeenAt)), ifAbsent, staleRead)
    .commit();
}

/** Forgets who was not seen for longest where a project remembers as many workers as it may (rule WORK-12). */
async function makeRoom({ db, projectId }: ProjectContext): Promise<void> {
  const latestFirst = (await listWorkers(db, projectId)).sort((a, b) => (a.lastSeenAt > b.lastSeenAt ? -1 : 1));
  const forgotten = latestFirst.slice(bounds.workersOfProject - 1);
  await batchWriteItems(
    db,
    forgotten.flatMap(({ worker }) => [
      { delete: workerKeys.worker(projectId, worker) },
      { delete: workerKeys.announcement(projectId, worker) },
    ]),
  );
}

const isOld = ({ lastSeenAt }: WorkerRecord, now: Date): boolean =>
  now.getTime() - Date.parse(lastSeenAt) >= everySeconds * 1000;

const stateFields = ['backends', 'software', 'userId', 'executionId', 'message'] as const;

const sameState = (a: WorkerRecord, b: WorkerRecord): boolean =>
  stateFields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));

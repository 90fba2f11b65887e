import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound, notInProject } from '../../../kernel/errors.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type ExecutionRecord, getExecution } from '../../../runs/store/executions.ts';
import { type Snapshot, unpackSnapshot } from './snapshot.ts';

type Ctx = ProjectContext & { objects: ObjectStore };

/** What an execution started from. @throws ServiceError `not-found` for the execution, and where nothing was kept of it. */
export async function readSnapshot(
  ctx: Ctx,
  executionId: string,
): Promise<{ execution: Stored<ExecutionRecord>; snapshot: Snapshot }> {
  const execution = await getExecution(ctx.db, ctx.projectId, executionId);
  if (!execution) throw notInProject('Run', executionId, ctx.projectId);
  const snapshot = await findSnapshot(ctx, execution);
  if (snapshot) return { execution, snapshot };
  if (execution.startAt === undefined) throw notFound(`Run '${executionId}' has no snapshot: it has not begun`);
  throw notFound(`Run '${executionId}' has no snapshot: none was taken when it began`);
}

/** The snapshot of an execution; undefined for none. */
export async function findSnapshot(
  ctx: Pick<Ctx, 'objects'>,
  { snapshot }: ExecutionRecord,
): Promise<Snapshot | undefined> {
  const packed = snapshot && (await ctx.objects.get(snapshot.key));
  return packed && unpackSnapshot(packed);
}

import { type Context, nowOf } from '../../kernel/context.ts';
import { deadlineAt, OutOfTimeError } from '../../kernel/deadline.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import { isDoneUnlessStale, StaleReadError, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { projectFolders } from '../../runs/rules/artifact-path.ts';
import { getProject, type ProjectRecord, projectEntity } from '../store/projects.ts';

/** The time that a purge has. */
export interface PurgeTime {
  /** When to leave the rest to the next call, which goes on. */
  until: Date;
  /** No other process can be at work, as when one machine starts. */
  ignoreLease?: boolean | undefined;
}

/** Longer than a request to the store of files is under way. */
const requestSeconds = 60;

/**
 * Removes the files of a project that is being purged, exclusively until its lease ends (rule PROJ-9): a deletion of
 * files has no condition on the table, and once the project is gone an import may bring one of the same id, whose files
 * have the same paths.
 * @throws OutOfTimeError when its time is over, or another purge removes them.
 */
export async function purgeFiles(
  ctx: Context & { objects: Pick<ObjectStore, 'deleteBelow'> },
  projectId: string,
  { until, ignoreLease = false }: PurgeTime,
): Promise<void> {
  const stored = await getProject(ctx.db, projectId);
  if (!stored) throw new StaleReadError('The project is purged');
  const { rev, filesHeldUntil, ...project } = stored;
  if (filesHeldUntil !== undefined && filesHeldUntil > nowOf(ctx) && !ignoreLease)
    throw new OutOfTimeError(`Another purge removes the files until ${filesHeldUntil}`);
  const put = (record: ProjectRecord, revision: number) =>
    new Transaction(ctx.db).put(projectEntity.encode(record, revision), ifRevision(revision - 1), staleRead).commit();
  const heldUntil = new Date(until.getTime() + requestSeconds * 1000).toISOString();
  await put({ ...project, filesHeldUntil: heldUntil }, rev + 1);
  const release = () => isDoneUnlessStale(put(project, rev + 2));
  try {
    const deadline = deadlineAt(ctx, until);
    for (const folder of projectFolders(projectId)) await ctx.objects.deleteBelow(folder, deadline);
  } catch (error) {
    // Between two requests none is under way; after a failed one, one may be.
    if (error instanceof OutOfTimeError) await release();
    throw error;
  }
  await release();
}

import { type Context, nowOf } from '../../../kernel/context.ts';
import { deadlineAt, isDoneInTime } from '../../../kernel/deadline.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { changedByOthers, isDoneUnlessStale, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  allOf,
  type Condition,
  ifRevision,
  queryPages,
  withoutRevisions,
} from '../../../kernel/store/dynamodb/database.ts';
import { type Guard, GuardedWriter } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectImportKeys, projectKeys, revisionKeys } from '../../../kernel/store/keys.ts';
import { archivedProjectFolders } from '../../../runs/rules/artifact-path.ts';
import {
  getProjectImport,
  getProjectImportHead,
  ifEntering,
  ifRemoving,
  type ProjectImportRecord,
  projectImportEntity,
  unpackKeys,
  writtenKeysEntity,
} from '../../store/project-imports.ts';
import { dueAfterUploads } from './due.ts';
import { noImport } from './import-state.ts';

/** What a removal needs: the store of files too. */
type Removing = Context & { objects: Pick<ObjectStore, 'deleteBelow'> };

/**
 * Gives up an import: it takes nothing any more, and the sweep removes what it wrote once no address for a file is good.
 * Given up already, it changes nothing.
 * @throws ServiceError `not-found` where none is under way; `conflict` where its end has begun.
 */
export async function abandonImport(ctx: Context, projectId: string): Promise<void> {
  const stored = await getProjectImport(ctx.db, projectId);
  if (!stored) throw noImport(projectId);
  if (stored.finishingSince !== undefined)
    throw conflict(
      `The import of project '${projectId}' has everything and is being finished; delete the project then`,
    );
  if (stored.removingSince !== undefined) return;
  await markForRemoval(ctx, stored, dueAfterUploads(ctx), () => changedByOthers(`The import of '${projectId}'`));
}

/**
 * Removes what an abandoned import wrote. An import that was idle for too long is abandoned by it (rule ARCHIVE-11).
 * @param until when to leave the rest to the next call, which continues.
 * @returns whether it is gone.
 */
export async function removeImport(ctx: Removing, projectId: string, until: Date): Promise<boolean> {
  const stored = await getProjectImport(ctx.db, projectId);
  if (!stored || stored.finishingSince !== undefined || stored.dueAt > nowOf(ctx)) return false;
  if (stored.removingSince === undefined) {
    await isDoneUnlessStale(markForRemoval(ctx, stored, dueAfterUploads(ctx), staleRead));
    return false;
  }
  const removed = isDoneUnlessStale(remove(ctx, stored, until));
  return (await isDoneInTime(removed)) && removed;
}

async function markForRemoval(
  ctx: Context,
  { rev, ...stored }: Stored<ProjectImportRecord>,
  dueAt: string,
  otherwise: () => Error,
): Promise<void> {
  const marked: ProjectImportRecord = { ...stored, removingSince: nowOf(ctx), updatedAt: nowOf(ctx), dueAt };
  await new Transaction(ctx.db)
    .put(projectImportEntity.encode(marked, rev + 1), allOf(ifRevision(rev), ifEntering(stored.importId)), otherwise)
    .commit();
}

/** Longer than a request to the store of files is under way. */
const requestSeconds = 60;

/**
 * One process removes at a time, exclusively until its lease ends: a deletion of files has no condition on the table,
 * and the project's next import writes to the same paths.
 */
async function takeRemoval(
  { db }: Context,
  { rev, ...stored }: Stored<ProjectImportRecord>,
  until: Date,
): Promise<Condition> {
  const dueAt = new Date(until.getTime() + requestSeconds * 1000).toISOString();
  const own = (revision: number) => allOf(ifRevision(revision), ifRemoving(stored.importId));
  await new Transaction(db)
    .put(projectImportEntity.encode({ ...stored, dueAt }, rev + 1), own(rev), staleRead)
    .commit();
  return own(rev + 1);
}

async function remove(context: Removing, stored: Stored<ProjectImportRecord>, until: Date): Promise<void> {
  // A revision that is changed after the removal would be left behind.
  const ctx = { ...context, db: withoutRevisions(context.db) };
  const { projectId } = stored;
  const own = projectImportKeys.import(projectId);
  const ifOwn = await takeRemoval(ctx, stored, until);
  const deadline = deadlineAt(ctx, until);
  const guard: Guard = (transaction) => {
    deadline();
    transaction.check(own, ifOwn, staleRead);
  };
  const writer = new GuardedWriter(ctx.db, guard);
  if (stored.isDelta) return removeDelta(ctx, stored, writer, ifOwn);
  for await (const items of queryPages(ctx.db, projectImportKeys.allWritten(projectId)))
    for (const item of items) {
      const { from, keys } = writtenKeysEntity.decode(item);
      await writer.write(unpackKeys(keys).map((key) => ({ delete: key })));
      // The list goes after what it lists.
      await writer.flush();
      await writer.write([{ delete: projectImportKeys.written(projectId, from) }]);
    }
  await writer.deleteRange(projectImportKeys.allKept(projectId));
  await writer.flush();
  for (const folder of archivedProjectFolders(projectId)) await ctx.objects.deleteBelow(folder, deadline);
  const { project } = await getProjectImportHead(ctx.db, projectId);
  await new Transaction(ctx.db)
    .delete(own, ifOwn, staleRead)
    .delete(projectImportKeys.head(projectId))
    .delete(projectKeys.usage(projectId))
    .delete(revisionKeys.ofProject(projectId))
    .delete(projectKeys.name(project.ownerUserId, project.name), ifNameOf(projectId), staleRead)
    .commit();
}

/** What a delta wrote stays: the project is there, and a later delta goes on. */
async function removeDelta(
  ctx: Removing,
  { projectId }: ProjectImportRecord,
  writer: GuardedWriter,
  ifOwn: Condition,
): Promise<void> {
  await writer.deleteRange(projectImportKeys.allWritten(projectId));
  await writer.flush();
  await new Transaction(ctx.db)
    .delete(projectImportKeys.import(projectId), ifOwn, staleRead)
    .delete(projectImportKeys.head(projectId))
    .commit();
}

const ifNameOf = (projectId: string): Condition => ({
  expression: 'projectId = :project',
  values: { ':project': projectId },
});

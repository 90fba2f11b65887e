import { randomUUID } from 'node:crypto';
import { beginningOf } from '../../../kernel/archive-digest.ts';
import type { UserContext } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { conflict, ServiceError } from '../../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import { getProject, ifNotDeleted, type ProjectRecord, projectNameEntity } from '../../../projects/store/projects.ts';
import { requireRoomOfOwner } from '../../../projects/verbs/membership-bounds.ts';
import { nameTaken } from '../../../projects/verbs/new-project.ts';
import type { ImportReport } from '../../rules/import-report.ts';
import {
  getProjectImport,
  getProjectImportHead,
  type ProjectImportRecord,
  projectImportEntity,
  projectImportHeadEntity,
} from '../../store/project-imports.ts';
import { dueAfterIdle } from './due.ts';
import { anotherImport, finishedState, type ImportState, isRemoved, stateOf } from './import-state.ts';
import { withPeopleOfHere } from './people.ts';
import { readHead } from './read-head.ts';

/** What an import announces of its archive. */
export interface ImportRequest {
  projectId: string;
  head: string[];
  /** The name that the project is given; its own where absent. */
  name: string | undefined;
  lines: number;
  /** Digest of the head and of all lines (`digestWith`). */
  digest: string;
  /** The archive has base records only (rule ARCHIVE-13). */
  isBase?: boolean | undefined;
  /** The records go into the project, which was imported before (rule ARCHIVE-14). */
  isDelta?: boolean | undefined;
  /** Of an import from another service (rule ARCHIVE-15). */
  report?: ImportReport | undefined;
}

/**
 * Begins to import a project, or returns the progress of the same import. The project's name is reserved, and nothing
 * of the project is visible (rule ARCHIVE-9).
 * @throws ServiceError `invalid` for an invalid head; `conflict` if the id or the name is taken, or another archive of
 * the project is being imported.
 */
export async function beginImport(ctx: UserContext, request: ImportRequest): Promise<ImportState> {
  const { projectId } = request;
  const headDigest = beginningOf(request.head, request.name);
  const isSame = (one: { digest: string; headDigest: string }) =>
    one.digest === request.digest && one.headDigest === headDigest;
  return retryOnConflict(orRefuse(`The import of project '${projectId}'`), async () => {
    const stored = await getProjectImport(ctx.db, projectId);
    if (stored?.removingSince !== undefined) throw isRemoved(projectId);
    if (stored && !isSame(stored)) throw anotherImport(projectId);
    if (stored) return stateOf(stored, await getProjectImportHead(ctx.db, projectId));
    const existing = await getProject(ctx.db, projectId);
    const imports = [existing?.imported, existing?.imported?.delta];
    const same = imports.find((one) => one !== undefined && isSame(one));
    const finished = existing && same ? finishedState(existing, same.importId) : undefined;
    if (finished) return finished;
    if (request.isDelta) return beginDelta(ctx, request, headDigest, existing);
    if (existing) throw idTaken(projectId);
    return begin(ctx, request, headDigest);
  });
}

/** @throws ServiceError `conflict` for a project that did not come by an import. */
async function beginDelta(
  ctx: UserContext,
  request: ImportRequest,
  headDigest: string,
  existing: ProjectRecord | undefined,
): Promise<ImportState> {
  const { projectId } = request;
  if (!existing?.imported || existing.deletedAt !== undefined)
    throw conflict(`Project '${projectId}' was not imported here: import all of it before a delta`);
  const head = await headOf(ctx, request);
  const record = { ...newRecord(ctx, request, headDigest), isDelta: true } as const;
  await new Transaction(ctx.db)
    .put(projectImportEntity.encode(record, 1), ifAbsent, staleRead)
    .put(projectImportHeadEntity.encode({ ...head, project: { ...existing, rev: 1 }, members: [] }, 1))
    .check(projectKeys.project(projectId), ifNotDeleted, staleRead)
    .commit();
  return stateOf(record, head);
}

async function begin(ctx: UserContext, request: ImportRequest, headDigest: string): Promise<ImportState> {
  const { projectId } = request;
  const head = await headOf(ctx, request);
  const { ownerUserId, ownerUsername, name } = head.project;
  await requireRoomOfOwner(ctx, { userId: ownerUserId, username: ownerUsername });
  const record = newRecord(ctx, request, headDigest);
  await new Transaction(ctx.db)
    .put(projectImportEntity.encode(record, 1), ifAbsent, staleRead)
    .put(projectImportHeadEntity.encode(head, 1))
    .check(projectKeys.project(projectId), ifAbsent, staleRead)
    .put(projectNameEntity.encode({ ownerUserId, name, projectId }, 1), ifAbsent, () =>
      nameIsTaken(ownerUsername, name),
    )
    .commit();
  return stateOf(record, head);
}

const headOf = async (ctx: UserContext, { projectId, head, name, report }: ImportRequest) => ({
  ...(await withPeopleOfHere(ctx, readHead(projectId, head), name)),
  report,
});

function newRecord(ctx: UserContext, request: ImportRequest, headDigest: string): ProjectImportRecord {
  const { projectId, lines, digest } = request;
  const now = nowOf(ctx);
  return {
    projectId,
    importId: randomUUID(),
    headDigest,
    lines,
    digest,
    taken: 0,
    takenDigest: headDigest,
    ...(request.isBase ? { isBase: true } : {}),
    startedBy: ctx.actor.user.username,
    startedAt: now,
    updatedAt: now,
    dueAt: dueAfterIdle(ctx),
  };
}

/** Names the field, so that a client can ask for another name. */
function nameIsTaken(ownerUsername: string, name: string): ServiceError {
  const { code, message } = nameTaken(ownerUsername, name);
  return new ServiceError(code, message, { problems: [{ path: 'body.name', message }] });
}

const idTaken = (projectId: string) =>
  conflict(`Project '${projectId}' exists already, or waits to be purged: an import keeps its id`, 'already_exists');

import { randomUUID } from 'node:crypto';
import { chipEntity } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { type Deadline, deadlineAt, isDoneInTime } from '../../../kernel/deadline.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  allOf,
  batchGetItems,
  type Condition,
  chunk,
  ifAbsent,
  ifRevision,
  queryAll,
  queryPages,
} from '../../../kernel/store/dynamodb/database.ts';
import { type Guard, GuardedWriter } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, type Key, projectImportKeys, projectKeys } from '../../../kernel/store/keys.ts';
import { untilOf } from '../../../kernel/verbs/for-each-in-time.ts';
import { noteEventEntity } from '../../../notes/store/note-events.ts';
import { auditEntity, systemAuditEntity } from '../../../projects/store/audit.ts';
import {
  getProject,
  ifNotDeleted,
  listedProjectEntity,
  memberEntity,
  memberMirrorEntity,
  projectEntity,
} from '../../../projects/store/projects.ts';
import { replaceValuesAhead } from '../../../values/verbs/projection/replace-values-ahead.ts';
import {
  getProjectImport,
  getProjectImportHead,
  ifEntering,
  ifFinishing,
  type KeptItemRecord,
  keptItemEntity,
  type ProjectImportRecord,
  projectImportEntity,
} from '../../store/project-imports.ts';
import { addImportReport } from './add-report.ts';
import { deriveImported } from './derive-imported.ts';
import { type ImportRef, type ImportState, openImport, stateOf } from './import-state.ts';

/** Records that are brought to their places in a transaction: each is written, and is no longer kept aside. */
const movedAtOnce = 45;

/**
 * Ends an import whose lines are complete: once marked, it can no longer be abandoned, and any later call continues it.
 * Deferred records are written, what an archive of base records lacks is derived, values with future dates are replaced (rule TIME-8), then the members are added, and
 * last the project itself, which makes everything visible (rules ARCHIVE-9, ARCHIVE-10).
 * @param until when to leave the rest to the next call, or the sweep; the state is `finishing` then. A request has 29
 * s.
 * @throws ServiceError `not-found`; `conflict` if lines are missing or differ from the announcement, for another
 * import, and for an abandoned one.
 */
export async function finishImport(ctx: Context, ref: ImportRef, until: Date = untilOf(ctx, 20)): Promise<ImportState> {
  return retryOnConflict(orRefuse(`The import of project '${ref.projectId}'`), async () => {
    const before = await openImport(ctx.db, ref);
    if ('status' in before) return before;
    await seal(ctx, before.stored);
    await goOnFinishing(ctx, ref.projectId, until);
    const after = await openImport(ctx.db, ref);
    return 'status' in after ? after : stateOf(after.stored, after.head);
  });
}

/** Continues an import whose end has begun. @returns whether the project exists. */
export async function goOnFinishing(ctx: Context, projectId: string, until: Date): Promise<boolean> {
  const stored = await getProjectImport(ctx.db, projectId);
  if (stored?.finishingSince === undefined) return false;
  // Missing items mean that this process paused while another one finished the import.
  const finished = isDoneUnlessStale(finish(ctx, stored, deadlineAt(ctx, until)));
  return (await isDoneInTime(finished)) && finished;
}

async function seal(ctx: Context, { rev, ...stored }: Stored<ProjectImportRecord>): Promise<void> {
  if (stored.finishingSince !== undefined) return;
  const { projectId, importId, lines, taken, digest, takenDigest } = stored;
  if (taken < lines) throw conflict(`Of the ${lines} lines of the archive ${taken} are there`);
  if (takenDigest !== digest)
    throw conflict(`The lines that came are not those that were announced: the archive of '${projectId}' is damaged`);
  const now = nowOf(ctx);
  const sealed: ProjectImportRecord = { ...stored, finishingSince: now, updatedAt: now, dueAt: now };
  await new Transaction(ctx.db)
    .put(projectImportEntity.encode(sealed, rev + 1), allOf(ifRevision(rev), ifEntering(importId)), staleRead)
    .commit();
}

async function finish(ctx: Context, stored: ProjectImportRecord, deadline: Deadline): Promise<void> {
  const { projectId, importId } = stored;
  const own = projectImportKeys.import(projectId);
  const guard: Guard = (transaction) => {
    deadline();
    transaction.check(own, ifFinishing(importId), staleRead);
  };
  for await (const items of queryPages(ctx.db, projectImportKeys.allKept(projectId)))
    for (const part of chunk(
      items.map((item) => keptItemEntity.decode(item)),
      movedAtOnce,
    ))
      await moveKept(ctx, guard, part);
  if (stored.isBase) await deriveImported(ctx, stored, deadline);
  for (const chip of await queryAll(ctx.db, chipKeys.chips(projectId)))
    await replaceValuesAhead(ctx, chipEntity.decode(chip), deadline);
  if (stored.isDelta) return finishDelta(ctx, stored, guard);
  const head = await getProjectImportHead(ctx.db, projectId);
  const writer = new GuardedWriter(ctx.db, guard);
  for (const { rev, ...member } of head.members)
    await writer.write([{ put: memberEntity.encode(member, rev) }, { put: memberMirrorEntity.encode(member, rev) }]);
  await writer.deleteRange(projectImportKeys.allWritten(projectId));
  await writer.flush();
  const { rev, ...project } = head.project;
  const { headDigest, digest, lines, startedAt, startedBy: by } = stored;
  const at = nowOf(ctx);
  const imported = { importId, digest, headDigest, lines, startedAt, at, by };
  const resource = `project:${projectId}`;
  const details = { importId, digest, lines, leftOut: head.leftOut };
  const audit = { id: randomUUID(), at, actor: by, action: 'import-project', resource, details } as const;
  const transaction = new Transaction(ctx.db);
  const reported = await addImportReport(ctx, transaction, stored, head, at);
  await transaction
    .delete(own, ifFinishing(importId), staleRead)
    .delete(projectImportKeys.head(projectId))
    .put(auditEntity.encode({ ...audit, projectId }, 1))
    .put(systemAuditEntity.encode(audit, 1))
    .put(projectEntity.encode({ ...project, imported, ...reported }, rev), ifAbsent, staleRead)
    .put(listedProjectEntity.encode({ projectId }, 1))
    .commit();
}

/** The project is there, and remembers its last delta. */
async function finishDelta(ctx: Context, stored: ProjectImportRecord, guard: Guard): Promise<void> {
  const { projectId, importId, headDigest, digest, lines, startedAt, startedBy: by } = stored;
  const { kept = 0, keptExamples = [] } = stored;
  const writer = new GuardedWriter(ctx.db, guard);
  await writer.deleteRange(projectImportKeys.allWritten(projectId));
  await writer.flush();
  const project = await getProject(ctx.db, projectId);
  if (!project?.imported) throw staleRead();
  const at = nowOf(ctx);
  const delta = { importId, digest, headDigest, lines, startedAt, at, by, kept, keptExamples };
  const details = { importId, digest, lines, kept };
  const audit = {
    id: randomUUID(),
    at,
    actor: by,
    action: 'import-project',
    resource: `project:${projectId}`,
    details,
  } as const;
  const transaction = new Transaction(ctx.db);
  const head = await getProjectImportHead(ctx.db, projectId);
  const reported = await addImportReport(ctx, transaction, stored, head, at);
  await transaction
    .delete(projectImportKeys.import(projectId), ifFinishing(importId), staleRead)
    .delete(projectImportKeys.head(projectId))
    .put(auditEntity.encode({ ...audit, projectId }, 1))
    .put(systemAuditEntity.encode(audit, 1))
    .update(
      projectKeys.project(projectId),
      revise({ imported: { ...project.imported, delta }, ...reported }),
      allOf(ifRevision(project.rev), ifNotDeleted),
      staleRead,
    )
    .commit();
}

/** What was moved by another call is not written again: it may have been changed since. */
const ifKept: Condition = { expression: 'attribute_exists(pk)' };

async function moveKept({ db }: Context, guard: Guard, part: readonly KeptItemRecord[]): Promise<void> {
  const events = part.filter(isEvent);
  const found = await batchGetItems(
    db,
    events.map(({ item }) => item as unknown as Key),
  );
  const stands = new Set(events.filter((_, n) => found[n] !== undefined));
  const transaction = new Transaction(db);
  guard(transaction);
  for (const one of part) {
    // An event never changes: one that remained after a purge of the project stays as it is.
    if (!stands.has(one)) transaction.put(one.item, isEvent(one) ? ifAbsent : undefined, staleRead);
    transaction.delete(projectImportKeys.kept(one.projectId, one.line), ifKept, staleRead);
  }
  await transaction.commit();
}

const isEvent = ({ item }: KeptItemRecord): boolean => item.entity === noteEventEntity.name;

import type { ProjectContext } from '../../kernel/context.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { type LatticeRef, noteKeys } from '../../kernel/store/keys.ts';
import { applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import type { ScopeRequest } from '../rules/scope.ts';
import { getNote, type StoredNote } from '../store/notes.ts';
import { addContextWrites } from './add-context-writes.ts';
import { requireListed } from './edit-note.ts';
import { requireMatch } from './etag.ts';
import { type NoteContext, readNoteContext } from './note-context.ts';
import { addEdit, editOf, type NoteEdit } from './write-note.ts';

export interface CommentRequest {
  chipId: string;
  target: LatticeRef;
  commentId: string;
  scope: ScopeRequest;
  ifMatch?: string | undefined;
}

/** Adds a comment to the pinned summary of a target, with one event. @throws as `upsertNote`. */
export function createComment(
  ctx: ProjectContext,
  request: { chipId: string; target: LatticeRef; scope: ScopeRequest },
  content: string,
): Promise<StoredNote> {
  return applyOnceWithRetries(ctx, `Comment on chip '${request.chipId}'`, async () => {
    const context = await readNoteContext(ctx, { ...request, level: 'comment' }, request.scope);
    requireListed(context);
    // Its id is that of its event, which is not known yet.
    const subject = { level: 'comment' as const, target: targetOf(context, request.target), commentId: '' };
    const edit = editOf(ctx, { chipId: request.chipId, subject, scope: context.scope }, undefined, content);
    await commit(ctx, context, edit);
    return edit.after;
  });
}

/**
 * Edits a comment of any scope, with one event.
 * @throws ServiceError `not-found`; `forbidden` to everyone but its author and system administrators; `conflict` if
 * `ifMatch` does not fit; `invalid` for an impossible scope.
 */
export function updateComment(ctx: ProjectContext, request: CommentRequest, content: string): Promise<StoredNote> {
  return applyOnceWithRetries(ctx, nameOf(request), async () => {
    const { context, before } = await readExisting(ctx, request);
    const edit = editOf(ctx, before, before, content);
    await commit(ctx, context, edit);
    return edit.after;
  });
}

/** Deletes a comment, with one event. @throws as `updateComment`. */
export async function deleteComment(ctx: ProjectContext, request: CommentRequest): Promise<void> {
  await applyOnceWithRetries(ctx, nameOf(request), async () => {
    const { context, before } = await readExisting(ctx, request);
    await commit(ctx, context, editOf(ctx, before, before, undefined));
  });
}

const nameOf = ({ commentId, target, chipId }: CommentRequest): string =>
  `Comment '${commentId}' on ${target.kind} '${target.id}' of chip '${chipId}'`;

const targetOf = ({ target }: NoteContext, requested: LatticeRef): LatticeRef =>
  target ? { kind: requested.kind, id: target.id } : requested;

async function readExisting(
  ctx: ProjectContext,
  request: CommentRequest,
): Promise<{ context: NoteContext; before: Stored<StoredNote> }> {
  const { chipId, commentId, ifMatch } = request;
  const context = await readNoteContext(ctx, { ...request, level: 'comment' }, request.scope);
  const target = targetOf(context, request.target);
  const before = await getNote(ctx.db, noteKeys.comment(ctx.projectId, chipId, target, commentId));
  if (!before) throw notFound(`${nameOf(request)} not found`);
  requireAuthor(ctx, before, nameOf(request));
  requireMatch(nameOf(request), before, ifMatch);
  // It keeps its place: neither the pointer nor the cool-down of this request affects it.
  return {
    context: { ...context, scope: before.scope, cooldown: undefined, marked: false, followsPointer: false },
    before,
  };
}

/** A comment is changed by its author and system administrators. @throws ServiceError `forbidden`. */
export function requireAuthor(
  ctx: ProjectContext,
  { createdBy, createdByUserId }: Partial<Pick<StoredNote, 'createdBy' | 'createdByUserId'>>,
  name: string,
): void {
  const { user } = ctx.actor;
  if (createdByUserId !== user.userId && user.systemRole !== 'admin')
    throw forbidden(`${name} may be changed by its author '${createdBy}' or a system administrator`);
}

async function commit(ctx: ProjectContext, context: NoteContext, edit: NoteEdit): Promise<void> {
  const transaction = new Transaction(ctx.db);
  await addEdit(transaction, ctx, edit);
  addContextWrites(transaction, context, edit);
  await transaction.commit();
}

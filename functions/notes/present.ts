import { note } from '#shared/api/schemas/common.ts';
import type { NoteRecord } from '#shared/chips/store/chips.ts';
import { noteComment, noteEvent } from '#shared/notes/contract/schemas/notes.ts';
import type { NoteScope, ScopeRequest } from '#shared/notes/rules/scope.ts';
import type { NoteEventRecord } from '#shared/notes/store/note-events.ts';
import type { StoredNote } from '#shared/notes/store/notes.ts';
import { noteEtag } from '#shared/notes/verbs/etag.ts';
import type { TargetNotes } from '#shared/notes/verbs/target-notes.ts';
import { present } from '../http/present.ts';
import { Reply } from '../http/response.ts';

/** An event of the audit feed. */
export const presentNoteEvent = (event: NoteEventRecord) => present(noteEvent, event);

/** A note that is embedded in its record, on the wire. */
export const presentNote = (record: NoteRecord) => present(note, record);

interface ScopeQuery {
  cooldown_id?: string | undefined;
  start_at?: string | undefined;
  end_at?: string | undefined;
}

export const scopeRequest = ({ cooldown_id, start_at, end_at }: ScopeQuery): ScopeRequest => ({
  cooldownId: cooldown_id,
  startAt: start_at,
  endAt: end_at,
});

/** A scope on the wire; all null for none. */
export const presentScope = (scope: NoteScope | undefined) => ({
  scope_type: scope?.type ?? null,
  scope_key: scope?.key ?? null,
  cooldown_id: scope?.cooldownId ?? null,
  scope_started_at: scope?.startedAt ?? null,
  scope_ended_at: scope?.endedAt ?? null,
  scope_source: scope?.source ?? null,
});

/** A note with its scope; undefined: never noted. */
export const presentScopedNote = (note: StoredNote | undefined) => ({
  ...presentNote(note ?? { content: '', updatedBy: '' }),
  ...presentScope(note?.scope),
  etag: noteEtag(note),
});

export const presentTaskNote = (
  note: Pick<StoredNote, 'content' | 'updatedBy' | 'eventId'> & { updatedAt?: string | undefined },
) => ({
  ...presentNote(note),
  etag: noteEtag(note),
});

/** A comment; one that was never edited has no editor's time. */
export const presentComment = (comment: StoredNote) =>
  present(noteComment, comment, {
    comment_id: comment.subject.level === 'comment' ? comment.subject.commentId : '',
    updated_at: comment.updatedAt === comment.createdAt ? null : comment.updatedAt,
    ...presentScope(comment.scope),
    etag: noteEtag(comment),
  });

/** A page of comments, which are given the oldest first. */
export function presentCommentPage(
  comments: readonly StoredNote[],
  { skip, limit, order }: { skip: number; limit: number; order: 'asc' | 'desc' },
) {
  const ordered = order === 'asc' ? comments : comments.toReversed();
  return { comments: ordered.slice(skip, skip + limit).map(presentComment), total: comments.length, skip, limit };
}

export const presentTargetNotes = ({ target, note, comments, commentCount, metricNotes }: TargetNotes) => ({
  target_id: target.id,
  note: presentScopedNote(note),
  comments: comments.map(presentComment),
  comment_count: commentCount,
  metric_notes: Object.fromEntries([...metricNotes].map(([metric, one]) => [metric, presentScopedNote(one)])),
});

/** Answers of writes, with the entity tag for the next one. */
export const noteReply = (note: StoredNote | undefined) => new Reply(presentScopedNote(note), { etag: noteEtag(note) });
/** As `noteReply`, for a comment. */
export const commentReply = (comment: StoredNote) => new Reply(presentComment(comment), { etag: noteEtag(comment) });

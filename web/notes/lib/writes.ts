import { api } from '../../ui/lib/api/api.ts';
import type { LatticeKind } from '../../ui/lib/api/wire.ts';
import type { ScopeQuery } from './scope.ts';

export type NoteSubject = { of: 'chip'; chipId: string } | ({ of: 'target' } & NoteTargetRef);

export interface NoteTargetRef {
  chipId: string;
  kind: LatticeKind;
  id: string;
}

const qubitParams = ({ chipId, id }: NoteTargetRef) => ({ chip_id: chipId, qid: id });
const couplingParams = ({ chipId, id }: NoteTargetRef) => ({ chip_id: chipId, coupling_id: id });

/** Overwrites the note with the given etag. @throws ApiError 409 if the note has changed. */
export function saveNote(subject: NoteSubject, query: ScopeQuery, content: string, etag: string): Promise<unknown> {
  const input = { query, body: { content }, headers: { 'if-match': etag } };
  if (subject.of === 'chip') return api.upsertChipNote({ ...input, params: { chip_id: subject.chipId } });
  return subject.kind === 'qubit'
    ? api.upsertQubitNote({ ...input, params: qubitParams(subject) })
    : api.upsertCouplingNote({ ...input, params: couplingParams(subject) });
}

/** Deletes the note whose etag is given. @throws as `saveNote`. */
export function deleteNote(subject: NoteSubject, query: ScopeQuery, etag: string): Promise<unknown> {
  const input = { query, headers: { 'if-match': etag } };
  if (subject.of === 'chip') return api.deleteChipNote({ ...input, params: { chip_id: subject.chipId } });
  return subject.kind === 'qubit'
    ? api.deleteQubitNote({ ...input, params: qubitParams(subject) })
    : api.deleteCouplingNote({ ...input, params: couplingParams(subject) });
}

export function addComment(target: NoteTargetRef, query: ScopeQuery, content: string): Promise<unknown> {
  const input = { query, body: { content } };
  return target.kind === 'qubit'
    ? api.createQubitNoteComment({ ...input, params: qubitParams(target) })
    : api.createCouplingNoteComment({ ...input, params: couplingParams(target) });
}

/** Edits a comment. @throws as `saveNote`; ApiError 403 if it is another user's. */
export function saveComment(
  target: NoteTargetRef,
  comment_id: string,
  query: ScopeQuery,
  content: string,
  etag: string,
): Promise<unknown> {
  const input = { query, body: { content }, headers: { 'if-match': etag } };
  return target.kind === 'qubit'
    ? api.updateQubitNoteComment({ ...input, params: { ...qubitParams(target), comment_id } })
    : api.updateCouplingNoteComment({ ...input, params: { ...couplingParams(target), comment_id } });
}

export function deleteComment(
  target: NoteTargetRef,
  comment_id: string,
  query: ScopeQuery,
  etag: string,
): Promise<unknown> {
  const input = { query, headers: { 'if-match': etag } };
  return target.kind === 'qubit'
    ? api.deleteQubitNoteComment({ ...input, params: { ...qubitParams(target), comment_id } })
    : api.deleteCouplingNoteComment({ ...input, params: { ...couplingParams(target), comment_id } });
}

/** Writes the note of a task result. @throws as `saveNote`. */
export const saveTaskNote = (task_id: string, content: string, etag: string): Promise<unknown> =>
  api.upsertTaskNote({ params: { task_id }, body: { content }, headers: { 'if-match': etag } });

/** Deletes the note of a task result. @throws as `saveNote`. */
export const deleteTaskNote = (task_id: string, etag: string): Promise<unknown> =>
  api.deleteTaskNote({ params: { task_id }, headers: { 'if-match': etag } });

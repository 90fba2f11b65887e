import { emptyNote } from '#shared/chips/store/chips.ts';
import { noteOperations } from '#shared/notes/contract/operations/notes.ts';
import { createComment, deleteComment, updateComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { noteEtag } from '#shared/notes/verbs/etag.ts';
import { listChipEvents, listTargetEvents } from '#shared/notes/verbs/events.ts';
import { listComments, readChipNote, readNotesSummary } from '#shared/notes/verbs/read-notes.ts';
import * as notes from '#shared/notes/verbs/task-note.ts';
import { targetOf } from '../chips/target.ts';
import { endpoint } from '../http/endpoint.ts';
import { indexedPageOf, pageOf } from '../http/page.ts';
import { Reply } from '../http/response.ts';
import {
  commentReply,
  noteReply,
  presentCommentPage,
  presentNote,
  presentNoteEvent,
  presentScope,
  presentScopedNote,
  presentTargetNotes,
  presentTaskNote,
  scopeRequest,
} from './present.ts';

const createTargetNoteComment = (
  operation: typeof noteOperations.createQubitNoteComment | typeof noteOperations.createCouplingNoteComment,
) =>
  endpoint(operation, async ({ ctx, params, query, body }) => {
    const place = { chipId: params.chip_id, target: targetOf(params), scope: scopeRequest(query) };
    return commentReply(await createComment(ctx, place, body.content));
  });

export const createQubitNoteComment = createTargetNoteComment(noteOperations.createQubitNoteComment);
export const createCouplingNoteComment = createTargetNoteComment(noteOperations.createCouplingNoteComment);

export const deleteChipNote = endpoint(noteOperations.deleteChipNote, async ({ ctx, params, query, headers }) => {
  const note = { chipId: params.chip_id, level: 'chip' } as const;
  await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
  return { message: 'Chip note cleared' };
});

const deleteTargetMetricNote = (
  operation: typeof noteOperations.deleteQubitMetricNote | typeof noteOperations.deleteCouplingMetricNote,
) =>
  endpoint(operation, async ({ ctx, params, query, headers }) => {
    const { chip_id: chipId, metric_key: metric } = params;
    const target = targetOf(params);
    const note = { chipId, level: 'metric', target, metric } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: `${target.kind === 'qubit' ? 'Qubit' : 'Coupling'} metric note deleted` };
  });

export const deleteQubitMetricNote = deleteTargetMetricNote(noteOperations.deleteQubitMetricNote);
export const deleteCouplingMetricNote = deleteTargetMetricNote(noteOperations.deleteCouplingMetricNote);

const deleteTargetNote = (
  operation: typeof noteOperations.deleteQubitNote | typeof noteOperations.deleteCouplingNote,
) =>
  endpoint(operation, async ({ ctx, params, query, headers }) => {
    const target = targetOf(params);
    const note = { chipId: params.chip_id, level: 'target', target } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: `${target.kind === 'qubit' ? 'Qubit' : 'Coupling'} note cleared` };
  });

export const deleteQubitNote = deleteTargetNote(noteOperations.deleteQubitNote);
export const deleteCouplingNote = deleteTargetNote(noteOperations.deleteCouplingNote);

const deleteTargetNoteComment = (
  operation: typeof noteOperations.deleteQubitNoteComment | typeof noteOperations.deleteCouplingNoteComment,
) =>
  endpoint(operation, async ({ ctx, params, query, headers }) => {
    const request = {
      chipId: params.chip_id,
      target: targetOf(params),
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    await deleteComment(ctx, request);
    return { message: 'Target note comment deleted' };
  });

export const deleteQubitNoteComment = deleteTargetNoteComment(noteOperations.deleteQubitNoteComment);
export const deleteCouplingNoteComment = deleteTargetNoteComment(noteOperations.deleteCouplingNoteComment);

export const deleteTaskNote = endpoint(noteOperations.deleteTaskNote, async ({ ctx, params, headers }) => {
  await notes.deleteTaskNote(ctx, params.task_id, headers['if-match']);
  return { message: 'Task note cleared' };
});

export const getChipNote = endpoint(noteOperations.getChipNote, async ({ ctx, params, query }) =>
  noteReply(await readChipNote(ctx, params.chip_id, scopeRequest(query))),
);

export const getChipNotesSummary = endpoint(noteOperations.getChipNotesSummary, async ({ ctx, params, query }) => {
  const { chipId, scope, chipNote, targets, taskNotes, nextCursor } = await readNotesSummary(
    ctx,
    params.chip_id,
    scopeRequest(query),
    { cursor: query.cursor, metricKey: query.metric_key },
  );
  const subject = (kind: string) => targets.filter(({ target }) => target.kind === kind).map(presentTargetNotes);
  return {
    chip_id: chipId,
    scope: presentScope(scope),
    chip_note: presentScopedNote(chipNote),
    qubits: subject('qubit'),
    couplings: subject('coupling'),
    task_notes: taskNotes.flatMap((note) =>
      note.subject.level === 'task'
        ? [
            {
              task_id: note.subject.taskId,
              qid: note.subject.qid,
              note: presentTaskNote(note),
              ai_review_note: presentNote(emptyNote),
            },
          ]
        : [],
    ),
    next_cursor: nextCursor,
  };
});

export const getTaskNote = endpoint(noteOperations.getTaskNote, async ({ ctx, params }) => {
  const note = await notes.readTaskNote(ctx, params.task_id);
  return new Reply(presentTaskNote(note), { etag: noteEtag(note) });
});

export const listChipNoteEvents = endpoint(noteOperations.listChipNoteEvents, async ({ ctx, params, query }) => {
  const { order, metric_key: metricKey, ...request } = query;
  const page = await listChipEvents(ctx, params.chip_id, { ...request, metricKey, ascending: order === 'asc' });
  return { events: page.records.map(presentNoteEvent), ...pageOf(page) };
});

const listTargetNoteComments = (
  operation: typeof noteOperations.listQubitNoteComments | typeof noteOperations.listCouplingNoteComments,
) =>
  endpoint(operation, async ({ ctx, params, query }) =>
    presentCommentPage(await listComments(ctx, params.chip_id, targetOf(params), scopeRequest(query)), query),
  );

export const listQubitNoteComments = listTargetNoteComments(noteOperations.listQubitNoteComments);
export const listCouplingNoteComments = listTargetNoteComments(noteOperations.listCouplingNoteComments);

export const listTargetNoteEvents = endpoint(noteOperations.listTargetNoteEvents, async ({ ctx, query }) => {
  const { order, scope, target_id: targetId, chip_id: chipId, metric_key: metricKey, ...request } = query;
  const page = await listTargetEvents(
    ctx,
    { scope, targetId, chipId },
    { ...request, metricKey, ascending: order === 'asc' },
  );
  return { events: page.records.map(presentNoteEvent), ...indexedPageOf(page) };
});

const updateTargetNoteComment = (
  operation: typeof noteOperations.updateQubitNoteComment | typeof noteOperations.updateCouplingNoteComment,
) =>
  endpoint(operation, async ({ ctx, params, query, headers, body }) => {
    const request = {
      chipId: params.chip_id,
      target: targetOf(params),
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    return commentReply(await updateComment(ctx, request, body.content));
  });

export const updateQubitNoteComment = updateTargetNoteComment(noteOperations.updateQubitNoteComment);
export const updateCouplingNoteComment = updateTargetNoteComment(noteOperations.updateCouplingNoteComment);

export const upsertChipNote = endpoint(noteOperations.upsertChipNote, async ({ ctx, params, query, headers, body }) => {
  const note = { chipId: params.chip_id, level: 'chip' } as const;
  return noteReply(
    await upsertNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] }, body.content),
  );
});

const upsertTargetMetricNote = (
  operation: typeof noteOperations.upsertQubitMetricNote | typeof noteOperations.upsertCouplingMetricNote,
) =>
  endpoint(operation, async ({ ctx, params, query, headers, body }) => {
    const { chip_id: chipId, metric_key: metric } = params;
    const note = { chipId, level: 'metric', target: targetOf(params), metric } as const;
    const edit = { note, scope: scopeRequest(query), ifMatch: headers['if-match'] };
    return noteReply(await upsertNote(ctx, edit, body.content));
  });

export const upsertQubitMetricNote = upsertTargetMetricNote(noteOperations.upsertQubitMetricNote);
export const upsertCouplingMetricNote = upsertTargetMetricNote(noteOperations.upsertCouplingMetricNote);

const upsertTargetNote = (
  operation: typeof noteOperations.upsertQubitNote | typeof noteOperations.upsertCouplingNote,
) =>
  endpoint(operation, async ({ ctx, params, query, headers, body }) => {
    const note = { chipId: params.chip_id, level: 'target', target: targetOf(params) } as const;
    const edit = { note, scope: scopeRequest(query), ifMatch: headers['if-match'] };
    return noteReply(await upsertNote(ctx, edit, body.content));
  });

export const upsertQubitNote = upsertTargetNote(noteOperations.upsertQubitNote);
export const upsertCouplingNote = upsertTargetNote(noteOperations.upsertCouplingNote);

export const upsertTaskNote = endpoint(noteOperations.upsertTaskNote, async ({ ctx, params, headers, body }) => {
  const note = await notes.upsertTaskNote(ctx, params.task_id, body.content, headers['if-match']);
  return new Reply(presentTaskNote(note), { etag: noteEtag(note) });
});

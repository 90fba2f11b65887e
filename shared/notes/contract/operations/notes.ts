import * as z from 'zod';
import { NOTE_EVENT_SCOPES } from '#shared/notes/rules/event.ts';
import { define } from '../../../api/define.ts';
import {
  chipId,
  couplingId,
  indexedPageFields,
  message,
  metricKey,
  pageFields,
  pageQuery,
  qid,
} from '../../../api/schemas/common.ts';
import {
  noteBody,
  noteComment,
  noteCommentPage,
  noteCommentQuery,
  noteEvent,
  noteScopeQuery,
  notesSummary,
  notesSummaryQuery,
  scopedNote,
  taskNote,
} from '../schemas/notes.ts';

const id = z.string().refine((text) => text.isWellFormed() && [...text].length <= 64, 'must be at most 64 characters');

// A map of the store cannot hold this one key.
const notedMetric = metricKey.refine((key) => key !== '__proto__', "must not be '__proto__'");

const chip = { chip_id: chipId };
const qubit = { ...chip, qid };
const coupling = { ...chip, coupling_id: couplingId };
const ofChip = z.object(chip);
const ofTask = z.object({ task_id: id.min(1) });

const ifMatch = z.object({ 'if-match': z.string().optional() });

const scopeText =
  'Without `cooldown_id` or a time range, the cool-down that the chip is in, else global. A time range within exactly one cool-down means that cool-down. Only one of `start_at` and `end_at`, an inverted range and an unknown cool-down are 400.';
const legacyScopeText =
  'With `cooldown_id` or a time range the note is kept for that cool-down or range; without, it is the legacy global note.';

const written = {
  query: noteScopeQuery,
  headers: ifMatch,
  status: 200,
  errors: ['not_found', 'unknown_reference', 'etag_mismatch'],
} as const;

const upsert = {
  ...written,
  body: noteBody,
  response: scopedNote,
  errors: [...written.errors, 'limit_reached'],
  etag: true,
} as const;
const remove = { ...written, response: message } as const;
const listComments = {
  query: noteCommentQuery,
  status: 200,
  response: noteCommentPage,
  errors: ['not_found', 'unknown_reference'],
} as const;
const createComment = {
  query: noteScopeQuery,
  body: noteBody,
  status: 201,
  response: noteComment,
  errors: ['not_found', 'unknown_reference', 'limit_reached'],
  etag: true,
} as const;
/** A comment is changed by its author and by system administrators. */
const commentErrors = ['not_found', 'unknown_reference', 'forbidden', 'etag_mismatch'] as const;
const removeComment = { ...written, response: message, errors: commentErrors } as const;
const updateComment = { ...written, body: noteBody, response: noteComment, errors: commentErrors, etag: true } as const;

const eventPage = {
  ...pageQuery,
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: '`desc`: newest first' }),
};
const eventMetric = {
  metric_key: metricKey.optional().meta({ description: 'Only what was noted on this metric' }),
};
const eventList = z.object({ events: z.array(noteEvent), ...pageFields });
const indexedEventList = z.object({
  events: z.array(noteEvent),
  ...indexedPageFields('Every event that was written'),
});

/** Notes at six levels, their comments and their audit feed. */
export const noteOperations = {
  getChipNotesSummary: define('getChipNotesSummary', {
    summary: 'All notes of a chip: of the chip, its qubits and couplings, their metrics, and task results',
    description: `${scopeText} Notes of a time range inside the cool-down, or overlapping the range, are shown if there is no newer one. Of each target the newest 3 comments are there, and how many there are. Where \`next_cursor\` is not null, the rest is answered under it.`,
    params: ofChip,
    query: notesSummaryQuery,
    status: 200,
    response: notesSummary,
    errors: ['not_found', 'unknown_reference'],
  }),
  getChipNote: define('getChipNote', {
    summary: 'The note of a chip; empty where none is set',
    description: scopeText,
    params: ofChip,
    query: noteScopeQuery,
    status: 200,
    response: scopedNote,
    errors: ['not_found', 'unknown_reference'],
    etag: true,
  }),
  upsertChipNote: define('upsertChipNote', {
    ...upsert,
    summary: 'Write the note of a chip',
    description: scopeText,
    params: ofChip,
  }),
  deleteChipNote: define('deleteChipNote', {
    ...remove,
    summary: 'Delete the note of a chip',
    description: scopeText,
    params: ofChip,
  }),
  upsertQubitNote: define('upsertQubitNote', {
    ...upsert,
    summary: 'Write the pinned summary of a qubit',
    description: legacyScopeText,
    params: z.object(qubit),
  }),
  deleteQubitNote: define('deleteQubitNote', {
    ...remove,
    summary: 'Delete the pinned summary of a qubit; its comments stay',
    description: legacyScopeText,
    params: z.object(qubit),
  }),
  upsertCouplingNote: define('upsertCouplingNote', {
    ...upsert,
    summary: 'Write the pinned summary of a coupling',
    description: legacyScopeText,
    params: z.object(coupling),
  }),
  deleteCouplingNote: define('deleteCouplingNote', {
    ...remove,
    summary: 'Delete the pinned summary of a coupling; its comments stay',
    description: legacyScopeText,
    params: z.object(coupling),
  }),
  listQubitNoteComments: define('listQubitNoteComments', {
    ...listComments,
    summary: 'The comments on the pinned summary of a qubit',
    description: scopeText,
    params: z.object(qubit),
  }),
  createQubitNoteComment: define('createQubitNoteComment', {
    ...createComment,
    summary: 'Comment on the pinned summary of a qubit',
    description: scopeText,
    params: z.object(qubit),
  }),
  updateQubitNoteComment: define('updateQubitNoteComment', {
    ...updateComment,
    summary: 'Edit a comment on a qubit',
    description: 'Only its author or a system administrator may, else 403. It is found whatever its scope.',
    params: z.object({ ...qubit, comment_id: id }),
  }),
  deleteQubitNoteComment: define('deleteQubitNoteComment', {
    ...removeComment,
    summary: 'Delete a comment on a qubit',
    description: 'Only its author or a system administrator may, else 403. It is found whatever its scope.',
    params: z.object({ ...qubit, comment_id: id }),
  }),
  listCouplingNoteComments: define('listCouplingNoteComments', {
    ...listComments,
    summary: 'The comments on the pinned summary of a coupling',
    description: scopeText,
    params: z.object(coupling),
  }),
  createCouplingNoteComment: define('createCouplingNoteComment', {
    ...createComment,
    summary: 'Comment on the pinned summary of a coupling',
    description: scopeText,
    params: z.object(coupling),
  }),
  updateCouplingNoteComment: define('updateCouplingNoteComment', {
    ...updateComment,
    summary: 'Edit a comment on a coupling',
    description: 'Only its author or a system administrator may, else 403. It is found whatever its scope.',
    params: z.object({ ...coupling, comment_id: id }),
  }),
  deleteCouplingNoteComment: define('deleteCouplingNoteComment', {
    ...removeComment,
    summary: 'Delete a comment on a coupling',
    description: 'Only its author or a system administrator may, else 403. It is found whatever its scope.',
    params: z.object({ ...coupling, comment_id: id }),
  }),
  upsertQubitMetricNote: define('upsertQubitMetricNote', {
    ...upsert,
    summary: 'Write the note of one metric of a qubit',
    description: scopeText,
    params: z.object({ ...qubit, metric_key: notedMetric }),
  }),
  deleteQubitMetricNote: define('deleteQubitMetricNote', {
    ...remove,
    summary: 'Delete the note of one metric of a qubit',
    description: scopeText,
    params: z.object({ ...qubit, metric_key: notedMetric }),
  }),
  upsertCouplingMetricNote: define('upsertCouplingMetricNote', {
    ...upsert,
    summary: 'Write the note of one metric of a coupling',
    description: scopeText,
    params: z.object({ ...coupling, metric_key: notedMetric }),
  }),
  deleteCouplingMetricNote: define('deleteCouplingMetricNote', {
    ...remove,
    summary: 'Delete the note of one metric of a coupling',
    description: scopeText,
    params: z.object({ ...coupling, metric_key: notedMetric }),
  }),
  getTaskNote: define('getTaskNote', {
    summary: "The user's note of a task result; 404 where none is set",
    params: ofTask,
    status: 200,
    response: taskNote,
    errors: ['not_found'],
    etag: true,
  }),
  upsertTaskNote: define('upsertTaskNote', {
    summary: "Write the user's note of a task result",
    params: ofTask,
    headers: ifMatch,
    body: noteBody,
    status: 200,
    response: taskNote,
    errors: ['not_found', 'etag_mismatch', 'conflict'],
    etag: true,
  }),
  deleteTaskNote: define('deleteTaskNote', {
    summary: "Delete the user's note of a task result",
    params: ofTask,
    headers: ifMatch,
    status: 200,
    response: message,
    errors: ['not_found', 'etag_mismatch', 'conflict'],
  }),
  listChipNoteEvents: define('listChipNoteEvents', {
    summary: 'Everything that was noted on a chip and what is in it, newest first',
    description:
      'Stays readable when the chip is deleted. With `metric_key` at most 10,000 events are looked at in a request: where that was not all, `total` is null and `next_cursor` goes on.',
    params: ofChip,
    query: z.object({ ...eventMetric, ...eventPage }),
    status: 200,
    response: eventList,
    errors: ['not_found'],
  }),
  listTargetNoteEvents: define('listTargetNoteEvents', {
    summary: 'Everything that was noted on one target, newest first',
    description:
      'In all chips of the project unless `chip_id` names one. A coupling is found under either order of its qubits. With `chip_id` or `metric_key` at most 10,000 events are looked at in a request: where that was not all, `total` is null and `next_cursor` goes on. May lag behind a write by a moment: see `complete_until`.',
    query: z.object({
      scope: z.enum(NOTE_EVENT_SCOPES),
      target_id: z
        .string()
        .refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 129, 'must be 1 to 129 characters')
        .meta({ description: 'Qubit, coupling, task or chip id', minLength: 1, maxLength: 129 }),
      chip_id: chipId.optional(),
      ...eventMetric,
      ...eventPage,
    }),
    status: 200,
    response: indexedEventList,
  }),
};

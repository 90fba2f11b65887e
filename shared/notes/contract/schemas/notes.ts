import * as z from 'zod';
import { NOTE_EVENT_SCOPES } from '#shared/notes/rules/event.ts';
import { NOTE_SCOPE_SOURCES, NOTE_SCOPE_TYPES, rangeProblem } from '#shared/notes/rules/scope.ts';
import {
  cooldownId,
  instant,
  instantInput,
  integerParam,
  metricKey,
  note,
  noteContent,
} from '../../../api/schemas/common.ts';

/** Wire shapes of notes, comments and note events. */

const etag = z
  .string()
  .meta({ description: 'Send it as `If-Match` to write only over what was read; `"0"`: never noted' });

/** Where a note is kept; all null where nothing is noted. */
const scope = {
  scope_type: z.enum(NOTE_SCOPE_TYPES).nullable(),
  scope_key: z.string().nullable(),
  cooldown_id: z.string().nullable(),
  scope_started_at: instant.nullable(),
  scope_ended_at: instant.nullable(),
  scope_source: z.enum(NOTE_SCOPE_SOURCES).nullable(),
};

/** A note of a chip, a target or a metric, with its scope. */
export const scopedNote = note.extend({ ...scope, etag }).meta({ id: 'ScopedNote' });

/** The note of a task result, which has no scope. */
export const taskNote = note.extend({ etag }).meta({ id: 'TaskNote' });

/** One comment on the pinned summary of a qubit or coupling. */
export const noteComment = z
  .object({
    comment_id: z.string(),
    content: z.string(),
    created_by: z.string(),
    created_at: instant,
    updated_by: z.string(),
    updated_at: instant.nullable().meta({ description: 'Null until it is edited' }),
    ...scope,
    etag,
  })
  .meta({ id: 'NoteComment' });

/** What is written: the text, kept as it is. An empty one is a note that was cleared. */
export const noteBody = z.object({ content: noteContent }).meta({ id: 'NoteContent' });

/** Which notes are meant: those of a cool-down, of a time range, or neither (rule NOTE-12). */
export const noteScopeQuery = z
  .object({
    cooldown_id: cooldownId.optional(),
    start_at: instantInput.optional().meta({ description: 'Together with `end_at`' }),
    end_at: instantInput.optional().meta({ description: 'Together with `start_at`' }),
  })
  .superRefine(({ start_at: startAt, end_at: endAt }, context) => {
    const problem = rangeProblem({ startAt, endAt });
    if (!problem) return;
    const path = [problem.at === 'endAt' ? 'end_at' : 'start_at'];
    context.addIssue({ code: 'custom', path, message: problem.message });
  });

/** A scope, and where the answer before has ended. */
export const notesSummaryQuery = noteScopeQuery.safeExtend({
  metric_key: metricKey.optional().meta({ description: 'Of notes on metrics, those on this one alone' }),
  cursor: z.string().max(4096).optional().meta({ description: "An answer's `next_cursor`" }),
});

export const noteCommentQuery = noteScopeQuery.safeExtend({
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 100, fallback: 20 }),
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: '`desc`: newest first' }),
});

/** Everything noted on one qubit or coupling. */
const targetNotes = z
  .object({
    target_id: z.string(),
    note: scopedNote,
    comments: z.array(noteComment).meta({ description: 'The newest 3, the oldest of them first' }),
    comment_count: z.int().meta({ description: 'How many comments there are; all are listed by target' }),
    metric_notes: z.record(z.string(), scopedNote),
  })
  .meta({ id: 'TargetNotes' });

/** The comments on a target, page by page. */
export const noteCommentPage = z.object({
  comments: z.array(noteComment),
  total: z.int(),
  skip: z.int(),
  limit: z.int(),
});

/** All notes of a chip under one scope, or a page of them. */
export const notesSummary = z
  .object({
    chip_id: z.string(),
    scope: z
      .object(scope)
      .meta({ description: 'The scope that was read, and that an unscoped dashboard note is written to' }),
    chip_note: scopedNote,
    qubits: z.array(targetNotes),
    couplings: z.array(targetNotes),
    task_notes: z.array(z.object({ task_id: z.string(), qid: z.string(), note: taskNote, ai_review_note: note })),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Where the rest begins, of notes that are more than one answer holds; else null' }),
  })
  .meta({ id: 'ChipNotesSummary' });

const eventFields = {
  event_id: z.string(),
  project_id: z.string(),
  chip_id: z.string(),
  scope: z.enum(NOTE_EVENT_SCOPES),
  target_id: z.string().meta({ description: 'Qubit, coupling, task or chip id' }),
  metric_key: z.string().meta({ description: 'Empty unless the scope is that of a metric' }),
  action: z.enum(['upsert', 'delete']),
  actor_user_id: z.string().nullable(),
  actor: z.string(),
  content: z.string().meta({ description: 'The note as it was written; empty for a deletion' }),
  extra: z.record(z.string(), z.string()),
  created_at: instant,
};

/** One entry of the audit feed. */
export const noteEvent = z.object(eventFields).meta({ id: 'NoteEvent' });

/** One entry that a search found. */
export const foundNoteEvent = z
  .object({
    ...eventFields,
    highlights: z
      .array(z.array(z.int()).length(2))
      .meta({ description: 'Where it matches: `[start, end)` offsets into `content`, in Unicode code points' }),
  })
  .meta({ id: 'FoundNoteEvent' });

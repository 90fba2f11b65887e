import { NOTE_EVENT_SCOPES } from '#shared/notes/rules/event.ts';
import { type Collection, commonFields, type Mapping, Refusal } from '../collection.ts';
import { type Doc, idOf, instantOf, isDoc, optionalText, textOf, timesOf } from '../document.ts';
import { emitNote, scopeOf } from '../notes.ts';
import { couplingIdOf, noteIn, uuidOf } from '../survey.ts';
import { taskPartOf } from '../tally.ts';

const scopeFields = ['scope_type', 'scope_key', 'cooldown_id', 'scope_started_at', 'scope_ended_at', 'scope_source'];

const twice = 'its qubit, coupling or chip has a note of the same scope itself';

/** `chip_note`: the notes of a chip in a cool-down or a time range. */
export const chipNotes: Collection = {
  name: 'chip_note',
  fields: [...commonFields, 'chip_id', 'note', ...scopeFields],
  keyOf: (doc) => JSON.stringify([textOf(doc, 'chip_id'), textOf(doc, 'scope_key')]),
  map(doc, mapping) {
    const chipId = chipOf(doc, mapping);
    if (!emitNote(mapping, { chipId, subject: { level: 'chip' }, scope: scopeOf(doc), note: noteIn(doc) }))
      throw new Refusal(noteIn(doc).updatedAt === undefined ? 'it was never written' : twice);
  },
};

/** `target_note`: the pinned summaries of qubits and couplings, with their comments. */
export const targetNotes: Collection = {
  name: 'target_note',
  fields: [...commonFields, 'chip_id', 'target_type', 'target_id', 'note', 'comments', ...scopeFields],
  keyOf: (doc) => JSON.stringify([textOf(doc, 'chip_id'), targetOf(doc), textOf(doc, 'scope_key')]),
  map(doc, mapping) {
    const chipId = chipOf(doc, mapping);
    const target = targetOf(doc);
    const scope = scopeOf(doc);
    const isWritten = emitNote(mapping, { chipId, subject: { level: 'target', target }, scope, note: noteIn(doc) });
    const comments = Array.isArray(doc.comments) ? doc.comments.filter(isDoc) : [];
    for (const comment of comments) {
      const created = instantOf(comment.created_at) ?? timesOf(doc).createdAt;
      const [createdBy, content] = [textOf(comment, 'created_by'), textOf(comment, 'content')];
      const updatedBy = textOf(comment, 'updated_by', createdBy);
      const note = {
        content,
        updatedBy,
        updatedAt: instantOf(comment.updated_at) ?? created,
        createdBy,
        createdAt: created,
      };
      const subject = { level: 'comment' as const, target, commentId: textOf(comment, 'comment_id') };
      emitNote(mapping, { chipId, subject, scope, note });
    }
    if (!isWritten && comments.length === 0)
      throw new Refusal(noteIn(doc).updatedAt === undefined ? 'it was never written' : twice);
  },
};

/** `metric_note`: the notes of the metrics of qubits and couplings. */
export const metricNotes: Collection = {
  name: 'metric_note',
  fields: [...commonFields, 'chip_id', 'target_type', 'target_id', 'metric_key', 'note', ...scopeFields],
  keyOf: (doc) =>
    JSON.stringify([textOf(doc, 'chip_id'), targetOf(doc), textOf(doc, 'metric_key'), textOf(doc, 'scope_key')]),
  map(doc, mapping) {
    const chipId = chipOf(doc, mapping);
    const subject = { level: 'metric' as const, target: targetOf(doc), metric: textOf(doc, 'metric_key') };
    if (!emitNote(mapping, { chipId, subject, scope: scopeOf(doc), note: noteIn(doc) }))
      throw new Refusal(noteIn(doc).updatedAt === undefined ? 'it was never written' : twice);
  },
};

/** `note_event`: the audit feed of notes. */
export const noteEvents: Collection = {
  name: 'note_event',
  fields: [
    ...[...commonFields, 'chip_id', 'scope', 'target_id', 'metric_key', 'action', 'actor_user_id', 'actor'],
    ...['content', 'extra', 'created_at'],
  ],
  keyOf: idOf,
  map(doc, mapping) {
    const { projectId, survey, tally } = mapping;
    if (idOf(doc) === '') throw new Refusal('has no _id');
    const chipId = textOf(doc, 'chip_id');
    const scope = NOTE_EVENT_SCOPES.find((one) => one === textOf(doc, 'scope'));
    if (!scope) throw new Refusal(`its scope '${textOf(doc, 'scope')}' is not known`);
    const targetId = textOf(doc, 'target_id');
    const extra = isDoc(doc.extra) ? Object.entries(doc.extra).map(([name, value]) => [name, String(value)]) : [];
    mapping.emit('note-event', {
      ...{ projectId, chipId, eventId: uuidOf(projectId, idOf(doc)), scope, targetId },
      ...{ metricKey: textOf(doc, 'metric_key'), action: textOf(doc, 'action') === 'delete' ? 'delete' : 'upsert' },
      ...{ actorUserId: survey.userId(textOf(doc, 'actor')), actor: textOf(doc, 'actor') },
      ...{ content: textOf(doc, 'content'), extra: Object.fromEntries(extra), createdAt: timesOf(doc).createdAt },
    });
    if (!survey.chip(projectId, chipId)) return;
    const kind = scope.startsWith('coupling') ? 'coupling' : 'qubit';
    const part =
      scope === 'chip'
        ? 'chip'
        : scope === 'task_result'
          ? taskPartOf(targetId)
          : {
              kind: kind as 'qubit' | 'coupling',
              id: kind === 'qubit' ? targetId : (couplingIdOf(targetId) ?? targetId),
            };
    tally.countNote(projectId, chipId, part, 'events');
  },
};

function chipOf(doc: Doc, { projectId, survey }: Mapping): string {
  const chip = survey.chip(projectId, textOf(doc, 'chip_id'));
  if (!chip) throw new Refusal('its chip is not in the dump');
  return chip.chipId;
}

function targetOf(doc: Doc): { kind: 'qubit' | 'coupling'; id: string } {
  const id = textOf(doc, 'target_id');
  return textOf(doc, 'target_type') === 'coupling'
    ? { kind: 'coupling', id: couplingIdOf(id) ?? id }
    : { kind: 'qubit', id: optionalText(doc, 'target_id') ?? '' };
}

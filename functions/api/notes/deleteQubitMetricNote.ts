import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scopeRequest } from './present.ts';

/** deleteQubitMetricNote: deletes the note of one metric of a qubit. */
export const deleteQubitMetricNote = endpoint(
  noteOperations.deleteQubitMetricNote,
  async ({ ctx, params, query, headers }) => {
    const note = {
      chipId: params.chip_id,
      level: 'metric',
      target: { kind: 'qubit', id: params.qid },
      metric: params.metric_key,
    } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: 'Qubit metric note deleted' };
  },
);

import { noteOperations } from '#shared/contract/operations/notes.ts';
import { upsertNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noteReply, scopeRequest } from './present.ts';

/** upsertQubitMetricNote: writes the note of one metric of a qubit. */
export const upsertQubitMetricNote = endpoint(
  noteOperations.upsertQubitMetricNote,
  async ({ ctx, params, query, headers, body }) => {
    const note = {
      chipId: params.chip_id,
      level: 'metric',
      target: { kind: 'qubit', id: params.qid },
      metric: params.metric_key,
    } as const;
    return noteReply(
      await upsertNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] }, body.content),
    );
  },
);

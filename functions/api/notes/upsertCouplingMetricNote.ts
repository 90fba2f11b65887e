import { noteOperations } from '#shared/contract/operations/notes.ts';
import { upsertNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noteReply, scopeRequest } from './present.ts';

/** upsertCouplingMetricNote: writes the note of one metric of a coupling. */
export const upsertCouplingMetricNote = endpoint(
  noteOperations.upsertCouplingMetricNote,
  async ({ ctx, params, query, headers, body }) => {
    const note = {
      chipId: params.chip_id,
      level: 'metric',
      target: { kind: 'coupling', id: params.coupling_id },
      metric: params.metric_key,
    } as const;
    return noteReply(
      await upsertNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] }, body.content),
    );
  },
);

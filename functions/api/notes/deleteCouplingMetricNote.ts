import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scopeRequest } from './present.ts';

/** deleteCouplingMetricNote: deletes the note of one metric of a coupling. */
export const deleteCouplingMetricNote = endpoint(
  noteOperations.deleteCouplingMetricNote,
  async ({ ctx, params, query, headers }) => {
    const note = {
      chipId: params.chip_id,
      level: 'metric',
      target: { kind: 'coupling', id: params.coupling_id },
      metric: params.metric_key,
    } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: 'Coupling metric note deleted' };
  },
);

import { noteOperations } from '#shared/contract/operations/notes.ts';
import { upsertNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noteReply, scopeRequest } from './present.ts';

/** upsertCouplingNote: writes the pinned summary of a coupling. */
export const upsertCouplingNote = endpoint(
  noteOperations.upsertCouplingNote,
  async ({ ctx, params, query, headers, body }) => {
    const note = {
      chipId: params.chip_id,
      level: 'target',
      target: { kind: 'coupling', id: params.coupling_id },
    } as const;
    return noteReply(
      await upsertNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] }, body.content),
    );
  },
);

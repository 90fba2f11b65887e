import { noteOperations } from '#shared/contract/operations/notes.ts';
import { readChipNote } from '#shared/services/notes/read-notes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noteReply, scopeRequest } from './present.ts';

export const getChipNote = endpoint(noteOperations.getChipNote, async ({ ctx, params, query }) =>
  noteReply(await readChipNote(ctx, params.chip_id, scopeRequest(query))),
);

import { noteOperations } from '#shared/contract/operations/notes.ts';
import { upsertNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { noteReply, scopeRequest } from './present.ts';

const { upsertQubitMetricNote: ofQubit, upsertCouplingMetricNote: ofCoupling } = noteOperations;

const upsertTargetMetricNote = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpoint(operation, async ({ ctx, params, query, headers, body }) => {
    const { chip_id: chipId, metric_key: metric } = params;
    const note = { chipId, level: 'metric', target: targetOf(params), metric } as const;
    const edit = { note, scope: scopeRequest(query), ifMatch: headers['if-match'] };
    return noteReply(await upsertNote(ctx, edit, body.content));
  });

export const upsertQubitMetricNote = upsertTargetMetricNote(ofQubit);
export const upsertCouplingMetricNote = upsertTargetMetricNote(ofCoupling);

import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { scopeRequest } from './present.ts';

const { deleteQubitMetricNote: ofQubit, deleteCouplingMetricNote: ofCoupling } = noteOperations;

const deleteTargetMetricNote = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpoint(operation, async ({ ctx, params, query, headers }) => {
    const { chip_id: chipId, metric_key: metric } = params;
    const target = targetOf(params);
    const note = { chipId, level: 'metric', target, metric } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: `${target.kind === 'qubit' ? 'Qubit' : 'Coupling'} metric note deleted` };
  });

export const deleteQubitMetricNote = deleteTargetMetricNote(ofQubit);
export const deleteCouplingMetricNote = deleteTargetMetricNote(ofCoupling);

import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { latestResults, latestResultsWithin } from '#shared/services/task-results/read/latest-results.ts';
import type { LatticeRef } from '#shared/store/keys.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLatest } from './present.ts';

const { getHistoricalQubitTaskResults: ofQubits, getHistoricalCouplingTaskResults: ofCouplings } = taskResultOperations;

/** Within a day, or within a range of time where one is given. */
const getHistoricalTargetTaskResults = (operation: typeof ofQubits | typeof ofCouplings, kind: LatticeRef['kind']) =>
  endpoint(operation, async ({ ctx, query: { chip_id: chipId, task, date, start_at: from, end_at: through } }) => {
    const subject = { chipId, task, kind };
    const ofDay = from === undefined && through === undefined;
    if (ofDay) return presentLatest(await latestResults(ctx, subject, date), task, kind);
    const { latest, completeUntil } = await latestResultsWithin(ctx, subject, { from, through });
    return { ...presentLatest(latest, task, kind), complete_until: completeUntil };
  });

export const getHistoricalQubitTaskResults = getHistoricalTargetTaskResults(ofQubits, 'qubit');
export const getHistoricalCouplingTaskResults = getHistoricalTargetTaskResults(ofCouplings, 'coupling');

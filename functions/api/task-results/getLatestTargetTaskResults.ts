import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { latestResults } from '#shared/services/task-results/read/latest-results.ts';
import type { LatticeRef } from '#shared/store/keys.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLatest } from './present.ts';

const { getLatestQubitTaskResults: ofQubits, getLatestCouplingTaskResults: ofCouplings } = taskResultOperations;

const getLatestTargetTaskResults = (operation: typeof ofQubits | typeof ofCouplings, kind: LatticeRef['kind']) =>
  endpoint(operation, async ({ ctx, query: { chip_id: chipId, task } }) =>
    presentLatest(await latestResults(ctx, { chipId, task, kind }), task, kind),
  );

export const getLatestQubitTaskResults = getLatestTargetTaskResults(ofQubits, 'qubit');
export const getLatestCouplingTaskResults = getLatestTargetTaskResults(ofCouplings, 'coupling');

import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { taskHistory } from '#shared/services/task-results/read/task-history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { presentHistory } from './present.ts';

const { getQubitTaskHistory: ofQubit, getCouplingTaskHistory: ofCoupling } = taskResultOperations;

const getTargetTaskHistory = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const subject = { chipId: query.chip_id, task: query.task, target: targetOf(params) };
    const { date, start_at: from, end_at: through, limit, skip, cooldown_id: cooldownId } = query;
    const window = { date, from, through, limit, skip, cooldownId };
    return presentHistory(await taskHistory(ctx, subject, window), query.task, { limit, skip: skip ?? 0 });
  });

export const getQubitTaskHistory = getTargetTaskHistory(ofQubit);
export const getCouplingTaskHistory = getTargetTaskHistory(ofCoupling);

import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as days from '#shared/services/history/list-days.ts';
import { endpoint } from '../../http/endpoint.ts';
import { measuredTargetOf } from '../target.ts';
import { presentTargetDay } from './present.ts';

const { listQubitDays: qubits, listCouplingDays: couplings } = chipOperations;

const listTargetDays = (operation: typeof qubits | typeof couplings) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const { records, ...page } = await days.listTargetHistory(
      ctx,
      params.chip_id,
      measuredTargetOf(params, query),
      query,
    );
    return { days: records.map(presentTargetDay), ...page, next_cursor: null };
  });

export const listQubitDays = listTargetDays(qubits);
export const listCouplingDays = listTargetDays(couplings);

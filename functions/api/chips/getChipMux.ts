import { chipOperations } from '#shared/contract/operations/chips.ts';
import { readMux } from '#shared/services/task-results/read/mux-results.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMux } from './present.ts';

export const getChipMux = endpoint(chipOperations.getChipMux, async ({ ctx, params, query }) => {
  const { date, task_name: task } = query;
  return presentMux(await readMux(ctx, params.chip_id, params.mux_id, { date, task }));
});

import { workerOperations } from '#shared/contract/operations/workers.ts';
import { listWorkers as list } from '#shared/services/worker-presence/list-workers.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentWorker } from './present.ts';

export const listWorkers = endpoint(workerOperations.listWorkers, async ({ ctx, query }) => {
  const { records, page } = wholePage(await list(ctx), query);
  return { workers: records.map(presentWorker), ...page };
});

import { workerOperations } from '#shared/contract/operations/workers.ts';
import { readContext } from '#shared/services/workers/context/read-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentContext } from '../run-context.ts';

export const getRunContext = endpoint(workerOperations.getRunContext, async ({ ctx, params, query }) =>
  presentContext(await readContext(ctx, params.flow_run_id, query)),
);

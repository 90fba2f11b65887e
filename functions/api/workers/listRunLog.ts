import { workerOperations } from '#shared/contract/operations/workers.ts';
import { listLog } from '#shared/services/workers/list-log.ts';
import { endpoint } from '../../http/endpoint.ts';

export const listRunLog = endpoint(workerOperations.listRunLog, async ({ ctx, params, query }) => {
  const { lines, nextCursor } = await listLog(ctx, params.execution_id, query);
  return { lines, total: null, skip: 0, limit: query.limit, next_cursor: nextCursor };
});

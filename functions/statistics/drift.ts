import { driftOperations } from '#shared/statistics/contract/operations/drift.ts';
import { latestOfAlerts, readDrift } from '#shared/statistics/verbs/drift/read-drift.ts';
import { endpoint } from '../http/endpoint.ts';
import { Reply } from '../http/response.ts';
import { changesByClock } from '../http/revised.ts';
import { presentDrift, wantedAlerts } from './present-drift.ts';

export const getChipDrift = endpoint(driftOperations.getChipDrift, async ({ ctx, params, query }) => {
  const found = await readDrift(ctx, params.chip_id);
  const wanted = wantedAlerts(found, query);
  const listed = wanted.slice(0, query.limit);
  const latest = await latestOfAlerts(ctx, params.chip_id, listed);
  return new Reply(presentDrift(found, { total: wanted.length, listed, latest }), changesByClock(ctx));
});

import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readRecentChanges } from '#shared/services/provenance/recent.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentChange } from './present.ts';

export const getRecentChanges = endpoint(provenanceOperations.getRecentChanges, async ({ ctx, query }) => {
  const { within_hours: withinHours, limit, parameter_names: names } = query;
  const { changes, total, countedAll } = await readRecentChanges(ctx, { withinHours, limit, names });
  return { changes: changes.map(presentChange), total_count: total, counted_all: countedAll };
});

import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readCalibratedChips } from '#shared/services/provenance/first-reads.ts';
import { readRecentChanges } from '#shared/services/provenance/recent.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentChange } from './present.ts';

export const getRecentChanges = endpointWithEarlyRead(
  provenanceOperations.getRecentChanges,
  readCalibratedChips,
  async ({ ctx, query }, chips) => {
    const { within_hours: withinHours, limit, parameter_names: names } = query;
    const { changes, total, countedAll } = await readRecentChanges(ctx, chips, { withinHours, limit, names });
    return { changes: changes.map(presentChange), total_count: total, counted_all: countedAll };
  },
);

import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readCalibratedChips } from '#shared/services/provenance/first-reads.ts';
import { readDegradationTrends } from '#shared/services/provenance/trends.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentTrend } from './present.ts';

export const getDegradationTrends = endpointWithEarlyRead(
  provenanceOperations.getDegradationTrends,
  readCalibratedChips,
  async ({ ctx, query }, chips) => {
    const { min_streak: minStreak, limit, parameter_names: names } = query;
    const { trends, countedAll } = await readDegradationTrends(ctx, chips, { minStreak, names });
    return {
      trends: trends.slice(0, limit).map(presentTrend),
      total_count: trends.length,
      counted_all: countedAll,
    };
  },
);

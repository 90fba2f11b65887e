import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readDegradationTrends } from '#shared/services/provenance/trends.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTrend } from './present.ts';

export const getDegradationTrends = endpoint(provenanceOperations.getDegradationTrends, async ({ ctx, query }) => {
  const { min_streak: minStreak, limit, parameter_names: names } = query;
  const { trends, countedAll } = await readDegradationTrends(ctx, { minStreak, names });
  return {
    trends: trends.slice(0, limit).map(presentTrend),
    total_count: trends.length,
    counted_all: countedAll,
  };
});

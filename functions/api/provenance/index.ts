import { groupHandler } from '../../http/group.ts';
import { getDegradationTrends } from './getDegradationTrends.ts';
import { getParameterHistory } from './getParameterHistory.ts';
import { getProvenanceEntity } from './getProvenanceEntity.ts';
import { getProvenanceImpact } from './getProvenanceImpact.ts';
import { getProvenanceLineage } from './getProvenanceLineage.ts';
import { getProvenanceStats } from './getProvenanceStats.ts';
import { getRecalibrationRecommendations } from './getRecalibrationRecommendations.ts';
import { getRecentChanges } from './getRecentChanges.ts';
import { getRecentExecutions } from './getRecentExecutions.ts';

export const handler = groupHandler({
  getParameterHistory,
  getProvenanceEntity,
  getProvenanceLineage,
  getProvenanceImpact,
  getRecalibrationRecommendations,
  getRecentChanges,
  getDegradationTrends,
  getProvenanceStats,
  getRecentExecutions,
});

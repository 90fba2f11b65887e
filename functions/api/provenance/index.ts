import { groupHandler } from '../../http/group.ts';
import {
  getDegradationTrends,
  getParameterHistory,
  getProvenanceEntity,
  getProvenanceImpact,
  getProvenanceLineage,
  getProvenanceStats,
  getRecalibrationRecommendations,
  getRecentChanges,
  getRecentExecutions,
} from './provenance.ts';

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

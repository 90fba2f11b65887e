import { type Route, viewer } from '../../../api/route.ts';

/** Where values come from. */
export const provenanceRoutes = {
  compareExecutions: { method: 'GET', path: '/provenance/compare', group: 'artifacts', ...viewer },
  getParameterHistory: { method: 'GET', path: '/provenance/history', group: 'provenance', ...viewer },
  getProvenanceEntity: { method: 'GET', path: '/provenance/entities/{entity_id}', group: 'provenance', ...viewer },
  getProvenanceLineage: { method: 'GET', path: '/provenance/lineage/{entity_id}', group: 'provenance', ...viewer },
  getProvenanceImpact: { method: 'GET', path: '/provenance/impact/{entity_id}', group: 'provenance', ...viewer },
  getRecalibrationRecommendations: {
    method: 'GET',
    path: '/provenance/recommendations/{entity_id}',
    group: 'provenance',
    ...viewer,
  },
  getRecentChanges: { method: 'GET', path: '/provenance/changes', group: 'provenance', ...viewer },
  getDegradationTrends: { method: 'GET', path: '/provenance/degradation-trends', group: 'provenance', ...viewer },
  getProvenanceStats: { method: 'GET', path: '/provenance/stats', group: 'provenance', ...viewer },
  getRecentExecutions: { method: 'GET', path: '/provenance/executions', group: 'provenance', ...viewer },
} as const satisfies Record<string, Route>;

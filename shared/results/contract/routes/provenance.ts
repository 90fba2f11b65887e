import { type Route, viewer } from '../../../api/route.ts';

/** Where values come from. */
export const provenanceRoutes = {
  compareExecutions: { method: 'GET', path: '/provenance/compare', group: 'artifacts', ...viewer },
  getParameterHistory: { method: 'GET', path: '/provenance/history', group: 'provenance', ...viewer },
  getProvenanceLineage: { method: 'GET', path: '/provenance/lineage/{entity_id}', group: 'provenance', ...viewer },
  getProvenanceImpact: { method: 'GET', path: '/provenance/impact/{entity_id}', group: 'provenance', ...viewer },
} as const satisfies Record<string, Route>;

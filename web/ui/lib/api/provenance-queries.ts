import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { inProject } from './queries.ts';

/** The most versions of a parameter to choose from. */
const shownVersions = 50;

/** The newest versions of a parameter of a qubit or coupling. */
export const versionsQuery = (chipId: string, qid: string, metric: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'versions', qid, metric),
    queryFn: () =>
      api.getParameterHistory({
        query: { chip_id: chipId, qid, parameter_name: metric, limit: shownVersions },
      }),
  });

/** What a version came from: its task and what that started from. */
export const lineageQuery = (chipId: string, entityId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'lineage', entityId),
    queryFn: () => api.getProvenanceLineage({ params: { entity_id: entityId }, query: { max_depth: 2 } }),
  });

/** What came from a version. */
export const impactQuery = (chipId: string, entityId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'impact', entityId),
    queryFn: () => api.getProvenanceImpact({ params: { entity_id: entityId } }),
  });

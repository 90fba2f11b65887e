import type { routes } from '#shared/api/routes.ts';
import { entityIdOf } from '#shared/results/rules/provenance/entity-id.ts';
import type { SamplesOf } from './sample.ts';

/** The value that a task result of the scene has measured. */
const ofValue = (chipId: string, taskId: string) => ({
  entity_id: entityIdOf({ kind: 'task', chipId, metric: 't1', taskId }),
});

export const provenanceSamples = {
  compareExecutions: ({ executionId }) => ({
    query: { execution_id_before: executionId, execution_id_after: executionId },
  }),
  getParameterHistory: ({ chipId }) => ({ query: { parameter_name: 't1', qid: '0', chip_id: chipId } }),
  getProvenanceEntity: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getProvenanceLineage: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getProvenanceImpact: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getRecalibrationRecommendations: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getRecentChanges: () => ({ query: { parameter_names: ['t1'] } }),
  getDegradationTrends: () => ({ query: { parameter_names: ['t1'] } }),
  getProvenanceStats: () => ({}),
  getRecentExecutions: () => ({}),
} satisfies Partial<SamplesOf<typeof routes>>;

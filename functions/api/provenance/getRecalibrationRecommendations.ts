import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readOriginOfImpact } from '#shared/services/provenance/first-reads.ts';
import { readRecommendations } from '#shared/services/provenance/graphs.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentRecommendation } from './present.ts';

export const getRecalibrationRecommendations = endpointWithEarlyRead(
  provenanceOperations.getRecalibrationRecommendations,
  (ctx, { params }) => readOriginOfImpact(ctx, params.entity_id),
  async ({ ctx, params, query }, origin) => {
    const { graph, tasks, affected } = await readRecommendations(ctx, origin, query.max_depth);
    return {
      source_entity_id: params.entity_id,
      source_parameter_name: graph.origin.metric,
      source_qid: graph.origin.target.id,
      recommended_tasks: tasks.map(presentRecommendation),
      total_affected_parameters: affected.length,
      max_depth_reached: Math.max(...graph.nodes.map(({ depth }) => depth)),
      complete: graph.complete,
    };
  },
);

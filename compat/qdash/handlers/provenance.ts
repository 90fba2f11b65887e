import { endpoint, endpointWithEarlyRead } from '#functions/http/endpoint.ts';
import { presentVersion } from '#functions/results/present-provenance.ts';
import { readCalibratedChips, readOriginOfImpact } from '#shared/results/verbs/provenance/first-reads.ts';
import { readEntity } from '#shared/results/verbs/provenance/read-entity.ts';
import { qdashProvenanceOperations } from '../contract/operations/provenance.ts';
import { readDegradationTrends } from '../verbs/degradation-trends.ts';
import { readMeasuringRuns, readProvenanceStats, readRecentChanges } from '../verbs/recent-changes.ts';
import { readRecommendations } from '../verbs/recommendations.ts';
import { presentChange, presentRecommendation, presentTrend } from './present-provenance.ts';

export const getDegradationTrends = endpointWithEarlyRead(
  qdashProvenanceOperations.getDegradationTrends,
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

export const getProvenanceEntity = endpoint(qdashProvenanceOperations.getProvenanceEntity, async ({ ctx, params }) => {
  const { chipId, version } = await readEntity(ctx, params.entity_id);
  return presentVersion(version, { projectId: ctx.projectId, chipId, validUntil: undefined, current: null });
});

export const getProvenanceStats = endpointWithEarlyRead(
  qdashProvenanceOperations.getProvenanceStats,
  readCalibratedChips,
  async ({ ctx }, chips) => {
    const { entities, activities, generated, recent, countedAll } = await readProvenanceStats(ctx, chips);
    const { projectId } = ctx;
    return {
      total_entities: entities,
      total_activities: activities,
      total_relations: generated,
      relation_counts: { wasGeneratedBy: generated },
      recent_entities: recent.map(({ chipId, version }) =>
        presentVersion(version, { projectId, chipId, validUntil: undefined, current: true }),
      ),
      counted_all: countedAll,
    };
  },
);

export const getRecalibrationRecommendations = endpointWithEarlyRead(
  qdashProvenanceOperations.getRecalibrationRecommendations,
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

export const getRecentChanges = endpointWithEarlyRead(
  qdashProvenanceOperations.getRecentChanges,
  readCalibratedChips,
  async ({ ctx, query }, chips) => {
    const { within_hours: withinHours, limit, parameter_names: names } = query;
    const { changes, total, countedAll } = await readRecentChanges(ctx, chips, { withinHours, limit, names });
    return { changes: changes.map(presentChange), total_count: total, counted_all: countedAll };
  },
);

export const getRecentExecutions = endpoint(qdashProvenanceOperations.getRecentExecutions, async ({ ctx, query }) => {
  const runs = await readMeasuringRuns(ctx, query.limit);
  const executions = runs.map(({ executionId, startAt, createdAt, chipId }) => ({
    execution_id: executionId,
    valid_from: startAt ?? createdAt,
    chip_id: chipId,
  }));
  return { executions };
});

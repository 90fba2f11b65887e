import { provenanceOperations } from '#shared/results/contract/operations/provenance.ts';
import { readCalibratedChips, readOrigin, readOriginOfImpact } from '#shared/results/verbs/provenance/first-reads.ts';
import { readImpact, readLineage, readRecommendations } from '#shared/results/verbs/provenance/graphs.ts';
import { lastCalibrated, readParameterHistory } from '#shared/results/verbs/provenance/history.ts';
import { readEntity } from '#shared/results/verbs/provenance/read-entity.ts';
import { readMeasuringRuns, readProvenanceStats, readRecentChanges } from '#shared/results/verbs/provenance/recent.ts';
import { readDegradationTrends } from '#shared/results/verbs/provenance/trends.ts';
import { endpoint, endpointWithEarlyRead } from '../http/endpoint.ts';
import {
  presentChange,
  presentGraph,
  presentRecommendation,
  presentTrend,
  presentVersion,
} from './present-provenance.ts';

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

export const getParameterHistory = endpointWithEarlyRead(
  provenanceOperations.getParameterHistory,
  async (ctx, { query }) => (query.chip_id === undefined ? readCalibratedChips(ctx) : []),
  async ({ ctx, query }, chips) => {
    const { parameter_name: metric, qid, chip_id: named, limit } = query;
    const chipId = named ?? lastCalibrated(ctx, chips);
    const { versions, ...found } = await readParameterHistory(ctx, { chipId, metric, qid }, limit);
    const { projectId } = ctx;
    return {
      parameter_name: metric,
      qid: found.qid,
      chip_id: chipId,
      versions: versions.map(({ version, followedAt, current }) =>
        presentVersion(version, { projectId, chipId, validUntil: followedAt, current }),
      ),
      total_versions: found.total,
      counted_all: found.countedAll,
    };
  },
);

export const getProvenanceEntity = endpoint(provenanceOperations.getProvenanceEntity, async ({ ctx, params }) => {
  const { chipId, version } = await readEntity(ctx, params.entity_id);
  return presentVersion(version, { projectId: ctx.projectId, chipId, validUntil: undefined, current: null });
});

export const getProvenanceImpact = endpointWithEarlyRead(
  provenanceOperations.getProvenanceImpact,
  (ctx, { params }) => readOriginOfImpact(ctx, params.entity_id),
  async ({ ctx, query: { max_depth: maxDepth } }, origin) =>
    presentGraph(ctx.projectId, await readImpact(ctx, origin, maxDepth), maxDepth),
);

export const getProvenanceLineage = endpointWithEarlyRead(
  provenanceOperations.getProvenanceLineage,
  (ctx, { params }) => readOrigin(ctx, params.entity_id),
  async ({ ctx, query: { max_depth: maxDepth } }, origin) =>
    presentGraph(ctx.projectId, await readLineage(ctx, origin, maxDepth), maxDepth),
);

export const getProvenanceStats = endpointWithEarlyRead(
  provenanceOperations.getProvenanceStats,
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

export const getRecentChanges = endpointWithEarlyRead(
  provenanceOperations.getRecentChanges,
  readCalibratedChips,
  async ({ ctx, query }, chips) => {
    const { within_hours: withinHours, limit, parameter_names: names } = query;
    const { changes, total, countedAll } = await readRecentChanges(ctx, chips, { withinHours, limit, names });
    return { changes: changes.map(presentChange), total_count: total, counted_all: countedAll };
  },
);

export const getRecentExecutions = endpoint(provenanceOperations.getRecentExecutions, async ({ ctx, query }) => {
  const runs = await readMeasuringRuns(ctx, query.limit);
  const executions = runs.map(({ executionId, startAt, createdAt, chipId }) => ({
    execution_id: executionId,
    valid_from: startAt ?? createdAt,
    chip_id: chipId,
  }));
  return { executions };
});

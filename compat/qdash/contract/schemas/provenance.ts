import * as z from 'zod';
import { instant } from '#shared/api/schemas/common.ts';
import { parameterVersion, source, version } from '#shared/results/contract/schemas/provenance.ts';

/** Wire shapes of QDash's pages of provenance. */

/** Which tasks to run again, in their order. */
export const recommendations = z
  .object({
    source_entity_id: z.string(),
    source_parameter_name: z.string(),
    source_qid: z.string(),
    recommended_tasks: z.array(
      z
        .object({
          task_name: z.string(),
          priority: z.int().meta({ description: '1 first' }),
          affected_parameters: z.array(z.string()),
          affected_qids: z.array(z.string()),
          reason: z.string(),
        })
        .meta({ id: 'RecommendedTaskResponse' }),
    ),
    total_affected_parameters: z.int().meta({ description: 'Current values that came from it' }),
    max_depth_reached: z.int(),
    complete: z.boolean(),
  })
  .meta({ id: 'RecalibrationRecommendationResponse' });

/** A value that has replaced another one. */
export const parameterChange = z
  .object({
    entity_id: z.string(),
    parameter_name: z.string(),
    qid: z.string(),
    chip_id: z.string(),
    value: z.number(),
    previous_value: z.number().nullable().meta({ description: 'Of the version that counted before it' }),
    unit: z.string(),
    delta: z.number().nullable(),
    delta_percent: z.number().nullable().meta({ description: 'Of the previous value; null where that is 0' }),
    version,
    valid_from: instant,
    task_name: z.string(),
    execution_id: z.string(),
    error: z.number(),
    previous_error: z.number().nullable(),
    source,
    recorded_by: z.string(),
  })
  .meta({ id: 'ParameterChangeResponse' });

export const recentChanges = z
  .object({
    changes: z.array(parameterChange),
    total_count: z.int().meta({ description: 'Parameters that changed, those that are not listed too' }),
    counted_all: z.boolean().meta({ description: 'False where not every chip was looked at' }),
  })
  .meta({ id: 'RecentChangesResponse' });

export const degradationTrends = z
  .object({
    trends: z.array(
      z
        .object({
          parameter_name: z.string(),
          qid: z.string(),
          chip_id: z.string(),
          evaluation_mode: z.string(),
          streak_count: z.int(),
          total_delta: z.number(),
          total_delta_percent: z.number().meta({ description: '0 where the first value is 0' }),
          delta_per_step: z.number(),
          current_value: z.number(),
          current_entity_id: z.string(),
          unit: z.string(),
          values: z.array(z.number()).meta({ description: 'Those of the streak, the oldest first' }),
          valid_from: instant,
        })
        .meta({ id: 'DegradationTrendResponse' }),
    ),
    total_count: z.int(),
    counted_all: z.boolean().meta({ description: 'False where not every chip, or not every value, was looked at' }),
  })
  .meta({ id: 'DegradationTrendsResponse' });

export const provenanceStats = z
  .object({
    total_entities: z.int(),
    total_activities: z.int(),
    total_relations: z.int(),
    relation_counts: z.record(z.string(), z.int()),
    recent_entities: z.array(parameterVersion),
    counted_all: z.boolean().meta({ description: 'False where not every chip was looked at' }),
  })
  .meta({ id: 'ProvenanceStatsResponse' });

export const recentExecutions = z
  .object({
    executions: z.array(
      z
        .object({ execution_id: z.string(), valid_from: instant, chip_id: z.string() })
        .meta({ id: 'ExecutionIdResponse' }),
    ),
  })
  .meta({ id: 'RecentExecutionsResponse' });

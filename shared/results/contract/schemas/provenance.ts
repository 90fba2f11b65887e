import * as z from 'zod';
import { instant, targetKind } from '../../../api/schemas/common.ts';

/** Wire shapes of where values came from (rules PROV-1 to PROV-7). */

export const source = z
  .string()
  .meta({ description: 'Where the value came from: `import`, `manual`, a calibration `task`, or the `simulator`' });
export const version = z.int().meta({
  description:
    'Grows with every version of a parameter: the instant from which it is valid, in milliseconds since 1970',
});
const unknownAsEmpty = 'Empty where no task measured it';

const archivedMonth = z.string().nullable().meta({
  description: "UTC month in whose files its task's result is; null where it is not archived",
});

/** One version of a parameter. */
export const parameterVersion = z
  .object({
    entity_id: z.string(),
    parameter_name: z.string(),
    qid: z.string().meta({ description: 'Qubit or coupling id' }),
    target_type: targetKind,
    value: z.number(),
    value_type: z.string(),
    unit: z.string(),
    error: z.number(),
    version,
    valid_from: instant.meta({ description: 'When it was measured' }),
    valid_until: instant.nullable().meta({
      description: 'When the next version that counts was measured; null where none was read: see `current`',
    }),
    current: z.boolean().nullable().meta({
      description: 'Whether it is the current value; null if that was not checked',
    }),
    execution_id: z.string().meta({ description: unknownAsEmpty }),
    task_id: z.string().meta({ description: unknownAsEmpty }),
    task_name: z.string(),
    project_id: z.string(),
    chip_id: z.string(),
    source,
    recorded_by: z.string(),
    recorded_at: instant,
    reason: z.string(),
    cooldown_id: z.string(),
    excluded: z.boolean().meta({ description: 'It counts for nothing; it may have been used before that was said' }),
    excluded_reason: z.string(),
    withheld: z
      .enum(['held', 'rejected'])
      .nullable()
      .meta({ description: 'The write gate holds it, or an editor rejected it: it counts for nothing' }),
    archived_month: archivedMonth,
  })
  .meta({ id: 'ParameterVersionResponse' });

/** What gave parameters their values. */
export const activityOfGraph = z
  .object({
    activity_id: z.string(),
    execution_id: z.string(),
    task_id: z.string(),
    task_name: z.string(),
    task_type: z.string(),
    qid: z.string(),
    started_at: instant.meta({ description: 'Of an archived result, when it ended' }),
    ended_at: instant,
    status: z.string(),
    project_id: z.string(),
    chip_id: z.string(),
    source,
    username: z.string(),
    reason: z.string(),
    inputs: z
      .array(
        z.object({
          parameter_name: z.string(),
          value: z.number(),
          unit: z.string(),
          entity_id: z.string().nullable().meta({
            description: 'The version that it was; null for a value that was given, or whose version was not read',
          }),
        }),
      )
      .meta({ description: 'What it started from; of an archived result not known, and empty' }),
    archived_month: archivedMonth,
  })
  .meta({ id: 'ActivityResponse' });

const node = z
  .object({
    node_type: z.enum(['entity', 'activity']),
    node_id: z.string(),
    depth: z.int().meta({ description: 'How many edges it is away from the origin' }),
    entity: parameterVersion.nullable(),
    activity: activityOfGraph.nullable(),
    latest_version: version.nullable().meta({ description: 'Of the current value, if that is newer' }),
  })
  .meta({ id: 'LineageNodeResponse' });

const edge = z
  .object({
    relation_type: z.enum(['wasGeneratedBy', 'used']),
    source_id: z.string().meta({ description: 'The younger end' }),
    target_id: z.string(),
  })
  .meta({ id: 'LineageEdgeResponse' });

const graph = {
  origin: node,
  nodes: z.array(node),
  edges: z.array(edge),
  max_depth: z.int(),
  complete: z.boolean().meta({ description: 'False where more than was read may belong to it' }),
  archived_months: z.array(z.string()).meta({
    description: 'Months of archived results that were met: what these started from is not known',
  }),
};

export const lineage = z.object(graph).meta({ id: 'LineageResponse' });
export const impact = z.object(graph).meta({ id: 'ImpactResponse' });

/** The versions of one parameter. */
export const parameterHistory = z
  .object({
    parameter_name: z.string(),
    qid: z.string(),
    chip_id: z.string(),
    versions: z.array(parameterVersion),
    total_versions: z.int().meta({ description: 'As far as they were counted' }),
    counted_all: z.boolean().meta({ description: 'False where there are more than were counted' }),
  })
  .meta({ id: 'ParameterHistoryResponse' });

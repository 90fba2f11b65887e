import * as z from 'zod';
import { completeUntil } from '../../../api/schemas/common.ts';
import { executionStatus, taskStatus } from '../../../runs/contract/schemas/executions.ts';

/** Wire shapes of the comparison of two executions (rule QDASH-23). */

const parameterDiff = z
  .object({
    parameter_name: z.string(),
    qid: z.string().meta({ description: 'Qubit or coupling id' }),
    value_before: z.number().nullable(),
    value_after: z.number().nullable(),
    delta: z.number().nullable().meta({ description: 'Null where the units differ, or one value is missing' }),
    delta_percent: z.number().nullable().meta({ description: 'Of the value before; null where that is 0' }),
    unit_before: z.string().nullable(),
    unit_after: z.string().nullable(),
    task_id_before: z.string().nullable(),
    task_id_after: z.string().nullable(),
  })
  .meta({ id: 'ParameterDiffResponse' });

const comparedExecution = z
  .object({
    execution_id: z.string(),
    chip_id: z.string(),
    status: executionStatus,
    flow_name: z.string(),
    flow_version: z.int(),
    plan_hash: z.string().nullable().meta({ description: "Of the execution's snapshot; null where there is none" }),
    elapsed_seconds: z.number().nullable(),
    by_status: z.partialRecord(taskStatus, z.int()),
    archived_tasks: z.int().meta({ description: 'Of its tasks, those whose results are in files and not compared' }),
    archived_months: z.array(z.string()).meta({ description: 'The months of these files, of UTC, such as 202601' }),
    complete_until: completeUntil('Everything that was written of its tasks'),
  })
  .meta({ id: 'ComparedExecution' });

/** What differs between two executions. */
export const executionComparison = z
  .object({
    execution_id_before: z.string(),
    execution_id_after: z.string(),
    added_parameters: z.array(parameterDiff),
    removed_parameters: z.array(parameterDiff),
    changed_parameters: z.array(parameterDiff),
    unchanged_count: z.int(),
    before: comparedExecution,
    after: comparedExecution,
    run_parameters: z
      .array(z.object({ name: z.string(), value_before: z.unknown(), value_after: z.unknown() }))
      .meta({ description: 'Parameters of the runs that differ; null for one that a run has not' }),
    start_state: z
      .object({
        added_parameters: z.array(parameterDiff),
        removed_parameters: z.array(parameterDiff),
        changed_parameters: z.array(parameterDiff),
        unchanged_count: z.int(),
        topology_changed: z.boolean(),
        cooldown_id_before: z.string().nullable(),
        cooldown_id_after: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The chips as the runs found them; null unless both have a snapshot' }),
  })
  .meta({ id: 'ExecutionComparisonResponse' });

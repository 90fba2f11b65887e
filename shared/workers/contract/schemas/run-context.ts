import * as z from 'zod';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { instant, targetKind } from '../../../api/schemas/common.ts';
import { attempt, reportedPlace } from '../../../results/contract/schemas/task-results.ts';
import { inputValues } from '../../../values/contract/schemas/parameters.ts';

const contextValue = z.object({
  kind: targetKind,
  target_id: z.string(),
  metric: z.string(),
  value: z.number().nullable().meta({ description: 'Null for a faulty mark' }),
  error: z.number().nullable(),
  unit: z.string(),
  measured_at: instant,
  state: z
    .enum(['current', 'held', 'faulty'])
    .meta({ description: 'A `held` value waits in addition to the current one' }),
  source: z.string().nullable(),
  execution_id: z.string().nullable(),
  task_id: z.string().nullable(),
});

/** A page of a run's context for its worker. */
export const runContext = z
  .object({
    chip: z
      .object({
        chip_id: z.string(),
        size: z.int(),
        qubits: z.array(z.object({ qid: z.string(), mux_id: z.int().nullable() })),
        couplings: z.array(z.object({ coupling_id: z.string() })),
        muxes: z.array(z.object({ mux_id: z.int(), qids: z.array(z.string()) })),
      })
      .nullable()
      .meta({ description: 'On the first page' }),
    task_parameters: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: '`default_run_parameters` of the flow, on the first page' }),
    values: z.array(contextValue),
    results: z
      .array(
        z.object({
          task_id: z.string(),
          task: z.string(),
          task_type: z.enum(['qubit', 'coupling', 'global', 'system']),
          qid: z.string().meta({ description: 'As it was reported' }),
          ...reportedPlace,
          upstream_id: z
            .string()
            .optional()
            .meta({ description: 'With `qid_role`: the `task_id` of the coupling whose task measured it' }),
          stage: z.int(),
          attempt,
          status: z.enum(TASK_STATUSES),
          message: z.string(),
          output_parameters: inputValues,
          r2: z.number().nullable(),
          end_at: instant.nullable(),
        }),
      )
      .meta({ description: 'What has ended in this run' }),
    results_complete: z.boolean().nullable().meta({
      description: 'On the last page of results. False: an index lags; begin again in a second',
    }),
    last_good: z
      .array(
        z.object({
          task: z.string(),
          task_type: z.enum(['qubit', 'coupling']),
          qid: z.string(),
          execution_id: z.string(),
          task_id: z.string(),
          end_at: instant,
        }),
      )
      .meta({ description: 'The newest completed result that counts; of the 25 before a failed one' }),
    next: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last one' }),
  })
  .meta({ id: 'RunContext' });

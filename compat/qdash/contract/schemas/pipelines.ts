import * as z from 'zod';
import { chipId } from '#shared/api/schemas/common.ts';
import { executedFlow } from '#shared/flows/contract/schemas/flows.ts';

const backendName = z.string().min(1).max(100);

/** A pipeline that is checked or started. */
export const pipelineBody = z
  .object({
    chip_id: chipId,
    spec: z
      .record(z.string(), z.unknown())
      .meta({ description: 'As `spec_schema` of `GET /calibration-pipelines/catalog` describes it' }),
    backend_name: backendName.nullish().meta({ description: 'The simulator if absent' }),
  })
  .meta({ id: 'CalibrationPipelineRequest' });

const place = z.object({
  path: z.string().meta({ description: 'Of the spec, such as `steps[2].tasks[0]`' }),
  message: z.string(),
});

const targets = z.object({
  qids: z.array(z.string()),
  mux_ids: z.array(z.int()),
  exclude_qids: z.array(z.string()),
});

const steps = z.array(
  z.object({
    index: z.int().meta({ description: 'From 1' }),
    type: z.string(),
    name: z.string(),
    kind: z.enum(['calibration', 'transform']),
    tasks: z.array(z.string()),
  }),
);

/** What a look over a pipeline found. */
export const pipelineValidation = z
  .object({
    valid: z.boolean(),
    problems: z.array(place),
    unused: z.array(place).meta({ description: 'What the backend accepts and does not use' }),
    backend_name: z.string(),
    spec: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'With its defaults; null if its shape is wrong' }),
    targets: targets.nullable(),
    steps,
    task_run_count: z.int().meta({ description: 'Tasks of one target' }),
  })
  .meta({ id: 'CalibrationPipelineValidation' });

/** A started pipeline. */
export const executedPipeline = executedFlow
  .extend({ steps, targets: targets.nullable() })
  .meta({ id: 'ExecutedPipeline' });

/** What a pipeline is made of. */
export const pipelineCatalogue = z
  .object({
    backend_name: z.string(),
    step_types: z.array(
      z.object({
        type: z.string(),
        kind: z.enum(['calibration', 'transform']),
        description: z.string(),
        requires: z.array(z.string()).meta({ description: 'One of these must come from an earlier step' }),
        provides: z.array(z.string()),
        task_scope: z.enum(['qubit', 'coupling']).nullable(),
        default_tasks: z.array(z.string()),
      }),
    ),
    one_qubit_modes: z.array(z.string()),
    tasks: z.record(z.string(), z.array(z.string())).meta({ description: 'Names of tasks by their type' }),
    spec_schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of a spec' }),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'CalibrationPipelineCatalog' });

export const pipelineBackendQuery = z.object({ backend_name: backendName.optional() });

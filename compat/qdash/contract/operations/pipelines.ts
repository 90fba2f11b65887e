import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { flowName } from '#shared/flows/contract/schemas/flow-name.ts';
import { boundedMap } from '#shared/flows/contract/schemas/flows.ts';
import {
  executedPipeline,
  pipelineBackendQuery,
  pipelineBody,
  pipelineCatalogue,
  pipelineValidation,
} from '../schemas/pipelines.ts';

/** A run whose start is asked about; a field that is null is not given. */
const executionAvailabilityBody = z
  .object({
    flow_name: flowName.nullish(),
    parameters: boundedMap.nullish().meta({ description: 'As for the start; of these, only `chip_id` is checked' }),
  })
  .meta({ id: 'ExecutionAvailabilityRequest' });

/** Whether a run could start now. */
const executionAvailability = z
  .object({
    available: z.boolean(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why not, naming the run that holds the lock; null if available' }),
  })
  .meta({ id: 'ExecutionAvailability' });

/** Runs that are described by steps, without a flow. */
export const pipelinesOperations = {
  getCalibrationPipelineCatalog: define('getCalibrationPipelineCatalog', {
    summary: 'The steps, tasks and the schema of calibration pipelines',
    query: pipelineBackendQuery,
    status: 200,
    response: pipelineCatalogue,
  }),
  validateCalibrationPipeline: define('validateCalibrationPipeline', {
    summary: 'Check a calibration pipeline without running it',
    description:
      'A pipeline with problems is 200 as well: `valid` is false, and each problem has its place in the spec.',
    body: pipelineBody,
    status: 200,
    response: pipelineValidation,
  }),
  executeCalibrationPipeline: define('executeCalibrationPipeline', {
    summary: 'Check a calibration pipeline and start it as one run',
    description:
      'Without problems, else 400 with all of them. On the simulator the service runs it itself. On another backend a worker does that has announced the flow `calibration_pipeline`; it gets the spec as the parameter `spec`.',
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: pipelineBody,
    status: 200,
    response: executedPipeline,
    errors: ['unknown_reference', 'run_active', 'limit_reached'],
  }),
  checkExecutionAvailability: define('checkExecutionAvailability', {
    summary: 'Whether a run could start now',
    description:
      'Reserves nothing and starts nothing, so that a start may still be refused. The flow and the chip that the request names must exist.',
    body: executionAvailabilityBody,
    status: 200,
    response: executionAvailability,
    errors: ['unknown_reference'],
  }),
};

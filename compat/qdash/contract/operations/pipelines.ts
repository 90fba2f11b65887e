import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import {
  executedPipeline,
  pipelineBackendQuery,
  pipelineBody,
  pipelineCatalogue,
  pipelineValidation,
} from '../schemas/pipelines.ts';

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
};

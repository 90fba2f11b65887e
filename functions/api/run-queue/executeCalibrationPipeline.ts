import { pipelineOperations } from '#shared/contract/operations/pipelines.ts';
import { executePipeline } from '#shared/services/pipelines/execute-pipeline.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentSteps, presentTargets } from '../pipelines.ts';
import { presentStartedRun } from '../started-run.ts';

export const executeCalibrationPipeline = endpoint(
  pipelineOperations.executeCalibrationPipeline,
  async ({ ctx, headers, body }) => {
    const request = { chipId: body.chip_id, spec: body.spec, backend: body.backend_name ?? undefined };
    const requestKey = headers['idempotency-key'];
    const { run, checked } = await executePipeline(orchestrated(ctx), { ...request, requestKey });
    const started = await presentStartedRun(ctx, run);
    return { ...started, steps: presentSteps(checked.spec), targets: presentTargets(checked.spec) };
  },
);

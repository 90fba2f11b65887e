import { pipelineOperations } from '#shared/contract/operations/pipelines.ts';
import { tasksOf } from '#shared/domain/pipelines/spec.ts';
import { checkPipeline } from '#shared/services/pipelines/check-pipeline.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentSteps, presentTargets } from '../pipelines.ts';

export const validateCalibrationPipeline = endpoint(
  pipelineOperations.validateCalibrationPipeline,
  async ({ ctx, body }) => {
    const request = { chipId: body.chip_id, spec: body.spec, backend: body.backend_name ?? undefined };
    const { backend, spec, problems, unused } = await checkPipeline(ctx, request);
    return {
      ...{ valid: problems.length === 0, problems, unused, backend_name: backend },
      spec: spec ? { ...spec } : null,
      targets: presentTargets(spec),
      steps: presentSteps(spec),
      task_run_count: (spec?.steps ?? []).flatMap(tasksOf).length,
    };
  },
);

import { endpoint } from '#functions/http/endpoint.ts';
import { orchestrated } from '#functions/ports.ts';
import { presentStartedRun } from '#functions/runs/started-run.ts';
import { managedBackend } from '#shared/flows/verbs/prepare-task.ts';
import { pipelinesOperations } from '../contract/operations/pipelines.ts';
import { tasksOf } from '../rules/pipelines/spec.ts';
import { stepTypeNames, stepTypes } from '../rules/pipelines/step-types.ts';
import { checkAvailability } from '../verbs/check-availability.ts';
import { checkPipeline, pipelineTasks } from '../verbs/pipelines/check-pipeline.ts';
import { executePipeline } from '../verbs/pipelines/execute-pipeline.ts';
import { oneQubitModes, specJsonSchema } from '../verbs/pipelines/spec-schema.ts';
import { presentSteps, presentTargets } from './present-pipelines.ts';

export const executeCalibrationPipeline = endpoint(
  pipelinesOperations.executeCalibrationPipeline,
  async ({ ctx, headers, body }) => {
    const request = { chipId: body.chip_id, spec: body.spec, backend: body.backend_name ?? undefined };
    const requestKey = headers['idempotency-key'];
    const { run, checked } = await executePipeline(orchestrated(ctx), { ...request, requestKey });
    const started = await presentStartedRun(ctx, run);
    return { ...started, steps: presentSteps(checked.spec), targets: presentTargets(checked.spec) };
  },
);

const example = {
  name: 'coherence-of-the-good-ones',
  targets: { qids: ['0', '1'] },
  steps: [
    { type: 'OneQubitCheck' },
    { type: 'FilterByStatus' },
    { type: 'CustomOneQubit', step_name: 'coherence', tasks: ['CheckT1', 'CheckT2Echo'] },
  ],
  default_run_parameters: { shots: 1024 },
};

export const getCalibrationPipelineCatalog = endpoint(
  pipelinesOperations.getCalibrationPipelineCatalog,
  async ({ ctx, query }) => {
    const backend = query.backend_name ?? managedBackend;
    return {
      backend_name: backend,
      step_types: stepTypeNames.map((type) => {
        const { kind, description, requires, provides, taskScope, defaultTasks } = stepTypes[type];
        return {
          ...{ type, kind, description, requires: [...requires], provides: [...provides] },
          ...{ task_scope: taskScope, default_tasks: [...defaultTasks] },
        };
      }),
      one_qubit_modes: [...oneQubitModes],
      tasks: await pipelineTasks(ctx, backend),
      spec_schema: specJsonSchema(),
      example,
    };
  },
);

export const validateCalibrationPipeline = endpoint(
  pipelinesOperations.validateCalibrationPipeline,
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

export const checkExecutionAvailability = endpoint(
  pipelinesOperations.checkExecutionAvailability,
  async ({ ctx, body }) => {
    const chipId = body.parameters?.chip_id;
    const named = { flowName: body.flow_name ?? undefined, chipId: typeof chipId === 'string' ? chipId : undefined };
    const reason = await checkAvailability(orchestrated(ctx), named);
    return { available: reason === undefined, reason: reason ?? null };
  },
);

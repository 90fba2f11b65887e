import { pipelineOperations } from '#shared/contract/operations/pipelines.ts';
import { stepTypeNames, stepTypes } from '#shared/domain/pipelines/step-types.ts';
import { managedBackend } from '#shared/services/flows/prepare-task.ts';
import { pipelineTasks } from '#shared/services/pipelines/pipeline-catalogue.ts';
import { oneQubitModes, specJsonSchema } from '#shared/services/pipelines/spec-schema.ts';
import { endpoint } from '../../http/endpoint.ts';

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
  pipelineOperations.getCalibrationPipelineCatalog,
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

import { flowOperations } from '#shared/contract/operations/flows.ts';
import { validateFlow as validate } from '#shared/services/flows/validate-flow.ts';
import { endpoint } from '../../http/endpoint.ts';

export const validateFlow = endpoint(flowOperations.validateFlow, async ({ ctx, body }) => {
  const { code, name, chip_id: chipId, runner: requestedRunner, parameters } = body;
  const validation = await validate(ctx, {
    ...{ code, name, chipId, runner: requestedRunner },
    parameters: parameters ?? {},
  });
  const { runner, problems, taskCount, taskNames, runParameters, form, simulated } = validation;
  return {
    valid: problems.length === 0,
    runner,
    problems: problems.map(({ place, message, path }) => ({
      line: place?.line ?? null,
      column: place?.column ?? null,
      message,
      path,
    })),
    task_count: taskCount ?? null,
    task_names: taskNames ?? null,
    run_parameters:
      runParameters?.map(({ valueType, ...parameter }) => ({ ...parameter, value_type: valueType })) ?? null,
    form: form ?? null,
    simulated_values: simulated?.simulatedValues ?? null,
    chip_has_real_values: simulated?.isReal ?? null,
  };
});

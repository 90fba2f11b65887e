import { flowOperations } from '#shared/contract/operations/flows.ts';
import { validateFlow as validate } from '#shared/services/flows/validate-flow.ts';
import { endpoint } from '../../http/endpoint.ts';

export const validateFlow = endpoint(flowOperations.validateFlow, async ({ ctx, body }) => {
  const { code, chip_id: chipId, runner: wanted, parameters } = body;
  const looked = await validate(ctx, { code, chipId, runner: wanted, parameters: parameters ?? {} });
  const { runner, problems, taskCount } = looked;
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
  };
});

import { flowOperations } from '#shared/contract/operations/flows.ts';
import { reExecuteTask } from '#shared/services/flows/re-execute-task.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentStartedRun } from '../started-run.ts';

export const reExecuteTaskResult = endpoint(
  flowOperations.reExecuteTaskResult,
  async ({ ctx, params, headers, body }) => {
    const overrides = body.parameter_overrides;
    const run = await reExecuteTask(orchestrated(ctx), {
      taskId: params.task_id,
      overrides: { run: overrides?.run ?? {}, input: overrides?.input ?? {} },
      updateParams: body.update_params ?? true,
      simulatedValues: body.simulated_values ?? undefined,
      reconfigure: body.reconfigure ?? false,
      requestKey: headers['idempotency-key'],
    });
    return presentStartedRun(ctx, run);
  },
);

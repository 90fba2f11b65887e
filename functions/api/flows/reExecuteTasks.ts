import { flowOperations } from '#shared/contract/operations/flows.ts';
import { repeatTasks } from '#shared/services/flows/repeat-tasks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentStartedRun } from '../started-run.ts';

export const reExecuteTasks = endpoint(flowOperations.reExecuteTasks, async ({ ctx, params, headers, body }) => {
  const run = await repeatTasks(orchestrated(ctx), {
    executionId: params.execution_id,
    which: body.which,
    taskIds: body.task_ids ?? undefined,
    simulatedValues: body.simulated_values ?? undefined,
    requestKey: headers['idempotency-key'],
  });
  return presentStartedRun(ctx, run);
});

import { flowOperations } from '#shared/contract/operations/flows.ts';
import { readRepeatedRun, repeatableTasks } from '#shared/services/flows/repeat-tasks.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';

/** Most tasks that an answer names; all are counted. */
const MOST_NAMED = 1000;

export const getRepeatableTasks = endpointWithEarlyRead(
  flowOperations.getRepeatableTasks,
  (ctx, { params }) => readRepeatedRun(ctx, params.execution_id),
  async ({ ctx, query }, run) => {
    const { execution, tasks } = await repeatableTasks(ctx, run, query.which);
    return {
      execution_id: execution.executionId,
      flow_name: execution.flowName,
      chip_id: execution.chipId,
      backend: execution.backend,
      total: tasks.length,
      tasks: tasks.slice(0, MOST_NAMED).map(({ taskId, task, target }) => ({
        ...{ task_id: taskId, task_name: task.name, task_type: task.type, target_id: target },
      })),
    };
  },
);

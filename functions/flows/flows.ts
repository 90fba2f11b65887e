import { flowOperations } from '#shared/flows/contract/operations/flows.ts';
import { flowFilePath } from '#shared/flows/rules/file-paths.ts';
import { executeFlow as execute } from '#shared/flows/verbs/execute-flow.ts';
import { reExecute } from '#shared/flows/verbs/re-execute.ts';
import { reExecuteTask } from '#shared/flows/verbs/re-execute-task.ts';
import * as read from '#shared/flows/verbs/read-flow.ts';
import { etagOf, readFlow, readFlowVersion } from '#shared/flows/verbs/read-flow.ts';
import { readRepeatedRun, repeatableTasks, repeatTasks } from '#shared/flows/verbs/repeat-tasks.ts';
import { saveFlow as save } from '#shared/flows/verbs/save-flow.ts';
import { validateFlow as validate } from '#shared/flows/verbs/validate-flow.ts';
import { deleteFlow as remove } from '#shared/schedules/verbs/delete-flow.ts';
import { endpoint, endpointWithEarlyRead } from '../http/endpoint.ts';
import { indexedPageOf } from '../http/page.ts';
import { Reply } from '../http/response.ts';
import { orchestrated } from '../ports.ts';
import { presentStartedRun } from '../runs/started-run.ts';
import { presentFlow, presentFlowSummary, presentVersion, presentVersionRow } from './present.ts';

export const deleteFlow = endpoint(flowOperations.deleteFlow, async ({ ctx, params }) => {
  const { schedules } = await remove(ctx, params.name);
  const also = schedules > 0 ? `, with ${schedules} ${schedules === 1 ? 'schedule' : 'schedules'}` : '';
  return { message: `Flow '${params.name}' deleted successfully${also}` };
});

export const executeFlow = endpoint(flowOperations.executeFlow, async ({ ctx, params, headers, body }) => {
  const requestKey = headers['idempotency-key'];
  const claimTimeoutSeconds = body.claim_timeout_seconds ?? undefined;
  const persist = body.persist ?? undefined;
  const run = { name: params.name, parameters: body.parameters ?? {}, claimTimeoutSeconds, persist, requestKey };
  return presentStartedRun(ctx, await execute(orchestrated(ctx), run));
});

export const getFlow = endpoint(flowOperations.getFlow, async ({ ctx, params }) => {
  const found = await readFlow(ctx, params.name);
  return new Reply(presentFlow(found), { etag: etagOf(found.flow) });
});

export const getFlowVersion = endpoint(flowOperations.getFlowVersion, async ({ ctx, params }) =>
  presentVersion(await readFlowVersion(ctx, params.name, params.version)),
);

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

export const listFlowVersions = endpoint(flowOperations.listFlowVersions, async ({ ctx, params, query }) => {
  const page = await read.listFlowVersions(ctx, params.name, query);
  return { versions: page.records.map(presentVersionRow), ...indexedPageOf(page) };
});

export const listFlows = endpoint(flowOperations.listFlows, async ({ ctx, query }) => {
  const page = await read.listFlows(ctx, query);
  return { flows: page.records.map(presentFlowSummary), ...indexedPageOf(page) };
});

export const reExecuteFromSnapshot = endpoint(
  flowOperations.reExecuteFromSnapshot,
  async ({ ctx, params, headers, body }) => {
    const run = await reExecute(orchestrated(ctx), {
      executionId: params.execution_id,
      flowName: body.flow_name ?? undefined,
      overrides: body.parameter_overrides ?? {},
      sameVersion: body.from_snapshot_version ?? true,
      requestKey: headers['idempotency-key'],
    });
    return presentStartedRun(ctx, run);
  },
);

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

export const saveFlow = endpoint(flowOperations.saveFlow, async ({ ctx, headers, body }) => {
  const input = {
    name: body.name,
    code: body.code,
    chipId: body.chip_id,
    description: body.description,
    functionName: body.flow_function_name,
    defaultParameters: body.default_parameters ?? {},
    defaultRunParameters: body.default_run_parameters ?? {},
    claimTimeoutSeconds: body.claim_timeout_seconds ?? undefined,
    persist: body.persist ?? undefined,
    tags: body.tags,
    runner: body.runner,
  };
  const conditions = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
  const { flow, outcome, warnings } = await save(ctx, input, conditions);
  const { name, runner, version, updatedAt: updated_at } = flow;
  const message = `Flow '${name}' ${outcome === 'unchanged' ? 'is unchanged' : `${outcome} successfully`}`;
  const etag = etagOf(flow);
  const response = { name, file_path: flowFilePath(flow), message, runner, version, updated_at, etag, warnings };
  return new Reply(response, { etag, status: outcome === 'created' ? 201 : 200 });
});

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

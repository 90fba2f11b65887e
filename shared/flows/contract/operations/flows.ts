import * as z from 'zod';
import { define } from '../../../api/define.ts';
import {
  indexedPageFields,
  integerParam,
  message,
  pageQuery,
  requiredIntegerParam,
} from '../../../api/schemas/common.ts';
import { executionId, taskId } from '../../../runs/contract/schemas/run-ids.ts';
import { flowName } from '../schemas/flow-name.ts';
import {
  executedFlow,
  executeFlowBody,
  flow,
  flowSummary,
  flowTemplate,
  flowTemplateWithCode,
  flowValidation,
  flowVersion,
  flowVersionSummary,
  reExecuteBody,
  reExecuteTaskBody,
  reExecuteTasksBody,
  repeatableTasks,
  repeatedTasks,
  savedFlow,
  saveFlowBody,
  validateFlowBody,
} from '../schemas/flows.ts';

const ofFlow = z.object({ name: flowName });

/** Flows, their versions and templates, and their execution. */
export const flowOperations = {
  listFlows: define('listFlows', {
    summary: 'Flows of the project, the latest update first',
    description: 'May lag behind a save by a moment: see `complete_until`.',
    query: z.object({ ...pageQuery, limit: integerParam({ min: 1, max: 500, fallback: 100 }) }),
    status: 200,
    response: z.object({ flows: z.array(flowSummary), ...indexedPageFields('Every flow that was saved') }),
  }),
  saveFlow: define('saveFlow', {
    summary: 'Save a flow under its name: 201 for a new one, 200 where it replaces one',
    description:
      'Every save makes a version, which stays. With `If-Match` it is refused with 409 when the flow was saved meanwhile, with `If-None-Match: *` when there is one. A managed flow with a mistake is refused with 400, every problem with its line.',
    headers: z.object({ 'if-match': z.string().optional(), 'if-none-match': z.string().optional() }),
    body: saveFlowBody,
    status: 201,
    replacedStatus: 200,
    response: savedFlow,
    errors: ['unknown_reference', 'etag_mismatch'],
    etag: true,
  }),
  listFlowTemplates: define('listFlowTemplates', {
    summary: 'Flows to start from',
    status: 200,
    response: z.array(flowTemplate),
  }),
  getFlowTemplate: define('getFlowTemplate', {
    summary: 'One flow to start from, with its source',
    params: z.object({ template_id: z.string().min(1).max(64) }),
    status: 200,
    response: flowTemplateWithCode,
    errors: ['not_found'],
  }),
  validateFlow: define('validateFlow', {
    summary: 'Look over the source of a flow without saving it',
    body: validateFlowBody,
    status: 200,
    errors: ['unknown_reference'],
    response: flowValidation,
  }),
  getFlow: define('getFlow', {
    summary: 'One flow with its source',
    params: ofFlow,
    status: 200,
    response: flow,
    errors: ['not_found'],
    etag: true,
  }),
  deleteFlow: define('deleteFlow', {
    summary: 'Delete a flow with its schedules',
    description: 'Its versions stay readable one by one, since runs name them; a run that is on goes on.',
    params: ofFlow,
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
  executeFlow: define('executeFlow', {
    summary: 'Start a run of a flow',
    description:
      "Refused with 409 that names the holder while another run of the project is on. `parameters` go over the flow's defaults; an `Idempotency-Key` that is sent again finds the run that it started. A run that could not be started is answered too: it has failed, and `message` says why.",
    params: ofFlow,
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: executeFlowBody,
    status: 200,
    response: executedFlow,
    errors: ['not_found', 'unknown_reference', 'run_active', 'limit_reached'],
  }),
  listFlowVersions: define('listFlowVersions', {
    summary: 'Versions of a flow, the latest first',
    params: ofFlow,
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ versions: z.array(flowVersionSummary), ...indexedPageFields('Every version that was saved') }),
    errors: ['not_found'],
  }),
  getFlowVersion: define('getFlowVersion', {
    summary: 'One version of a flow, also of one that was deleted',
    params: ofFlow.extend({ version: requiredIntegerParam({ min: 1, max: 999_999 }) }),
    status: 200,
    response: flowVersion,
    errors: ['not_found'],
  }),
  reExecuteFromSnapshot: define('reExecuteFromSnapshot', {
    summary: 'Run a flow again as an execution ran it',
    description:
      'The same version of the flow, its original parameters with `parameter_overrides` over them, on the same chip. Any editor may repeat any execution. 400 where the version is gone or the chip does not fit it any more; 409 that names the holder while another run is on. An `Idempotency-Key` that is sent again finds the run that it started.',
    params: z.object({ execution_id: executionId }),
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: reExecuteBody,
    status: 200,
    response: executedFlow,
    errors: ['not_found', 'unknown_reference', 'run_active', 'limit_reached'],
  }),
  getRepeatableTasks: define('getRepeatableTasks', {
    summary: 'The tasks of a run that failed, or whose values went stale since',
    description:
      'What `POST /executions/{execution_id}/re-execute-tasks` runs again. What is excluded is settled. 400 for the run of a worker, 409 for one that is not over.',
    params: z.object({ execution_id: executionId }),
    query: z.object({ which: repeatedTasks }),
    status: 200,
    response: repeatableTasks,
    errors: ['not_found', 'unknown_reference', 'conflict'],
  }),
  reExecuteTasks: define('reExecuteTasks', {
    summary: 'Run exactly the failed tasks of a run again, or the stale ones',
    description:
      'One run of each such task on exactly its target, with the original parameters and seed, in their order. 400 where there is none, where a worker ran them, or a target is gone; 409 that names the holder while another run is on. An `Idempotency-Key` that is sent again finds the run that it started.',
    params: z.object({ execution_id: executionId }),
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: reExecuteTasksBody,
    status: 200,
    response: executedFlow,
    errors: ['not_found', 'unknown_reference', 'conflict', 'run_active', 'limit_reached'],
  }),
  reExecuteTaskResult: define('reExecuteTaskResult', {
    summary: 'Run one task again on its target',
    description:
      "With the original run parameters and `parameter_overrides` over them, as a run of its own. With `update_params: false` its result is kept, and leaves the target's current values, the latest results and the metrics alone. What a worker measured is 400: its flow is run again on the worker. An `Idempotency-Key` that is sent again finds the run that it started.",
    params: z.object({ task_id: taskId }),
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: reExecuteTaskBody,
    status: 200,
    response: executedFlow,
    errors: ['not_found', 'unknown_reference', 'conflict', 'run_active', 'limit_reached'],
  }),
};

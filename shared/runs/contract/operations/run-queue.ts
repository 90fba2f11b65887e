import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { message } from '../../../api/schemas/common.ts';
import { flowName } from '../../../flows/contract/schemas/flow-name.ts';
import { QUEUE_LIMIT } from '../../rules/queue.ts';
import {
  moveQueuedBody,
  queuedFlow,
  queuedRunId,
  queueFlowBody,
  queueTaskBody,
  runQueue,
} from '../schemas/run-queue.ts';

/** The starts that wait behind the run which holds the lock. */
export const runQueueOperations = {
  queueFlow: define('queueFlow', {
    summary: 'Start a run of a flow as soon as no other is on',
    description: `At once, where the lock is free and no start waits; else it waits as the last of at most ${QUEUE_LIMIT} starts of the project. It is started on behalf of the user who queued it, with that user's rights at that time.`,
    params: z.object({ name: flowName }),
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: queueFlowBody,
    status: 200,
    response: queuedFlow,
    errors: ['not_found', 'unknown_reference', 'run_queued', 'limit_reached'],
  }),
  queueTask: define('queueTask', {
    summary: 'Run one task on chosen targets, without a flow',
    description:
      'At once, where the lock is free and no start waits; else it waits in the queue. Its run is as any other; its `note` has `task_name`, and its `flow_version` is 0.',
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: queueTaskBody,
    status: 200,
    response: queuedFlow,
    errors: ['unknown_reference', 'run_queued', 'limit_reached'],
  }),
  getRunQueue: define('getRunQueue', {
    summary: 'The starts that wait, in their order, and those that left the queue',
    status: 200,
    response: runQueue,
  }),
  updateQueuedRun: define('updateQueuedRun', {
    summary: 'Move a start that waits to another position',
    description: 'Answers the queue as it is then.',
    body: moveQueuedBody,
    status: 200,
    response: runQueue,
    errors: ['not_found'],
  }),
  deleteQueuedRun: define('deleteQueuedRun', {
    summary: 'Remove a start that waits',
    description: 'Without `flow_run_id` the only one; 409 where several wait.',
    query: z.object({ flow_run_id: queuedRunId.optional() }),
    status: 200,
    response: message,
    errors: ['not_found', 'run_queued'],
  }),
};

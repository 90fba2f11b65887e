import * as z from 'zod';
import { define } from '../define.ts';
import { message } from '../schemas/common.ts';
import { flowName } from '../schemas/flow-name.ts';
import { queuedFlow, queueFlowBody, runQueue } from '../schemas/run-queue.ts';

/** The start that waits behind the run which holds the lock. */
export const runQueueOperations = {
  queueFlow: define('queueFlow', {
    summary: 'Start a run of a flow as soon as no other is on',
    description:
      'At once, where the lock is free; else it waits, as the one start of the project that may. It is started as whoever queued it, with the rights that they have then.',
    params: z.object({ name: flowName }),
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: queueFlowBody,
    status: 200,
    response: queuedFlow,
    errors: ['not_found', 'unknown_reference', 'run_queued'],
  }),
  getRunQueue: define('getRunQueue', {
    summary: 'The start that waits, and what became of the one before',
    status: 200,
    response: runQueue,
  }),
  deleteQueuedRun: define('deleteQueuedRun', {
    summary: 'Remove the start that waits',
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
};

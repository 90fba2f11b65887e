import * as z from 'zod';
import { instant } from '../../../api/schemas/common.ts';
import { storedParameters } from '../../../values/contract/schemas/parameters.ts';
import { claimTimeout } from '../../../workers/contract/schemas/claim-wait.ts';
import { QUEUE_LIMIT } from '../../rules/queue.ts';

/** Wire shapes of the starts that wait behind the run which holds the lock. */

/** What the run is to be started with, over the flow's default parameters. */
export const queueFlowBody = z.object({
  parameters: storedParameters.nullish(),
  claim_timeout_seconds: claimTimeout,
  persist: z.boolean().nullish().meta({
    description: 'False: its values become current only once an editor accepts them. As the flow says where absent',
  }),
});

const flowRunId = z.string().meta({ description: 'UUID that the run has, or will have' });

/** One task to be run on chosen targets. */
export const queueTaskBody = z
  .object({
    task_name: z.string().max(100).meta({ example: 'CheckT1' }),
    chip_id: z.string(),
    backend: z.string().max(100).default('simulator'),
    parameters: storedParameters.meta({
      description:
        'As for a managed flow: `qids`, `mux_ids` or `coupling_ids` choose the targets, and the run parameters of the task go with them',
      example: { qids: ['0', '1'], shots: 4096 },
    }),
    claim_timeout_seconds: claimTimeout,
    persist: z.boolean().nullish().meta({
      description: 'False: its values become current only once an editor accepts them',
    }),
  })
  .meta({ id: 'QueueTask' });

/** Names a start that waits. */
export const queuedRunId = z.uuid().meta({ description: '`flow_run_id` of a start that waits' });

/** Where a start is moved to. */
export const moveQueuedBody = z.object({
  flow_run_id: queuedRunId,
  position: z.int().min(1).max(QUEUE_LIMIT).meta({ description: '1 is the next; beyond the end it goes last' }),
});

/** The request was carried out: the run was started, or waits. */
export const queuedFlow = z
  .object({
    state: z.enum(['started', 'queued']),
    execution_id: z.string().nullable().meta({ description: 'Null while it waits' }),
    flow_run_id: flowRunId,
    chip_id: z.string().nullable().meta({ description: 'The chip that it is for' }),
    behind: z.string().nullable().meta({ description: 'The execution that it waits for' }),
    position: z.int().nullable().meta({ description: 'Its place in the queue, from 1; null once it was started' }),
    queued_at: instant,
    message: z.string(),
  })
  .meta({ id: 'QueuedFlow' });

const scheduleId = z.string().nullable().meta({ description: 'The schedule that queued it; null for a person' });

/** A start that waits. */
const queuedRun = z
  .object({
    flow_name: z.string().meta({ description: 'Of a run of one task, that task' }),
    task_name: z.string().nullable().meta({ description: 'Null for a run of a flow' }),
    flow_run_id: flowRunId,
    parameters: z.record(z.string(), z.unknown()),
    queued_by: z.string(),
    queued_at: instant,
    chip_id: z.string().nullable().meta({ description: "Null where the lock is the project's" }),
    behind: z.string().nullable().meta({ description: 'The execution that holds the lock' }),
    position: z.int().meta({ description: 'From 1, the next' }),
    estimated_start: instant.nullable().meta({
      description:
        'If every run before it takes the median of the completed ones of its flow; null where a flow before it has none',
    }),
    schedule_id: scheduleId,
  })
  .meta({ id: 'QueuedRun' });

/** A start that has left the queue. */
export const settledRun = z
  .object({
    flow_name: z.string().meta({ description: 'Of a run of one task, that task' }),
    task_name: z.string().nullable().meta({ description: 'Null for a run of a flow' }),
    flow_run_id: flowRunId,
    chip_id: z.string().nullable().meta({ description: "Null for a flow where the lock was the project's" }),
    queued_by: z.string(),
    queued_at: instant,
    outcome: z.enum(['started', 'failed', 'removed']),
    at: instant,
    execution_id: z.string().nullable(),
    message: z.string(),
    schedule_id: scheduleId,
  })
  .meta({ id: 'SettledRun' });

/** The starts that wait, and those that left the queue. */
export const runQueue = z
  .object({
    queued: queuedRun.nullable().meta({ description: 'The first of `waiting`' }),
    last: settledRun.nullable().meta({ description: 'The first of `settled`' }),
    waiting: z.array(queuedRun).max(QUEUE_LIMIT).meta({ description: 'In the order in which they start' }),
    settled: z.array(settledRun).max(QUEUE_LIMIT).meta({ description: 'The newest that left, the latest first' }),
  })
  .meta({ id: 'RunQueue' });

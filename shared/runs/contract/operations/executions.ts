import * as z from 'zod';
import { MOST_ACTIVE_RUNS } from '#shared/runs/rules/lock.ts';
import { define } from '../../../api/define.ts';
import { revisedByBoth, revisedByProject } from '../../../api/revised.ts';
import {
  chipId,
  completeUntil,
  cooldownId,
  instantInput,
  integerParam,
  pageFields,
  pageQuery,
} from '../../../api/schemas/common.ts';
import { lockScope } from '../../../projects/contract/schemas/projects.ts';
import { taskName } from '../../../results/contract/schemas/task-results.ts';
import {
  executionDetail,
  executionStatus,
  executionSummary,
  forceUnlockBody,
  lockHolder,
  runOrExecutionId,
  taskStatus,
} from '../schemas/executions.ts';
import { executionId } from '../schemas/run-ids.ts';

/** Calibration executions and the project's lock. */
export const executionOperations = {
  listExecutions: define('listExecutions', {
    summary: 'Executions of the project, newest first',
    description: 'With a filter it may lag behind a write by a moment: see `complete_until`.',
    query: z.object({
      chip_id: chipId.optional(),
      status: executionStatus.optional(),
      flow_name: z.string().min(1).max(200).optional(),
      username: z.string().min(1).max(64).optional().meta({ description: 'Only those that this person started' }),
      start_at: instantInput.optional().meta({
        description: 'Only those that started from then on; of those that never started, those asked for from then on',
      }),
      cooldown_id: cooldownId.optional().meta({
        description:
          'Only those that began while their chip was in this cool-down; nothing where the chip never was. An unknown one is 400.',
      }),
      ...pageQuery,
    }),
    status: 200,
    response: z.object({
      executions: z.array(executionSummary),
      ...pageFields,
      complete_until: completeUntil('Every execution that was asked for'),
    }),
    errors: ['unknown_reference'],
    ...revisedByProject,
  }),
  getExecutionLockStatus: define('getExecutionLockStatus', {
    summary: 'Whether a run holds a lock of the project, and which',
    description: 'A holder that has died is ended first.',
    status: 200,
    response: z
      .object({
        lock: z.boolean().meta({ description: 'Whether any lock is held' }),
        holder: lockHolder.nullable().meta({ description: 'The first of `locks`' }),
        scope: lockScope,
        locks: z
          .array(lockHolder)
          .max(MOST_ACTIVE_RUNS)
          .meta({ description: 'The runs that hold a lock, the oldest first: one at most, or one per chip' }),
        revision: z.string().nullable().meta({
          description:
            'Another text after each write of the project or of the caller: what else a client has read may be outdated',
        }),
      })
      .meta({ id: 'ExecutionLockStatus' }),
    ...revisedByBoth,
  }),
  forceUnlockExecution: define('forceUnlockExecution', {
    summary: 'End a run that holds a lock, and so free it',
    description:
      "For a run that cannot be cancelled: it ends as failed, or as cancelled where that was asked for before. Whatever it still writes is refused; hardware that its worker drives may not have stopped. Leaves an entry in the project's audit. Nothing happens where the lock is free; another holder than the one named is 409, and so is a request that names none while several runs hold the locks of chips.",
    body: forceUnlockBody,
    status: 200,
    response: z
      .object({
        lock: z.boolean().meta({ description: 'Whether another run still holds a lock' }),
        execution_id: z.string().nullable().meta({ description: 'The run that was ended' }),
        message: z.string(),
      })
      .meta({ id: 'ForceUnlocked' }),
    errors: ['run_ended', 'run_active'],
  }),
  getExecution: define('getExecution', {
    summary: 'One execution with its tasks',
    description:
      'The tasks may lag behind a write by a moment; the counts do not. They come without parameters and figures, unless their results are asked for: then a page of them has inputs, outputs and paths. With `If-None-Match` it is 304 while nothing has changed; an answer whose tasks lag has no `ETag`.',
    params: z.object({ execution_id: executionId }),
    headers: z.object({ 'if-none-match': z.string().optional() }),
    query: z.object({
      include: z.enum(['all', 'none', 'results', 'grouped']).default('all').meta({
        description:
          '`none` leaves the tasks out; `results` has a page of them with their results in `task`, `grouped` the same in `task_result`',
      }),
      skip: integerParam({ min: 0, fallback: 0 }).meta({ description: 'Of `results` and `grouped`' }),
      limit: integerParam({ min: 1, max: 100, fallback: 20 }).meta({ description: 'Of `results` and `grouped`' }),
      task_name: taskName.optional().meta({ description: 'Of `results` and `grouped`: only this task' }),
      task_status: taskStatus
        .optional()
        .meta({ description: 'Of `results` and `grouped`: only tasks with this status' }),
    }),
    status: 200,
    response: executionDetail,
    errors: ['not_found'],
    etag: true,
    conditional: true,
  }),
  cancelExecution: define('cancelExecution', {
    summary: 'Cancel a run',
    description:
      'It ends as `cancelled`, with every task that has not ended. Asking again changes nothing; a run that completed or failed is 409.',
    params: z.object({ flow_run_id: runOrExecutionId }),
    status: 200,
    response: z
      .object({
        execution_id: z.string().meta({ description: 'The id that the request named' }),
        status: z.enum(['cancelling', 'cancelled']),
        message: z.string(),
      })
      .meta({ id: 'ExecutionCancelled' }),
    errors: ['not_found', 'run_ended'],
  }),
  getChipDates: define('getChipDates', {
    summary: 'Days on which executions of a chip were started, in the calendar of the service',
    params: z.object({ chip_id: chipId }),
    status: 200,
    response: z.object({ data: z.array(z.string().meta({ example: '20250301' })) }).meta({ id: 'ChipDates' }),
    errors: ['not_found'],
  }),
};

import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { integerParam, optionalIntegerParam, pageQuery } from '../../../api/schemas/common.ts';
import { flowRunId } from '../../../runs/contract/schemas/executions.ts';
import { executionId } from '../../../runs/contract/schemas/run-ids.ts';
import { announcedWorker, announceWorkerBody } from '../schemas/announcements.ts';
import { beginPastRunBody, begunPastRun } from '../schemas/past-runs.ts';
import { runContext } from '../schemas/run-context.ts';
import {
  appendedLog,
  appendLogBody,
  claimResponse,
  claimRunBody,
  finishedRun,
  finishRunBody,
  heartbeatBody,
  heartbeatResponse,
  logLine,
  reportedResults,
  reportResultsBody,
  seenWorker,
} from '../schemas/workers.ts';

const ofRun = z.object({ flow_run_id: flowRunId });
const mustStop =
  'With 409 the worker must stop: another worker has the claim, or the run has ended. With `stop` too: the run is being cancelled, and results of begun tasks are accepted until the worker has finished.';

/** The worker protocol: how a process next to the hardware runs flows (docs/worker-protocol.md). */
export const workerOperations = {
  listWorkers: define('listWorkers', {
    summary: 'Workers of the project that were seen, the latest first',
    query: z.object({ skip: pageQuery.skip, limit: pageQuery.limit }),
    status: 200,
    response: z.object({ workers: z.array(seenWorker), total: z.int(), skip: z.int(), limit: z.int() }),
  }),
  announceWorker: define('announceWorker', {
    summary: 'Say which tasks and flows a worker can run, with forms of their parameters',
    description:
      'Sent when a worker connects, and once a day: it is forgotten after 30 days. It replaces all that the worker said before. A start whose flow or task has a form is refused where its parameters do not fit.',
    body: announceWorkerBody,
    status: 200,
    response: announcedWorker,
  }),
  claimRun: define('claimRun', {
    summary: 'Claim the run that waits for a worker',
    description:
      'Answers the run that holds the lock of the project where it waits for one of the backends, and how long to wait before asking again where there is none. The same `claim_key` is answered the same claim. Another `claim_key` of the worker that has it takes it over, under a new fence; what is sent under the old one is refused.',
    body: claimRunBody,
    status: 200,
    response: claimResponse,
  }),
  beginPastRun: define('beginPastRun', {
    summary: 'Begin to submit a run that a lab has made without the service',
    description:
      'Takes no lock: the run is over. Its results, files and log lines follow as those of a claimed run, with its own times, and `finishRun` ends it. The same `run_key` with the same content is answered the same run, with other content 409.',
    body: beginPastRunBody,
    status: 200,
    response: begunPastRun,
    errors: ['unknown_reference', 'already_exists', 'limit_reached'],
  }),
  getRunContext: define('getRunContext', {
    summary: 'What a worker needs to know of its run, page by page',
    description:
      'The first page has the chip and the parameters of tasks; the values of qubits and couplings, the ended results of the run and the last good result of each task follow. With `fence` it is 409 for a worker that must stop.',
    params: ofRun,
    query: z.object({
      fence: optionalIntegerParam({ min: 1, max: 1_000_000_000 }),
      cursor: z.string().max(4096).optional().meta({ description: '`next` of the page before' }),
    }),
    status: 200,
    response: runContext,
    errors: ['not_found', 'unknown_reference', 'invalid_cursor', 'run_ended', 'claim_superseded'],
  }),
  heartbeatRun: define('heartbeatRun', {
    summary: 'Say that the worker of a run is alive, and hear whether it must stop',
    params: ofRun,
    body: heartbeatBody,
    status: 200,
    response: heartbeatResponse,
    errors: ['claim_of_another', 'not_found', 'conflict'],
  }),
  reportTaskResults: define('reportTaskResults', {
    summary: 'Write what a run says about its tasks',
    description: `Repeated, nothing is written twice. ${mustStop} A batch that only begins tasks is 409 then.`,
    params: ofRun,
    body: reportResultsBody,
    status: 200,
    response: reportedResults,
    errors: ['claim_of_another', 'not_found', 'unknown_reference', 'run_cancelled', 'run_ended', 'claim_superseded'],
  }),
  appendRunLog: define('appendRunLog', {
    summary: 'Add lines to the log of a run',
    description: `Lines are kept for 90 days. Each number is written once: of a repeat, however it is cut, only the numbers without a line are. ${mustStop}`,
    params: ofRun,
    body: appendLogBody,
    status: 200,
    response: appendedLog,
    errors: ['claim_of_another', 'not_found', 'run_ended', 'claim_superseded'],
  }),
  finishRun: define('finishRun', {
    summary: "End the worker's part of a run",
    description:
      'States that the hardware is at rest. Accepted under the fence of the current claim, also when the run was cancelled or is being ended; if repeated, the first end counts. 409 under an old fence.',
    params: ofRun,
    body: finishRunBody,
    status: 200,
    response: finishedRun,
    errors: ['claim_of_another', 'not_found', 'run_ended', 'claim_superseded'],
  }),
  listRunLog: define('listRunLog', {
    summary: 'The log of a run, the oldest line first',
    description: 'Of long lines a page has fewer than `limit`; `next_cursor` says whether there are more.',
    params: z.object({ execution_id: executionId }),
    query: z.object({
      cursor: pageQuery.cursor,
      limit: integerParam({ min: 1, max: 1000, fallback: 200 }),
      order: z.enum(['asc', 'desc']).default('asc').meta({ description: '`desc`: the latest line first' }),
    }),
    status: 200,
    response: z.object({
      lines: z.array(logLine),
      total: z.null().meta({ description: 'Lines are not counted' }),
      skip: z.int(),
      limit: z.int(),
      next_cursor: z.string().nullable().meta({ description: 'Where the next lines begin; null at the end' }),
    }),
    errors: ['not_found'],
  }),
};

import { workerOperations } from '#shared/workers/contract/operations/workers.ts';
import { announce } from '#shared/workers/verbs/announce.ts';
import { appendLog } from '#shared/workers/verbs/append-log.ts';
import { claimRun as claim } from '#shared/workers/verbs/claim-run.ts';
import { readContext } from '#shared/workers/verbs/context/read-context.ts';
import { finishWork } from '#shared/workers/verbs/finish-work.ts';
import { heartbeatRun as heartbeat } from '#shared/workers/verbs/heartbeat-run.ts';
import { listLog } from '#shared/workers/verbs/list-log.ts';
import { beginPastRun as begin, pastRunFence } from '#shared/workers/verbs/past/begin-past-run.ts';
import { listWorkers as list } from '#shared/workers/verbs/presence/list-workers.ts';
import { reportResults } from '#shared/workers/verbs/report-results.ts';
import { endpoint } from '../http/endpoint.ts';
import { wholePage } from '../http/page.ts';
import { orchestrated } from '../ports.ts';
import {
  parseAnnouncement,
  parseResult,
  parseTrace,
  presentClaim,
  presentPace,
  presentReported,
  presentWorker,
} from './present.ts';
import { presentContext } from './run-context.ts';
import { parseUnderClaim } from './under-claim.ts';

export const announceWorker = endpoint(workerOperations.announceWorker, async ({ ctx, body }) => {
  await announce(ctx, parseAnnouncement(body));
  const { worker, tasks, flows } = body;
  return { worker, tasks: tasks.length, flows: flows.length };
});

export const appendRunLog = endpoint(workerOperations.appendRunLog, async ({ ctx, params, body }) => {
  const { sequence, lines } = body;
  const { next, stop } = await appendLog(ctx, params.flow_run_id, { ...parseUnderClaim(body), sequence, lines });
  return { next_sequence: next, stop };
});

export const beginPastRun = endpoint(workerOperations.beginPastRun, async ({ ctx, body }) => {
  const { run_key: flowRunId, flow_name: flowName, chip_id: chipId, backend, parameters, persist } = body;
  const times = { startAt: body.start_at, endAt: body.end_at };
  const execution = await begin(ctx, { flowRunId, flowName, chipId, backend, parameters, persist, ...times });
  return {
    execution_id: execution.executionId,
    flow_run_id: execution.flowRunId,
    fence: pastRunFence,
    status: execution.status,
    cooldown_id: execution.past?.cooldownId ?? null,
  };
});

export const claimRun = endpoint(workerOperations.claimRun, async ({ ctx, body }) => {
  const { claim_key: claimKey, ...request } = body;
  const response = await claim(orchestrated(ctx), { ...request, claimKey });
  return presentClaim(response, ctx.config.workerWindowSeconds);
});

export const finishRun = endpoint(workerOperations.finishRun, async ({ ctx, params, body }) => {
  const end = { ...parseUnderClaim(body), status: body.status, message: body.message };
  const { executionId, status } = await finishWork(orchestrated(ctx), params.flow_run_id, end);
  return { execution_id: executionId, status };
});

export const getRunContext = endpoint(workerOperations.getRunContext, async ({ ctx, params, query }) =>
  presentContext(await readContext(ctx, params.flow_run_id, query)),
);

export const heartbeatRun = endpoint(workerOperations.heartbeatRun, async ({ ctx, params, body }) => {
  const { planned_tasks: plannedTasks, message, running, trace } = body;
  const said = { ...parseUnderClaim(body), plannedTasks, message, running, trace: trace && parseTrace(trace) };
  const reason = await heartbeat(orchestrated(ctx), params.flow_run_id, said);
  return {
    stop: reason !== undefined,
    reason: reason ?? null,
    ...presentPace(ctx.config.workerWindowSeconds, running),
  };
});

export const listRunLog = endpoint(workerOperations.listRunLog, async ({ ctx, params, query }) => {
  const { lines, nextCursor } = await listLog(ctx, params.execution_id, query);
  return { lines, total: null, skip: 0, limit: query.limit, next_cursor: nextCursor };
});

export const listWorkers = endpoint(workerOperations.listWorkers, async ({ ctx, query }) => {
  const { records, page } = wholePage(await list(ctx), query);
  return { workers: records.map(presentWorker), ...page };
});

export const reportTaskResults = endpoint(workerOperations.reportTaskResults, async ({ ctx, params, body }) => {
  const report = { ...parseUnderClaim(body), results: body.results.map(parseResult) };
  const { results, stop } = await reportResults(ctx, params.flow_run_id, report);
  return { results: presentReported(body.results, results), stop };
});

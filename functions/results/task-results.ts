import type { LatticeRef } from '#shared/kernel/store/keys.ts';
import { taskResultOperations } from '#shared/results/contract/operations/task-results.ts';
import { latestResults, latestResultsWithin } from '#shared/results/verbs/read/latest-results.ts';
import * as verb from '#shared/results/verbs/read/list-task-results.ts';
import { taskHistory } from '#shared/results/verbs/read/task-history.ts';
import { timeSeries } from '#shared/results/verbs/read/timeseries.ts';
import { readReExecutions, readTaskResult } from '#shared/results/verbs/read-task-result.ts';
import * as used from '#shared/results/verbs/tasks/list-used.ts';
import { heldDifferences } from '#shared/statistics/verbs/differences/read-differences.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { setManyExcluded } from '#shared/values/verbs/exclusions/set-many-excluded.ts';
import { decideMany } from '#shared/values/verbs/gate/decide-many.ts';
import { listHeld } from '#shared/values/verbs/gate/list-held.ts';
import { targetOf } from '../chips/target.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf, wholePage } from '../http/page.ts';
import { presentHeld } from '../values/held-measurement.ts';
import {
  presentDefinition,
  presentDetail,
  presentExclusion,
  presentHistory,
  presentLatest,
  presentRow,
  presentRunnable,
  presentSeriesValue,
} from './present.ts';

/** Within a day, or within a range of time where one is given. */
const getHistoricalTargetTaskResults = (
  operation:
    | typeof taskResultOperations.getHistoricalQubitTaskResults
    | typeof taskResultOperations.getHistoricalCouplingTaskResults,
  kind: LatticeRef['kind'],
) =>
  endpoint(operation, async ({ ctx, query: { chip_id: chipId, task, date, start_at: from, end_at: through } }) => {
    const subject = { chipId, task, kind };
    const ofDay = from === undefined && through === undefined;
    if (ofDay) return presentLatest(await latestResults(ctx, subject, date), task, kind);
    const { latest, completeUntil, archivedMonths } = await latestResultsWithin(ctx, subject, { from, through });
    return {
      ...presentLatest(latest, task, kind),
      complete_until: completeUntil,
      archived_months: archivedMonths,
    };
  });

export const getHistoricalQubitTaskResults = getHistoricalTargetTaskResults(
  taskResultOperations.getHistoricalQubitTaskResults,
  'qubit',
);
export const getHistoricalCouplingTaskResults = getHistoricalTargetTaskResults(
  taskResultOperations.getHistoricalCouplingTaskResults,
  'coupling',
);

const getLatestTargetTaskResults = (
  operation:
    | typeof taskResultOperations.getLatestQubitTaskResults
    | typeof taskResultOperations.getLatestCouplingTaskResults,
  kind: LatticeRef['kind'],
) =>
  endpoint(operation, async ({ ctx, query: { chip_id: chipId, task } }) =>
    presentLatest(await latestResults(ctx, { chipId, task, kind }), task, kind),
  );

export const getLatestQubitTaskResults = getLatestTargetTaskResults(
  taskResultOperations.getLatestQubitTaskResults,
  'qubit',
);
export const getLatestCouplingTaskResults = getLatestTargetTaskResults(
  taskResultOperations.getLatestCouplingTaskResults,
  'coupling',
);

const getTargetTaskHistory = (
  operation: typeof taskResultOperations.getQubitTaskHistory | typeof taskResultOperations.getCouplingTaskHistory,
) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const subject = { chipId: query.chip_id, task: query.task, target: targetOf(params) };
    const { date, start_at: from, end_at: through, limit, skip, cooldown_id: cooldownId } = query;
    const window = { date, from, through, limit, skip, cooldownId };
    return presentHistory(await taskHistory(ctx, subject, window), query.task, { limit, skip: skip ?? 0 });
  });

export const getQubitTaskHistory = getTargetTaskHistory(taskResultOperations.getQubitTaskHistory);
export const getCouplingTaskHistory = getTargetTaskHistory(taskResultOperations.getCouplingTaskHistory);

export const getTaskResult = endpoint(taskResultOperations.getTaskResult, async ({ ctx, params }) => {
  const { task_id: taskId } = params;
  const [result, repeats] = await Promise.all([readTaskResult(ctx, taskId), readReExecutions(ctx, taskId)]);
  return presentDetail(result, repeats);
});

export const getTimeseriesTaskResults = endpoint(
  taskResultOperations.getTimeseriesTaskResults,
  async ({ ctx, query }) => {
    const subject = { chipId: query.chip_id, parameter: query.parameter, qid: query.qid, tag: query.tag };
    const { values, completeUntil } = await timeSeries(ctx, subject, { from: query.start_at, through: query.end_at });
    const data = Object.fromEntries([...values].map(([id, ofTarget]) => [id, ofTarget.map(presentSeriesValue)]));
    return { data, complete_until: completeUntil };
  },
);

export const decideHeldValues = endpoint(taskResultOperations.decideHeldValues, async ({ ctx, body }) => {
  const state = body.decision === 'accept' ? 'accepted' : 'rejected';
  const values = await decideMany(ctx, body.chip_id, body.values, { state, reason: body.reason });
  const count = (outcome: string) => values.filter((value) => value.outcome === outcome).length;
  return { decided: count('decided'), unchanged: count('unchanged'), refused: count('refused'), values };
});

export const listHeldMeasurements = endpoint(taskResultOperations.listHeldMeasurements, async ({ ctx, query }) => {
  const page = await listHeld(ctx, query.chip_id, query);
  const changes = page.records.length > 0 ? await heldDifferences(ctx, query.chip_id) : [];
  return { measurements: page.records.flatMap((samples) => presentHeld(samples, changes)), ...pageOf(page) };
});

export const listTaskResults = endpoint(taskResultOperations.listTaskResults, async ({ ctx, query }) => {
  const { skip, limit, cursor } = query;
  const filter = {
    chipId: query.chip_id,
    executionId: query.execution_id,
    status: query.status,
    taskName: query.task_name,
    qid: query.qid ?? query.coupling_id,
    username: query.username,
    startFrom: query.start_from ?? query.start_at,
    startTo: query.start_to ?? query.end_at,
    cooldownId: query.cooldown_id,
    messageContains: query.message_contains,
  };
  const page = await verb.listTaskResults(ctx, filter, { skip, limit, cursor });
  const { statusCounts, countedAll, archivedResults, completeUntil } = page;
  return {
    items: page.records.map(presentRow),
    ...pageOf(page),
    status_counts: statusCounts,
    counted_all: countedAll,
    archived_results: archivedResults,
    complete_until: completeUntil,
  };
});

export const listTasks = endpoint(taskResultOperations.listTasks, async ({ ctx, query }) => {
  const { definitions, announced } = await used.listKnownTasks(ctx, query.backend);
  const { records, page } = wholePage(definitions, query);
  return { tasks: records.map(presentDefinition), announced: announced.map(presentRunnable), ...page };
});

export const setTaskResultExcluded = endpoint(
  taskResultOperations.setTaskResultExcluded,
  async ({ ctx, params, body }) => ({
    task_id: params.task_id,
    ...presentExclusion((await setExcluded(ctx, params.task_id, body)).result),
  }),
);

export const setTaskResultsExcluded = endpoint(taskResultOperations.setTaskResultsExcluded, async ({ ctx, body }) => {
  const results = await setManyExcluded(ctx, body.task_ids, body);
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  return {
    ...{ changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') },
    results: results.map(({ taskId, outcome, message }) => ({ task_id: taskId, outcome, message })),
  };
});

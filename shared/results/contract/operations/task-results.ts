import * as z from 'zod';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { define } from '../../../api/define.ts';
import {
  chipId,
  completeUntil,
  cooldownFilter,
  couplingId,
  instantInput,
  integerParam,
  metricKey,
  optionalIntegerParam,
  pageFields,
  pageQuery,
  qid,
} from '../../../api/schemas/common.ts';
import { taskId } from '../../../runs/contract/schemas/run-ids.ts';
import { decidedValues, decideHeldBody, heldMeasurement } from '../../../values/contract/schemas/held-values.ts';
import {
  calendarDay,
  excludedTaskResults,
  excludeTaskResultBody,
  excludeTaskResultsBody,
  latestTaskResults,
  runnableTask,
  taskDefinition,
  taskExclusion,
  taskHistory,
  taskName,
  taskResultDetail,
  taskResultListItem,
  timeSeries,
} from '../schemas/task-results.ts';

const ofTask = z.object({ chip_id: chipId, task: taskName });
const ofDay = z.object({
  chip_id: chipId,
  task: taskName,
  date: calendarDay.meta({ description: "A day of the service's calendar" }),
  start_at: instantInput.optional().meta({ description: 'Instead of the day: the first instant of the range' }),
  end_at: instantInput.optional().meta({ description: 'Instead of the day: the last instant of the range' }),
});
const historyQuery = z.object({
  chip_id: chipId,
  task: taskName,
  date: calendarDay.optional().meta({ description: "Only results that ended on this day of the service's calendar" }),
  start_at: instantInput.optional(),
  end_at: instantInput.optional(),
  cooldown_id: cooldownFilter,
  skip: optionalIntegerParam({ min: 0, max: 10_000 }).meta({
    description: 'How many of the latest are passed over. All are counted where it is given, be it 0',
  }),
  limit: integerParam({ min: 1, max: 500, fallback: 100 }),
});
/** The page of a list that is answered whole unless a part is asked for. */
export const wholeList = { skip: pageQuery.skip, limit: integerParam({ min: 1, max: 1000, fallback: 1000 }) };
export const wholePage = { total: z.int(), skip: z.int(), limit: z.int() };
const mayLag = 'May lag behind a write by a moment: see `complete_until`.';

/** Task results, what was used for them, and what they left. */
export const taskResultOperations = {
  listTaskResults: define('listTaskResults', {
    summary: 'Task results of the project, the latest start first',
    description: `Without \`chip_id\` or \`execution_id\`, those of all chips that exist. The total and the counts by status (whatever \`status\` asks for) are exact for a chip or an execution; with another filter they are counted over up to 5,000 results. Beyond, \`counted_all\` is false and they say what was found there; behind a \`cursor\` they are null. ${mayLag}`,
    query: z.object({
      status: z.enum(TASK_STATUSES).optional(),
      chip_id: chipId.optional(),
      task_name: taskName.optional(),
      qid: z.string().min(1).max(129).optional().meta({ description: 'A qubit or a coupling' }),
      coupling_id: couplingId.optional(),
      execution_id: z.string().min(1).max(64).optional(),
      username: z.string().min(1).max(64).optional(),
      start_from: instantInput.optional().meta({ description: 'Started then or later' }),
      start_to: instantInput.optional().meta({ description: 'Started then or earlier' }),
      start_at: instantInput.optional().meta({ description: 'The same as `start_from`' }),
      end_at: instantInput.optional().meta({ description: 'The same as `start_to`' }),
      cooldown_id: cooldownFilter,
      message_contains: z.string().min(1).max(200).optional().meta({ description: 'In any case of letters' }),
      ...pageQuery,
      limit: integerParam({ min: 1, max: 100, fallback: 50 }),
    }),
    status: 200,
    response: z.object({
      items: z.array(taskResultListItem),
      ...pageFields,
      status_counts: z.partialRecord(z.enum(TASK_STATUSES), z.int()).nullable(),
      complete_until: completeUntil('Every result that was written'),
      counted_all: z.boolean().meta({ description: 'False where the total and the counts are only of what was found' }),
      archived_results: z.int().meta({
        description: 'Results of the chips or the execution that are in files and not listed, whatever is asked for',
      }),
    }),
    errors: ['not_found', 'unknown_reference'],
  }),
  getLatestQubitTaskResults: define('getLatestQubitTaskResults', {
    summary: 'The latest result of a task on every qubit of a chip',
    description: 'A qubit without one is `pending`. Results that were skipped or cancelled do not count.',
    query: ofTask,
    status: 200,
    response: latestTaskResults,
    errors: ['not_found'],
  }),
  getLatestCouplingTaskResults: define('getLatestCouplingTaskResults', {
    summary: 'The latest result of a task on every coupling of a chip',
    description: 'A coupling without one is `pending`. Results that were skipped or cancelled do not count.',
    query: ofTask,
    status: 200,
    response: latestTaskResults,
    errors: ['not_found'],
  }),
  getHistoricalQubitTaskResults: define('getHistoricalQubitTaskResults', {
    summary: 'The latest result of a task on every qubit within a day or a range of time',
    description: `With \`start_at\` or \`end_at\`, of that range instead of the day. ${mayLag}`,
    query: ofDay,
    status: 200,
    response: latestTaskResults,
    errors: ['not_found'],
  }),
  getHistoricalCouplingTaskResults: define('getHistoricalCouplingTaskResults', {
    summary: 'The latest result of a task on every coupling within a day or a range of time',
    description: `With \`start_at\` or \`end_at\`, of that range instead of the day. ${mayLag}`,
    query: ofDay,
    status: 200,
    response: latestTaskResults,
    errors: ['not_found'],
  }),
  getQubitTaskHistory: define('getQubitTaskHistory', {
    summary: 'Results of a task on a qubit, the latest end first',
    description: `Those that completed or failed. ${mayLag}`,
    params: z.object({ qid }),
    query: historyQuery,
    status: 200,
    response: taskHistory,
    errors: ['not_found', 'unknown_reference'],
  }),
  getCouplingTaskHistory: define('getCouplingTaskHistory', {
    summary: 'Results of a task on a coupling, the latest end first',
    description: `Those that completed or failed. ${mayLag}`,
    params: z.object({ coupling_id: couplingId }),
    query: historyQuery,
    status: 200,
    response: taskHistory,
    errors: ['not_found', 'unknown_reference'],
  }),
  getTimeseriesTaskResults: define('getTimeseriesTaskResults', {
    summary: 'Values of a parameter over time, by qubit or coupling, oldest first',
    description:
      'Imported and corrected values too, by when they were measured. A range of more than 10,000 values is 400.',
    query: z.object({
      chip_id: chipId,
      parameter: metricKey,
      start_at: instantInput,
      end_at: instantInput,
      tag: z.string().min(1).max(100).optional().meta({ description: 'Only values of executions with this tag' }),
      qid: z.string().min(1).max(129).optional().meta({ description: 'Only this qubit or coupling' }),
    }),
    status: 200,
    response: timeSeries,
    errors: ['not_found'],
  }),
  getTaskResult: define('getTaskResult', {
    summary: 'Everything about one task result',
    params: z.object({ task_id: taskId }),
    status: 200,
    response: taskResultDetail,
    errors: ['not_found'],
  }),
  listTasks: define('listTasks', {
    summary: 'Task definitions that the project has used, by name',
    query: z.object({ backend: z.string().min(1).max(100).optional(), ...wholeList }),
    status: 200,
    response: z.object({
      tasks: z.array(taskDefinition),
      announced: z
        .array(runnableTask)
        .meta({ description: 'All tasks that workers run without a flow, on every page' }),
      ...wholePage,
    }),
  }),
  listHeldMeasurements: define('listHeldMeasurements', {
    summary: 'Measurements of a chip with values that wait to be accepted, the newest first',
    description: 'What the write gate of the project holds, with why. May lag behind a write by a moment.',
    query: z.object({ chip_id: chipId, ...pageQuery }),
    status: 200,
    response: z.object({ measurements: z.array(heldMeasurement), ...pageFields }),
    errors: ['not_found'],
  }),
  decideHeldValues: define('decideHeldValues', {
    summary: 'Accept or reject held values',
    description:
      "An accepted value counts like any other: it is current where nothing newer is, and in the history, ranges and roll-ups in any case. A rejected one stays in the history alone. Each leaves an entry in the project's audit. May be repeated: what was decided so before is `unchanged`; what was decided otherwise, or is not held, is `refused` with why, and keeps none of the others.",
    body: decideHeldBody,
    status: 200,
    response: decidedValues,
    errors: ['unknown_reference', 'concurrent_change'],
  }),
  setTaskResultExcluded: define('setTaskResultExcluded', {
    summary: 'Exclude a task result from what is computed, or include it again',
    description:
      "The latest results and the current values of its target fall back to those before it that are not excluded, imported and corrected ones among them; time series, metrics and their roll-ups leave it out, histories show it with its mark. Including it again restores it. May be repeated; each change leaves an entry in the project's audit. A task that has not ended is 409.",
    params: z.object({ task_id: taskId }),
    body: excludeTaskResultBody,
    status: 200,
    response: taskExclusion,
    errors: ['not_found', 'conflict'],
  }),
  setTaskResultsExcluded: define('setTaskResultsExcluded', {
    summary: 'Exclude many task results, or include them again, with one reason',
    description:
      'Each as `POST /task-results/{task_id}/exclude` does it, with an entry of its own in the audit. May be repeated: one that is already so is `unchanged`; one that does not exist or has not ended is `refused` with the reason and does not prevent the others.',
    body: excludeTaskResultsBody,
    status: 200,
    response: excludedTaskResults,
    errors: ['concurrent_change'],
  }),
};

import { setImmediate } from 'node:timers/promises';
import type { Client } from '#shared/api/client.ts';
import type { ChipLayout } from '#shared/flows/rules/chip-layout.ts';
import { parseFlow } from '#shared/flows/rules/parse-document.ts';
import { type FlowProblem, problemSentence } from '#shared/flows/rules/problems.ts';
import { resolvePlan } from '#shared/flows/rules/resolve-plan.ts';
import { readRunRequest, readTaskOverrides } from '#shared/flows/rules/run-request.ts';
import { countTasks, plannedTasks, planSteps } from '#shared/runs/rules/enumerate-plan.ts';
import type { PlannedTask, RunPlan } from '#shared/runs/rules/plan.ts';
import { StageFailures } from '#shared/runs/rules/stage-failures.ts';
import { isOpen, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import { endingAt, type TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import { simulateTask } from '#simulator/simulate-task.ts';
import { ChipValues } from './chip-values.ts';
import { pause } from './client/clock.ts';
import type { WorkerRun } from './client/run-session.ts';
import type { WorkOutcome } from './client/worker.ts';
import { endedReport, filesOf, runningReport, skippedReport } from './reports.ts';

/** The reads that the work needs besides its run. */
export type ReadingApi = Pick<Client, 'getChip' | 'getExecution' | 'getFlowVersion'>;

/** Tasks that run and are reported together. */
const batchTasks = 24;

/**
 * Executes a worker's flow whose source is a document of stages (docs/flows.md) on the simulator, as the service does
 * with a managed one: it is resolved on the chip's current state and runs batch by batch, and every figure and raw data
 * are uploaded before the result that names them. A run that was taken over goes on after the results that exist.
 */
export async function simulateRun(api: ReadingApi, run: WorkerRun, now: () => Date): Promise<WorkOutcome | undefined> {
  const { chip_id, flow_run_id } = run.claim;
  const {
    qubits = {},
    couplings = {},
    readout_lines: readoutLines,
  } = await run.call((signal) => api.getChip({ params: { chip_id }, signal }));
  const layout = { chipId: chip_id, readoutLines, qids: Object.keys(qubits), couplingIds: Object.keys(couplings) };
  const { plan, problems } = await planOf(api, run, layout);
  if (!plan) return { status: 'failed', message: problems.map(problemSentence).join('; ') };
  run.plan(countTasks(plan));
  const work = { run, plan, now, values: new ChipValues(qubits, couplings), done: await readFinishedTasks(api, run) };
  let failures = new StageFailures(0);
  for (const { stage, from, to } of planSteps(plan)) {
    if (stage !== failures.stage) {
      const message = failures.reasonToStop(plan);
      if (message !== undefined) return { status: 'failed', message };
      failures = new StageFailures(stage);
    }
    for (let start = from; start < to; start += batchTasks)
      await runBatch(work, plannedTasks(plan, flow_run_id, start, Math.min(to, start + batchTasks)), failures);
  }
  const message = failures.reasonToStop(plan);
  return message === undefined ? undefined : { status: 'failed', message };
}

/** The plan of the run's source and parameters, or what is wrong with them. */
async function planOf(
  api: ReadingApi,
  run: WorkerRun,
  layout: ChipLayout,
): Promise<{ plan: RunPlan | undefined; problems: FlowProblem[] }> {
  const { claim } = run;
  const { document, problems } = parseFlow(claim.code);
  if (!document) return { plan: undefined, problems };
  const params = { name: claim.flow_name, version: claim.flow_version };
  const version = await run.call((signal) => api.getFlowVersion({ params, signal }));
  // The backend has chosen this worker; it is not a parameter of a task.
  const { backend: _, ...parameters } = claim.parameters;
  const read = readRunRequest(document, parameters);
  const defaults = readTaskOverrides(document, version.default_run_parameters, 'default_run_parameters');
  const wrong = [...read.problems, ...defaults.problems];
  if (wrong.length > 0) return { plan: undefined, problems: wrong };
  return resolvePlan(document, layout, read.request, defaults.overrides);
}

/** What has ended before this worker was restarted, by task id. */
async function readFinishedTasks(api: ReadingApi, run: WorkerRun): Promise<Map<string, FinishedTasks>> {
  if (!run.claim.resumed) return new Map();
  const { execution_id } = run.claim;
  const { task } = await run.call((signal) => api.getExecution({ params: { execution_id }, signal }));
  return new Map(task.filter(({ status }) => !isOpen(status)).map((row) => [row.task_id, row]));
}

interface FinishedTasks {
  status: TaskStatus;
  message: string;
}

interface Work {
  run: WorkerRun;
  plan: RunPlan;
  values: ChipValues;
  done: ReadonlyMap<string, FinishedTasks>;
  now: () => Date;
}

async function runBatch(work: Work, batch: readonly PlannedTask[], failures: StageFailures): Promise<void> {
  const { run, plan, values, done, now } = work;
  for (const planned of batch) {
    const before = done.get(planned.taskId);
    if (before) failures.add(planned, before.status, before.message);
  }
  const todo = batch.filter(({ taskId }) => !done.has(taskId));
  const startAt = now().toISOString();
  const skipped = todo.flatMap((planned) => {
    const message = failures.reasonToSkip(planned);
    return message === undefined ? [] : [{ planned, message }];
  });
  await run.report(...skipped.map(({ planned, message }) => skippedReport(plan, planned, message, startAt)));
  const left = todo.filter((planned) => failures.reasonToSkip(planned) === undefined);
  await run.report(...left.map((planned) => runningReport(plan, planned, startAt)));
  await pause((plan.paceSeconds ?? 0) * 1000, run.signal);
  const outcomes: { planned: PlannedTask; outcome: TaskOutcome }[] = [];
  for (const planned of left) {
    // The simulator drives no hardware; what did would ask here, before every step.
    run.guard();
    const request = { planned, seed: plan.seed, startAt, ...values.startOf(planned) };
    outcomes.push({ planned, outcome: endingAt(now().toISOString(), simulateTask(request)) });
    // The heartbeat lives in the same thread.
    await setImmediate();
  }
  const files = outcomes.flatMap(({ planned, outcome }) => filesOf(plan, planned, outcome));
  const paths = await run.upload(files.map(({ file }) => file));
  const pathOf = new Map(files.map(({ artifact }, index) => [artifact, paths[index] ?? '']));
  await run.report(...outcomes.map(({ planned, outcome }) => endedReport(plan, planned, outcome, pathOf)));
  for (const { planned, outcome } of outcomes) {
    failures.add(planned, outcome.status, outcome.message);
    values.add(planned, outcome);
  }
}

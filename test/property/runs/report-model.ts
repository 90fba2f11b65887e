import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import { effectOf, type TaskUpdate, updatedResult } from '#shared/results/verbs/write/task-update.ts';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import type { RunState, Transition } from '#shared/runs/rules/transitions.ts';
import {
  abort,
  acceptsWorkerResults,
  beginClaimed,
  closeToAbort,
  requestCancel,
} from '#shared/runs/rules/transitions.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { judgeTaskValue } from '#shared/statistics/rules/judge-measured.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { expandResults, type SentResult } from '#shared/workers/verbs/expand-results.ts';

/**
 * A model of what a worker says about one task of a mux of two qubits, with a retry: it begins an attempt, ends it, is killed at any
 * moment and started again, and sends everything that it sent once more. Meanwhile the run may be cancelled, closed and ended. That its
 * values are not to persist is said of the run, of the task or of the result. The rules are those of the service.
 */
export interface ReportRules {
  accepts: typeof acceptsWorkerResults;
  effectOf: typeof effectOf;
  expand: typeof expandResults;
  /** Whether a report is written of a run that is to be cancelled. */
  isTakenAfterCancel: (status: Status) => boolean;
  /** What is kept of a report; with it, whether its values wait for an editor. */
  updatedResult: typeof updatedResult;
  judge: typeof judgeTaskValue;
}

export const reportRules: ReportRules = {
  accepts: acceptsWorkerResults,
  effectOf,
  expand: expandResults,
  isTakenAfterCancel: (status) => !isOpen(status),
  updatedResult,
  judge: judgeTaskValue,
};

/** Of what it is said that values are not to persist; of nothing where it is undefined. */
export type MeasuredOnly = 'run' | 'task' | 'result' | undefined;

type Status = 'running' | 'completed' | 'failed' | 'cancelled';

interface Report {
  attempt: 0 | 1;
  status: Status;
}

export interface ReportWorld {
  run: RunState;
  finished: boolean;
  /** By qubit and attempt. */
  results: Readonly<Record<string, Status>>;
  /** Qubits whose value became current. */
  current: readonly string[];
  /** Everything that the worker has sent. */
  sent: readonly Report[];
  measuredOnly: MeasuredOnly;
  /** What went wrong in the last step. */
  wrong: string | undefined;
}

const flowRunId = '6d1f0c6e-7c0e-4c53-9f0a-3a0d7f9f3d10';
const qubits = ['0', '1'];

export const claimedRun = (measuredOnly: MeasuredOnly): ReportWorld => ({
  run: { status: 'running', fence: 1, closing: false, cancelRequested: false },
  finished: false,
  results: {},
  current: [],
  sent: [],
  measuredOnly,
  wrong: undefined,
});

export const reportKeyOf = (world: ReportWorld): string => JSON.stringify(world);

const after = (run: RunState, transition: Transition): RunState => ('run' in transition ? transition.run : run);
const isOver = (status: Status | undefined): boolean => status !== undefined && status !== 'running';

/** Every world that one step leads to. */
export function* reportSuccessors(world: ReportWorld, by: ReportRules): Generator<ReportWorld> {
  const { run, sent } = world;
  yield { ...world, run: after(run, requestCancel(run)) };
  yield { ...world, finished: true };
  const closed = after(run, closeToAbort(run));
  if (closed !== run) yield { ...world, run: closed };
  if (run.closing) {
    const open = Object.entries(world.results).map(([name, status]) => [name, isOver(status) ? status : 'cancelled']);
    yield { ...world, run: after(run, abort(run)), results: Object.fromEntries(open) };
  }
  // Killed and started again: it has another fence, and its later reports are under that.
  if (run.fence < 3) yield { ...world, run: after(run, beginClaimed(run)) };
  for (const report of sent) yield said(world, report, by);
  for (const report of nextReports(world)) yield said({ ...world, sent: [...sent, report] }, report, by);
}

/** What a worker says next: it begins an attempt where the one before failed, and ends what it began. */
function* nextReports({ results, sent, run }: ReportWorld): Generator<Report> {
  for (const attempt of [0, 1] as const) {
    const status = results[`0 ${attempt}`];
    const wasSent = (wanted: Status) => sent.some((one) => one.attempt === attempt && one.status === wanted);
    const isDue = attempt === 0 || results['0 0'] === 'failed';
    if (isDue && status === undefined && !wasSent('running')) yield { attempt, status: 'running' };
    if (!wasSent('running') || wasSent('completed') || wasSent('failed') || wasSent('cancelled')) continue;
    for (const ended of ['completed', 'failed', 'cancelled'] as const)
      if (ended !== 'cancelled' || run.cancelRequested) yield { attempt, status: ended };
  }
}

/** A report that is refused before the end is lost. */
function refused(world: ReportWorld, { status }: Report): ReportWorld {
  const isHalf = world.run.cancelRequested && !world.run.closing && status !== 'running';
  return isHalf ? { ...world, wrong: 'half of a sweep was not taken' } : world;
}

function said(world: ReportWorld, report: Report, by: ReportRules): ReportWorld {
  const { run } = world;
  if (world.finished) return world;
  if (!by.accepts(run, run.fence)) return refused(world, report);
  if (run.cancelRequested && !by.isTakenAfterCancel(report.status)) return world;
  const results: Record<string, Status> = { ...world.results };
  const current = new Set(world.current);
  let wrong: string | undefined;
  if (run.closing) wrong = 'a result was written of a run that is being ended';
  if (run.cancelRequested && report.status === 'running') wrong = 'a task began after the cancellation';
  const expanded = by.expand(flowRunId, 'chip', [sentOf(report)], { muxes: [qubits], qids: new Set(qubits) });
  const parts = expanded.filter(({ taskType }) => taskType === 'qubit');
  if (parts.length !== qubits.length) wrong = 'a qubit of the mux has no result';
  for (const { qid, attempt, status } of parts) {
    const name = `${qid} ${attempt}`;
    const before = results[name];
    const update = updateOf(report, world.measuredOnly);
    if (by.effectOf(update, recordOf(before)) !== 'write') continue;
    if (isOver(before)) wrong = 'what had ended was changed';
    results[name] = status as Status;
    if (status === 'completed' && becomesCurrent(update, world.measuredOnly, by)) {
      current.add(qid);
      if (world.measuredOnly) wrong = 'a value became current that was measured only';
    }
  }
  return { ...world, results, current: [...current].sort(), wrong };
}

const at = '2026-01-01T00:00:00.000Z';

const sentOf = ({ attempt, status }: Report): SentResult => ({
  ...{ task: 'Readout', taskType: 'mux', qid: '', muxId: 0, stage: 0, attempt, status, message: '' },
  ...{ stackTrace: undefined, inputParameters: {}, runParameters: {}, outputParameters: {}, r2: undefined },
  ...{ startAt: at, endAt: at, figures: [], rawData: [], qubits: {}, roleOutputs: {} },
});

function updateOf({ status }: Report, measuredOnly: MeasuredOnly): TaskUpdate {
  const own = measuredOnly === 'result' ? { persist: false } : {};
  const task = {
    name: 'Readout',
    type: 'qubit',
    parameters: {},
    ...(measuredOnly === 'task' ? { persist: false } : {}),
  };
  if (status === 'running') return { kind: 'running', startAt: at, planned: { task }, ...own } as TaskUpdate;
  const outcome = { status, message: '', startAt: at, endAt: at, inputParameters: {}, outputParameters: {} };
  return { kind: 'ended', outcome, planned: { task }, ...own } as TaskUpdate;
}

const fidelity = describeMetric('average_readout_fidelity', 'qubit');

/** Whether a value of a report counts, with the gate off. */
function becomesCurrent(update: TaskUpdate, measuredOnly: MeasuredOnly, by: ReportRules): boolean {
  const execution = { note: {}, ...(measuredOnly === 'run' ? { persist: false } : {}) } as ExecutionRecord;
  const { persist } = by.updatedResult(update, undefined, execution, { now: at, cooldownId: undefined });
  const arriving = { value: 0.97, error: undefined, unit: fidelity.storedUnit, at, persist };
  return by.judge(arriving, fidelity, () => ({}), 'off').mark?.state !== 'held';
}

const recordOf = (status: Status | undefined): TaskResultRecord | undefined =>
  status && ({ status, endAt: isOver(status) ? at : undefined } as TaskResultRecord);

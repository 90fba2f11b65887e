import { type ExecutionStatus, isEnded } from './statuses.ts';

/**
 * The rules of a run's life (rule RUN-2): `scheduled -> running -> completed | failed | cancelled`, and nothing leaves
 * a terminal state. Every verb writes the answer of one of these functions, on the condition that the state it read is
 * unchanged; the exhaustive model uses the same functions.
 */

/** All that decides about a run. */
export interface RunState {
  status: ExecutionStatus;
  /** Each takeover raises it: a write under an older one changes nothing. */
  fence: number;
  /** Its open tasks are being closed: no result is taken any more. */
  closing: boolean;
  /** Its cancellation was requested. */
  cancelRequested: boolean;
}

/** Why a transition is not allowed. */
export type RunRefusal =
  /** It is over, or being ended. */
  | 'ended'
  /** Its cancellation was requested. */
  | 'cancel-requested'
  /** It was never begun. */
  | 'not-begun'
  /** Its tasks have not been closed. */
  | 'not-closing';

/** The next state, the same object if nothing changes; or why there is none. */
export type Transition = { run: RunState } | { refusal: RunRefusal };

export const scheduledRun: RunState = { status: 'scheduled', fence: 0, closing: false, cancelRequested: false };

/** `scheduled -> running`; repeated, nothing changes. */
export function begin(run: RunState): Transition {
  const refusal = refusedToStep(run);
  if (refusal) return { refusal };
  return { run: run.status === 'running' ? run : { ...run, status: 'running' } };
}

/** What a worker's run starts from is kept: it goes on waiting for a worker to claim it. Repeated, nothing changes. */
export function prepare(run: RunState): Transition {
  const refusal = refusedToStep(run);
  return refusal ? { refusal } : { run };
}

/** A worker claims the run, which is on then (rule RUN-17), or takes over what it had claimed before. */
export function beginClaimed(run: RunState): Transition {
  const refusal = refusedToStep(run);
  return refusal ? { refusal } : { run: { ...run, status: 'running', fence: run.fence + 1 } };
}

/** Takes the run over from its present writer. */
export function takeFence(run: RunState): Transition {
  const refusal = refusedToWork(run);
  return refusal ? { refusal } : { run: { ...run, fence: run.fence + 1 } };
}

/** Whether results under this fence are accepted. */
export const acceptsResults = (run: RunState, fence: number): boolean =>
  refusedToWork(run) === undefined && run.fence === fence;

/**
 * The same of a worker: also after the cancellation was asked for, so that half of a sweep is kept. Until it has finished, which
 * its claim says, or the run is closed.
 */
export const acceptsWorkerResults = (run: RunState, fence: number): boolean =>
  acceptsResults({ ...run, cancelRequested: false }, fence);

/** Asks for the cancellation, at any point before the end; one that was cancelled already stays as it is. */
export function requestCancel(run: RunState): Transition {
  if (run.status === 'cancelled') return { run };
  if (isEnded(run.status)) return { refusal: 'ended' };
  return { run: run.cancelRequested ? run : { ...run, cancelRequested: true } };
}

/** The first step to `completed`: no result is taken from here on. Repeated, nothing changes. */
export function closeToComplete(run: RunState): Transition {
  if (isEnded(run.status)) return { refusal: 'ended' };
  if (run.cancelRequested) return { refusal: 'cancel-requested' };
  if (run.status === 'scheduled') return { refusal: 'not-begun' };
  return { run: closed(run) };
}

/** The first step of Abort, from any state before the end. Repeated, nothing changes. */
export function closeToAbort(run: RunState): Transition {
  return isEnded(run.status) ? { refusal: 'ended' } : { run: closed(run) };
}

/** The end of a run whose tasks have been closed; refused if a cancellation was requested meanwhile. */
export function complete(run: RunState): Transition {
  const closing = closeToComplete(run);
  if ('refusal' in closing) return closing;
  return run.closing ? { run: { ...run, status: 'completed' } } : { refusal: 'not-closing' };
}

/** The end of an aborted run whose tasks have been closed: `cancelled` if that was asked for, else `failed`. */
export function abort(run: RunState): Transition {
  if (isEnded(run.status)) return { refusal: 'ended' };
  if (!run.closing) return { refusal: 'not-closing' };
  return { run: { ...run, status: run.cancelRequested ? 'cancelled' : 'failed' } };
}

const closed = (run: RunState): RunState => (run.closing ? run : { ...run, closing: true, fence: run.fence + 1 });

/** A step of the state machine stops where the run is over, is being ended, or is to be cancelled. */
function refusedToStep(run: RunState): RunRefusal | undefined {
  if (isEnded(run.status)) return 'ended';
  if (run.cancelRequested) return 'cancel-requested';
  return run.closing ? 'ended' : undefined;
}

const refusedToWork = (run: RunState): RunRefusal | undefined =>
  refusedToStep(run) ?? (run.status === 'scheduled' ? 'not-begun' : undefined);

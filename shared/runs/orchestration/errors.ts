/**
 * Errors that end a step of the state machine. Its Retry and Catch match their names
 * (docs/design/runs-and-workers.md#the-state-machine). They are not refusals, because no caller of the API receives
 * them.
 */

/** A cancellation was requested: abort the run. */
export class RunCancelled extends Error {
  override readonly name = 'RunCancelled';
  constructor(executionId: string) {
    super(`Cancellation of run '${executionId}' was requested`);
  }
}

/** The run is over, or another caller is ending it: nothing is left to do. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  constructor(executionId: string, what = 'has ended') {
    super(`Run '${executionId}' ${what}`);
  }
}

/** The run has failed as its flow defines: it is not retried. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}

/** A worker may still drive the hardware of a run that is being ended: the caller tries again later. */
export class WorkerStillActive extends Error {
  override readonly name = 'WorkerStillActive';
  constructor(executionId: string) {
    super(`A worker may still drive the hardware of run '${executionId}'`);
  }
}

/** Another writer has taken the run over: this one may not write any more (rule RUN-7). */
export class FenceLost extends Error {
  override readonly name = 'FenceLost';
  constructor(executionId: string, fence: number) {
    super(`Run '${executionId}' was taken over: fence ${fence} is no longer valid`);
  }
}

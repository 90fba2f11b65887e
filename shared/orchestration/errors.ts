/**
 * What ends a step of the state machine. Their names are what its Retry and Catch know
 * (docs/design/runs-and-workers.md#the-state-machine), so that they are no refusals: no caller of the API meets them.
 */

/** A cancellation was asked for: the run is to be aborted. */
export class RunCancelled extends Error {
  override readonly name = 'RunCancelled';
  constructor(executionId: string) {
    super(`Cancellation of run '${executionId}' was requested`);
  }
}

/** The run is over, or being ended by somebody else: nothing is left to do. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  constructor(executionId: string, what = 'has ended') {
    super(`Run '${executionId}' ${what}`);
  }
}

/** The run has failed as its flow says that it should: nothing is tried again. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}

/** A worker may still drive the hardware of a run that is being ended: whoever ends it tries again later. */
export class WorkerStillActive extends Error {
  override readonly name = 'WorkerStillActive';
  constructor(executionId: string) {
    super(`A worker may still drive the hardware of run '${executionId}'`);
  }
}

/** Another writer has taken the run over: nothing of this one's may be written any more (rule RUN-7). */
export class FenceLost extends Error {
  override readonly name = 'FenceLost';
  constructor(executionId: string, fence: number) {
    super(`Run '${executionId}' was taken over: fence ${fence} is no longer valid`);
  }
}

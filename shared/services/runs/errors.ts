/**
 * What ends a step of the state machine. Their names are what its Retry and Catch know (design 5), so that they are no
 * refusals: no caller of the API meets them.
 */

/** A cancellation was asked for: the run is to be aborted. */
export class RunCancelled extends Error {
  override readonly name = 'RunCancelled';
  constructor(executionId: string) {
    super(`Cancellation of execution '${executionId}' was requested`);
  }
}

/** The run is over, or being ended by somebody else: nothing is left to do. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  constructor(executionId: string, what = 'has ended') {
    super(`Execution '${executionId}' ${what}`);
  }
}

/** The run has failed as its flow says that it should: nothing is tried again. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}

/** A worker may still drive the hardware of a run that is being ended: whoever ends it tries again later. */
export class WorkerDrives extends Error {
  override readonly name = 'WorkerDrives';
  constructor(executionId: string) {
    super(`A worker may still drive the hardware of execution '${executionId}'`);
  }
}

/**
 * Why the hardware has to stop: the run was cancelled, has ended or was taken over; a call met one of these; the
 * service could not be reached for half a window; it refused a result for good; or this worker is shut down.
 */
export type StopReason = 'cancelled' | 'ended' | 'superseded' | 'conflict' | 'silent' | 'refused' | 'shutdown';

const words: Record<StopReason, string> = {
  cancelled: 'The run was cancelled',
  ended: 'The run has ended',
  superseded: 'Another process took over this run',
  conflict: 'The service accepts no more results of this run',
  silent: 'The service did not respond for half the worker window',
  refused: 'The service rejected a result',
  shutdown: 'The worker was shut down',
};

/** What `guard()` throws, and the reason of the signal, once a run must not be driven any more. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, detail = '') {
    super(detail ? `${words[reason]}: ${detail}` : words[reason]);
    this.name = 'RunStopped';
    this.reason = reason;
  }
}

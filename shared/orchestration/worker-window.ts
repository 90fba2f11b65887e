/**
 * The window of a worker (rule WORK-5): heard of for no longer than this, its run is ended and its lock given on. The
 * state machine, the service and the answers to workers read the one value of the configuration.
 */

/** Seconds of the window unless the configuration says otherwise; what the state machine on AWS is deployed with. */
export const defaultWorkerWindowSeconds = 120;

/** Seconds between two heartbeats while a task runs: a cancellation is heard within them. */
const runningHeartbeatSeconds = 2;

/** Seconds between two heartbeats of a worker: the window outlasts three that were lost. */
export const workerHeartbeatSeconds = (windowSeconds: number, isRunning = false): number =>
  isRunning ? Math.min(runningHeartbeatSeconds, windowSeconds / 4) : windowSeconds / 4;

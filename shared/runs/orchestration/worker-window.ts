/**
 * The window of a worker (rule WORK-5): after this silence its run is ended and its lock passes on. The state machine,
 * the service and the answers to workers read this one value of the configuration.
 */

/** Seconds of the window unless configured otherwise; the state machine on AWS is deployed with it. */
export const defaultWorkerWindowSeconds = 120;

/**
 * Seconds between two heartbeats while a task runs. A cancellation has to reach the worker within 2 s: half a second is left for
 * the request, its answer and one repeat. docs/operations.md has the costs; every client keeps the pace that it is told.
 */
const runningHeartbeatSeconds = 1.5;

/** Seconds between two heartbeats of a worker: the window tolerates three lost ones. */
export const workerHeartbeatSeconds = (windowSeconds: number, isRunning = false): number =>
  isRunning ? Math.min(runningHeartbeatSeconds, windowSeconds / 4) : windowSeconds / 4;

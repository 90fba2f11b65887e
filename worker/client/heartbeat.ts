import { ApiError } from '#shared/api/client.ts';
import { type Held, type Trace, underClaim, type WorkerApi } from './api.ts';
import { isTransient, pauseAfter } from './backoff.ts';
import { type Clock, pause } from './clock.ts';
import type { Lease } from './lease.ts';
import type { StopReason } from './run-stopped.ts';

export interface HeartbeatOptions {
  api: Pick<WorkerApi, 'heartbeatRun'>;
  held: Held;
  lease: Lease;
  clock: Clock;
  random: () => number;
  /** Tasks that the run will have, as far as the worker knows. */
  planned: () => number | undefined;
  /** Whether a task runs: the service then asks for a heartbeat every 1.5 s. */
  running: () => boolean;
  /** The points of the running task so far. */
  trace: () => Trace | undefined;
  /** Fires when there is something to be said before it is time; asked for anew before each heartbeat. */
  wakeSignal: () => AbortSignal;
  /** The service has said that the hardware must stop. */
  onStop: (reason: StopReason) => void;
  /** The service will not hear this worker again, such as for its token. */
  onRefused: (error: ApiError) => void;
  /** Ends the heartbeat. */
  signal: AbortSignal;
}

/**
 * Longest wait for an answer in milliseconds: several tries have to fit into half a window. It does not follow the pace of
 * heartbeats, which is 1.5 s while a task runs: an answer that takes a second is one all the same.
 */
export const requestTimeoutOf = (windowSeconds: number): number => Math.min(10, windowSeconds / 8) * 1000;

/** Milliseconds between two tries at least, when the lease has nearly run out. */
const shortestPause = 50;

/**
 * Says every so often that the worker is alive, whatever its work does meanwhile. One that was not answered is repeated
 * within a tenth of that time, so that a network which comes back at the last moment is in time; that none is answered is
 * the lease's affair.
 */
export async function runHeartbeat(options: HeartbeatOptions): Promise<void> {
  const { held, lease, clock, random, signal } = options;
  let everySeconds = held.claim.heartbeat_seconds;
  for (let failed = 0; !signal.aborted; ) {
    // Entries that arrive while a heartbeat is on its way are not in it.
    const wake = AbortSignal.any([signal, options.wakeSignal()]);
    const sentAt = clock();
    const answered = await sendHeartbeat(options, sentAt);
    if ('everySeconds' in answered) {
      everySeconds = answered.everySeconds;
      failed = 0;
      await pause(Math.max(0, everySeconds * 1000 - (clock() - sentAt)), wake);
    } else {
      const wait = pauseAfter(answered.failure, failed, random(), everySeconds * 100);
      failed += 1;
      // Never so long that the lease runs out meanwhile.
      await pause(Math.min(wait, Math.max(shortestPause, lease.leftMilliseconds / 4)), wake);
    }
  }
}

/** One heartbeat. @returns the seconds until the next one, or why there was no answer. */
async function sendHeartbeat(
  options: HeartbeatOptions,
  sentAt: number,
): Promise<{ everySeconds: number } | { failure: unknown }> {
  const { api, held, lease, signal, onStop, onRefused } = options;
  const planned = options.planned();
  const trace = options.trace();
  const body = {
    ...underClaim(held),
    ...(options.running() ? { running: true } : {}),
    ...(trace === undefined ? {} : { trace }),
    ...(planned === undefined ? {} : { planned_tasks: planned }),
  };
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutOf(held.claim.window_seconds))]);
  try {
    const answer = await api.heartbeatRun({ params: { flow_run_id: held.claim.flow_run_id }, body, signal: timeout });
    lease.renew(sentAt, answer.window_seconds);
    if (answer.stop) onStop(answer.reason ?? 'ended');
    return { everySeconds: answer.heartbeat_seconds };
  } catch (error) {
    // A heartbeat is told to stop by its answer, and never by a conflict.
    if (error instanceof ApiError && error.status !== 409 && !isTransient(error)) onRefused(error);
    return { failure: error };
  }
}

import { uptime } from 'node:os';

/** Milliseconds that only grow, also while the process is stopped or the machine sleeps; their zero is arbitrary. */
export type Clock = () => number;

/** The time since the machine was started. `performance.now()` pauses while a machine sleeps; the service does not. */
export const systemClock: Clock = () => uptime() * 1000;

/** Waits, or less long when the signal fires; it never throws. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}

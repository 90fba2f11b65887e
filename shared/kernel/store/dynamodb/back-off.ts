/** Longest pause, in milliseconds. */
const capMilliseconds = 1000;

/**
 * Pauses before a write or read is tried again: exponential, with full jitter, so that those who collided once do not
 * collide again (AWS Architecture Blog, Exponential Backoff And Jitter).
 * @param attempt the attempt that failed, counted from 1.
 */
export function backOff(attempt: number): Promise<void> {
  const milliseconds = Math.random() * Math.min(capMilliseconds, 20 * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

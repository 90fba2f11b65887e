import { retryAfterOf } from '#shared/api/client.ts';
import { isConnectionError } from './failure.ts';

const pausesMilliseconds = [200, 600, 1800];

/** Longest `Retry-After` that a command waits for; a longer one, such as after failed logins, is for a person. */
const longestWaitSeconds = 60;
/** How often a command waits for its limit. */
const mostWaits = 20;

/**
 * A `fetch` that waits as long as the service asks when a limit is used up (429), and says so. Nothing has been done then, so any
 * request may be repeated.
 */
export function waitingFetch(
  send: (...args: Parameters<typeof fetch>) => Promise<Response> = fetch,
  { pause = pauseSeconds, say = (text: string) => console.error(text) } = {},
): (...args: Parameters<typeof fetch>) => Promise<Response> {
  return async (...args) => {
    for (let waits = 0; ; waits += 1) {
      const response = await send(...args);
      const seconds = response.status === 429 ? retryAfterOf(response) : undefined;
      const isLogin = /\/auth\//.test(String(args[0]));
      if (seconds === undefined || seconds > longestWaitSeconds || isLogin || waits === mostWaits) return response;
      await response.body?.cancel();
      say(`The service has a limit; trying again in ${seconds} s`);
      await pause(seconds);
    }
  };
}

const pauseSeconds = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * A `fetch` that retries after a connection failure. If the connection broke in the middle, the service may still work
 * on the first attempt and refuse the second with 409, so that is retried too. It is only for repeatable requests:
 * reads, logins, and writes with an `Idempotency-Key`.
 */
export function retryingFetch(
  send: (...args: Parameters<typeof fetch>) => Promise<Response> = fetch,
  pauses: readonly number[] = pausesMilliseconds,
): (...args: Parameters<typeof fetch>) => Promise<Response> {
  return async (...args) => {
    let lost = false;
    for (const pause of pauses) {
      try {
        const response = await send(...args);
        if (!lost || response.status !== 409) return response;
        await response.body?.cancel();
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        lost = true;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return send(...args);
  };
}

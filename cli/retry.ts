import { isConnectionError } from './failure.ts';

const pausesMilliseconds = [200, 600, 1800];

/**
 * A `fetch` that retries after a connection failure. If the connection broke in the middle, the service may still work
 * on the first attempt and refuse the second with 409, so that is retried too. It is only for repeatable requests:
 * reads, logins, and writes with an `Idempotency-Key`.
 */
export function retryingFetch(
  send: typeof fetch = fetch,
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

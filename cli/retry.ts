import { isConnectionError } from './failure.ts';

const pausesMilliseconds = [200, 600, 1800];

/**
 * A `fetch` that tries again when the connection fails. After a connection was lost in the middle, the service may be
 * at work on the first try still and then refuses the second with 409: that is tried again as well.
 * Only for requests that may be repeated: reads, logins, and writes with an `Idempotency-Key`.
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

import { exitCodes, Failure, isConnectionError, reasonOf } from '../failure.ts';

/** An answer to a read; null for a body that is not a JSON object. */
export interface Answer {
  status: number;
  body: Record<string, unknown> | null;
}

/** Reads a path of one service. @throws Failure if it does not answer, or refuses the credentials. */
export type Reader = (path: string) => Promise<Answer>;

/** Time, which tests replace. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const pausesSeconds = [1, 2, 4];
const longestPauseSeconds = 30;
const askedToWait = [429, 502, 503, 504];
/** Within which an answer must be there as a whole. */
const answerTimeoutSeconds = 60;

/**
 * Reads by GET only; a service that is busy is asked again, as late as it asks for, and so is one whose answer was cut or
 * does not come. Redirects are errors, since they would pass the token on.
 */
export function createReader(
  { name, baseUrl, headers }: { name: string; baseUrl: string; headers: Record<string, string> },
  clock: Clock,
  send: typeof fetch = fetch,
  timeoutSeconds = answerTimeoutSeconds,
): Reader {
  const ask = async (path: string): Promise<Response & { whole: string }> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const response = await send(`${baseUrl}${path}`, { headers, redirect: 'error', signal });
    return Object.assign(response, { whole: await response.text() });
  };
  return async (path) => {
    for (const pause of [...pausesSeconds, undefined]) {
      const response = await ask(path).catch((error: unknown) => {
        const reason = failureOf(error, timeoutSeconds);
        if (pause === undefined)
          throw new Failure(`No response from ${name} to ${path}: ${reason}.`, exitCodes.unavailable);
        return undefined;
      });
      if (response && !askedToWait.includes(response.status)) return answerOf(name, response);
      if (pause === undefined)
        throw new Failure(`${name} is busy: it answered ${response?.status} to ${path}.`, exitCodes.unavailable);
      const asked = Number(response?.headers.get('retry-after')) || pause;
      await clock.sleep(Math.min(Math.max(asked, pause), longestPauseSeconds) * 1000);
    }
    throw new Failure(`No response from ${name}.`, exitCodes.unavailable);
  };
}

/** Why no whole answer came. @throws the error where it is not of the connection. */
function failureOf(error: unknown, timeoutSeconds: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `it did not answer within ${timeoutSeconds} seconds`;
  if (isConnectionError(error)) return reasonOf(error);
  throw error;
}

function answerOf(name: string, { status, whole }: Response & { whole: string }): Answer {
  if (status === 401) throw new Failure(`${name} refused the credentials (401).`, exitCodes.notAllowed);
  return { status, body: objectOf(whole) };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Lets at most so many calls begin each second, one after the other. */
export function createPace(perSecond: number, clock: Clock): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    const wait = next - clock.now();
    if (wait > 0) await clock.sleep(wait);
    next = Math.max(clock.now(), next) + 1000 / perSecond;
  };
}

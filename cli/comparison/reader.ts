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

/** Reads by GET only; a service that is busy is asked again, as late as it asks for. Redirects are errors, since they would pass the token on. */
export function createReader(
  { name, baseUrl, headers }: { name: string; baseUrl: string; headers: Record<string, string> },
  clock: Clock,
  send: typeof fetch = fetch,
): Reader {
  return async (path) => {
    for (const pause of [...pausesSeconds, undefined]) {
      const response = await send(`${baseUrl}${path}`, { headers, redirect: 'error' }).catch((error: unknown) => {
        if (!isConnectionError(error)) throw error;
        if (pause === undefined)
          throw new Failure(`No response from ${name}: ${reasonOf(error)}.`, exitCodes.unavailable);
        return undefined;
      });
      if (response && !askedToWait.includes(response.status)) return answerOf(name, response);
      if (pause === undefined)
        throw new Failure(`${name} is busy: it answered ${response?.status} to ${path}.`, exitCodes.unavailable);
      const asked = Number(response?.headers.get('retry-after')) || pause;
      await response?.body?.cancel();
      await clock.sleep(Math.min(asked, longestPauseSeconds) * 1000);
    }
    throw new Failure(`No response from ${name}.`, exitCodes.unavailable);
  };
}

async function answerOf(name: string, response: Response): Promise<Answer> {
  const { status } = response;
  const text = await response.text();
  if (status === 401) throw new Failure(`${name} refused the credentials (401).`, exitCodes.notAllowed);
  return { status, body: objectOf(text) };
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

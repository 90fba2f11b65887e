import { randomUUID } from 'node:crypto';
import { ApiError, createClient } from '#shared/api/client.ts';
import type { Announcement, Claim, FinishStatus, Held, WorkerApi } from './api.ts';
import { isTransient, jitteredMilliseconds, pauseAfter } from './backoff.ts';
import { type Clock, pause, systemClock } from './clock.ts';
import { RunSession, type WorkerRun } from './run-session.ts';
import { RunStopped } from './run-stopped.ts';

/** The outcome of a run's work; `completed` by default. */
export interface WorkOutcome {
  status: 'completed' | 'failed';
  /** Why it failed. */
  message?: string;
}

/** What happens to a worker, for its terminal. */
export type WorkerEvent =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'finished'; claim: Claim; status: FinishStatus; message: string; accepted: boolean }
  | { kind: 'unanswered'; error: unknown };

export interface WorkerOptions {
  /** Address of the API without a trailing slash, such as `https://host/api`. */
  baseUrl: string;
  /** An API token of an editor, bound to the project (docs/worker-protocol.md#a-token). */
  token: string;
  /** Stable name of this worker: under it a restarted process takes its run over again. */
  worker: string;
  /** Backends whose runs it takes. */
  backends: string[];
  /** What drives the hardware, for people to read. */
  software?: string;
  /** What it can run: announced before the first claim, and again once a day. */
  announcement?: Announcement;
  /** Does the work of one run: `run.guard()` before every step, and stops when `run.signal` fires. */
  work: (run: WorkerRun) => Promise<WorkOutcome | undefined>;
  /** Ends the worker: a run under way is stopped. */
  signal: AbortSignal;
  onEvent?: (event: WorkerEvent) => void;
  fetch?: typeof fetch;
  clock?: Clock;
  now?: () => Date;
  random?: () => number;
}

/** Longest wait for the answer to a claim. */
const claimMilliseconds = 10_000;

/** Time between two announcements: the service forgets one after 30 days. */
const announceMilliseconds = 24 * 3_600_000;

/** Another process works under the name of this worker: to claim again would take its run from that one. */
export class NameTaken extends Error {
  constructor(worker: string) {
    super(`Another process uses the worker name '${worker}'`);
  }
}

/**
 * Claims runs and works on them, one after the other, until the signal fires.
 * @throws ApiError when the service refuses this worker, such as for its token or its announcement; NameTaken.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { signal, random = Math.random, clock = systemClock } = options;
  const api = createClient({
    baseUrl: options.baseUrl,
    token: () => options.token,
    ...(options.fetch && { fetch: options.fetch }),
  });
  // A claim whose answer was lost is asked for again under the same key, and is the same claim.
  let claimKey = randomUUID();
  let announceAt = clock();
  for (let failed = 0; !signal.aborted; ) {
    try {
      if (options.announcement && clock() >= announceAt) {
        await announce(api, options, options.announcement);
        announceAt = clock() + announceMilliseconds;
      }
      const sentAt = clock();
      const { run, retry_after_seconds } = await claim(api, options, claimKey);
      failed = 0;
      const held = run && { claim: run, claimKey };
      claimKey = randomUUID();
      if (held) await perform(held, sentAt, { ...options, api, clock, random });
      else await pause(jitteredMilliseconds(retry_after_seconds, random()), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NameTaken || !isTransient(error)) throw error;
      options.onEvent?.({ kind: 'unanswered', error });
      await pause(pauseAfter(error, failed, random()), signal);
      failed += 1;
    }
  }
}

function announce(api: WorkerApi, options: WorkerOptions, announcement: Announcement) {
  const { worker, backends, software, signal } = options;
  const body = { worker, backends, ...announcement, ...(software === undefined ? {} : { software }) };
  return api.announceWorker({ body, signal: AbortSignal.any([signal, AbortSignal.timeout(claimMilliseconds)]) });
}

function claim(api: WorkerApi, options: WorkerOptions, claimKey: string) {
  const { worker, backends, software, signal } = options;
  const body = { worker, backends, claim_key: claimKey, ...(software === undefined ? {} : { software }) };
  return api.claimRun({ body, signal: AbortSignal.any([signal, AbortSignal.timeout(claimMilliseconds)]) });
}

type Performing = WorkerOptions & { api: WorkerApi; clock: Clock; random: () => number };

/** Works on a run, and tells how it has ended. What the work throws is the run's failure. @throws NameTaken. */
async function perform(held: Held, claimedAt: number, options: Performing): Promise<void> {
  const { api, baseUrl, clock, random, now = () => new Date(), signal } = options;
  const session = new RunSession(held, claimedAt, {
    api,
    baseUrl,
    fetch: options.fetch ?? fetch,
    clock,
    now,
    random,
  });
  const { claim: claimed } = held;
  const shutDown = () => session.stop('shutdown');
  signal.addEventListener('abort', shutDown);
  if (signal.aborted) shutDown();
  options.onEvent?.({ kind: 'claimed', claim: claimed });
  try {
    const { status, message } = await outcomeOf(session, options.work);
    const accepted = await session.finish(status, message);
    options.onEvent?.({ kind: 'finished', claim: claimed, status, message, accepted });
  } finally {
    signal.removeEventListener('abort', shutDown);
    await session.close();
  }
  if (session.superseded) throw new NameTaken(options.worker);
}

async function outcomeOf(
  session: RunSession,
  work: WorkerOptions['work'],
): Promise<{ status: FinishStatus; message: string }> {
  try {
    const outcome = await work(session);
    await session.flush();
    return { status: outcome?.status ?? 'completed', message: outcome?.message ?? '' };
  } catch (error) {
    // What the work throws while it is stopped is most likely the stop itself.
    const cause: unknown = session.signal.aborted ? session.signal.reason : error;
    const isStop = cause instanceof RunStopped && cause.reason !== 'refused';
    return { status: isStop ? 'stopped' : 'failed', message: messageOf(cause) };
  }
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.detail : error instanceof Error ? error.message : String(error);

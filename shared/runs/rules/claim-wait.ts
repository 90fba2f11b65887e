import type { ExecutionStatus } from './statuses.ts';

/**
 * How long a worker's run waits for a worker to claim it (rule RUN-17). It holds the project's lock meanwhile and
 * blocks other starts: so a run that no worker will claim must end.
 */

/** Seconds that a run may wait, and what a flow or a start may ask for. */
export const claimTimeoutSeconds = { usual: 600, least: 10, most: 24 * 3600 } as const;

/** The backend that a worker's parameters name, and so whose workers are offered the run. */
export const backendOf = ({ backend }: Readonly<Record<string, unknown>>): string =>
  typeof backend === 'string' && backend !== '' ? backend : 'worker';

/** What decides whether a run waits for a worker. */
export interface Claimable {
  runner: 'managed' | 'worker';
  status: ExecutionStatus;
  cancelRequestedAt?: string | undefined;
  closing?: boolean | undefined;
}

/** Whether a run waits for a worker to claim it. */
export const awaitsClaim = ({ runner, status, cancelRequestedAt, closing }: Claimable): boolean =>
  runner === 'worker' && status === 'scheduled' && cancelRequestedAt === undefined && !closing;

/** What decides how long a run waits. */
export interface Waiting {
  createdAt: string;
  claimTimeoutSeconds?: number | undefined;
}

/** Seconds that a run may wait from its start on. */
const secondsOf = ({ claimTimeoutSeconds: seconds = claimTimeoutSeconds.usual }: Waiting): number => seconds;

/** When an unclaimed run fails. */
export const claimDeadline = (run: Waiting): Date => new Date(Date.parse(run.createdAt) + secondsOf(run) * 1000);

/**
 * Whole seconds for which a state machine that begins now waits for the claim: what is left, one at least. A run that was
 * claimed before, and is taken up again, is let through at once.
 */
export const secondsToClaim = (run: Waiting & { status: ExecutionStatus }, now: Date): number =>
  run.status === 'scheduled'
    ? Math.max(1, Math.ceil((claimDeadline(run).getTime() - now.getTime()) / 1000))
    : secondsOf(run);

/** Why an unclaimed run has failed. @param workers those of the project, the latest first. */
export const unclaimedReason = (run: Waiting & { backend: string }, workers: readonly BackendWorker[]): string =>
  `No worker picked up the run within ${wholeUnits(secondsOf(run))}: ${whoWasSeen(run.backend, workers)}`;

/** A worker as a run looks for one. */
export interface BackendWorker {
  worker: string;
  backends: readonly string[];
  lastSeenAt: string;
}

/** Most workers, or backends, that a sentence names. */
const named = 3;

/** Whether a worker drives a backend. */
export const drives = ({ backends }: Pick<BackendWorker, 'backends'>, backend: string): boolean =>
  backends.includes(backend);

/** The backends for which workers were seen, but this one. */
export const otherBackends = (backend: string, workers: readonly BackendWorker[]): string[] =>
  [...new Set(workers.flatMap(({ backends }) => backends))].filter((other) => other !== backend);

/**
 * Which workers were seen for a backend, as a part of a sentence; where none was, for which others.
 * @param workers those of the project, the latest first.
 */
export function whoWasSeen(backend: string, workers: readonly BackendWorker[]): string {
  const own = workers.filter((worker) => drives(worker, backend));
  if (own.length > 0) {
    const seen = listOf(own.map(({ worker, lastSeenAt }) => `'${worker}' (last seen ${lastSeenAt})`));
    return `workers seen for backend '${backend}': ${seen}`;
  }
  const others = otherBackends(backend, workers);
  const elsewhere = others.length > 0 ? `, only for ${listOf(others.map((name) => `'${name}'`))}` : '';
  return `no worker was seen for backend '${backend}'${elsewhere}`;
}

const listOf = (names: readonly string[]): string =>
  names.length > named ? `${names.slice(0, named).join(', ')} and ${names.length - named} more` : names.join(', ');

/** A number of seconds in the largest unit that has it whole: `10 minutes`. */
export function wholeUnits(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second'];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

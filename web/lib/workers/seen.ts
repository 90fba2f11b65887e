import type { Run, SeenWorker } from '../api/wire.ts';
import { formatAge } from '../format/time.ts';

/** The backend of a worker's run whose parameters name none. */
const usualBackend = 'worker';

/** The backend that a worker's run is for: its parameter, else the usual one. */
export const workerBackend = (parameters: Readonly<Record<string, unknown>>): string =>
  typeof parameters.backend === 'string' && parameters.backend !== '' ? parameters.backend : usualBackend;

/** Workers that drive a backend, those that are online first. */
export const workersOf = (workers: readonly SeenWorker[], backend: string): SeenWorker[] =>
  workers
    .filter((worker) => worker.backends.includes(backend))
    .sort((a, b) => Number(a.status === 'silent') - Number(b.status === 'silent') || a.age_seconds - b.age_seconds);

/** Whether a worker has taken a run: one is at it, or has counted its tasks, which it may also have done since. */
export const isTaken = ({ execution_id: id, progress }: Run, workers: readonly SeenWorker[]): boolean =>
  workers.some((worker) => worker.execution_id === id) ||
  progress.planned !== null ||
  Object.values(progress.by_status).some((count) => count > 0);

/** How long ago something was seen: `just now`, `12 s ago`, `3 min ago`. */
export function formatAgo(seconds: number): string {
  if (seconds < 5) return 'just now';
  return seconds < 60 ? `${Math.round(seconds)} s ago` : `${formatAge(seconds)} ago`;
}

import type { SeenWorker } from '../../ui/lib/api/wire.ts';
import { formatAge } from '../../ui/lib/format/time.ts';

/** Workers that drive a backend, those that are online first. */
export const workersOf = (workers: readonly SeenWorker[], backend: string): SeenWorker[] =>
  workers
    .filter((worker) => worker.backends.includes(backend))
    .sort((a, b) => Number(a.status === 'silent') - Number(b.status === 'silent') || a.age_seconds - b.age_seconds);

/** How long ago something was seen: `just now`, `12 s ago`, `3 min ago`. */
export function formatAgo(seconds: number): string {
  if (seconds < 5) return 'just now';
  return seconds < 60 ? `${Math.round(seconds)} s ago` : `${formatAge(seconds)} ago`;
}

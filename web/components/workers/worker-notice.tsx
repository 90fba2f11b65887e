import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../lib/api/api.ts';
import type { Run, SeenWorker } from '../../lib/api/wire.ts';
import { workersQuery } from '../../lib/workers/queries.ts';
import { formatAgo, isTaken, workerBackend, workersOf } from '../../lib/workers/seen.ts';
import { Notice } from '../notice.tsx';
import { WorkerStatus } from '../status.tsx';
import styles from './workers.module.css';

/** How often it is looked whether a worker has taken a run, in milliseconds. */
const waitingInterval = 3_000;

/** Which workers could take a run of these parameters, and when they were last seen; warns where none is online. */
export function WorkerNotice({ parameters }: { parameters: Readonly<Record<string, unknown>> }) {
  const workers = useQuery(workersQuery());
  const backend = workerBackend(parameters);
  if (!workers.data)
    return (
      <p className={styles.notice}>
        {workers.error ? `Workers unavailable: ${errorText(workers.error)}` : 'Looking for workers…'}
      </p>
    );
  const found = workersOf(workers.data, backend);
  const online = found.filter((worker) => worker.status !== 'silent');
  return (
    <div className={styles.notice}>
      {online.length === 0 && (
        <Notice tone="warn">
          <span>
            {found.length === 0
              ? `No worker has connected for ${backend}.`
              : `The worker for ${backend} stopped responding.`}{' '}
            The run would wait for one and block others.
          </span>
        </Notice>
      )}
      <WorkerList workers={found} backend={backend} />
    </div>
  );
}

/** The workers of a backend; nothing where none has connected. */
function WorkerList({ workers, backend }: { workers: readonly SeenWorker[]; backend: string }) {
  if (workers.length === 0) return null;
  return (
    <ul aria-label={`Workers for ${backend}`} className={styles.list}>
      {workers.slice(0, 3).map((worker) => (
        <li key={worker.worker}>
          <strong>{worker.worker}</strong> <WorkerStatus status={worker.status} />, drives {backend}, last seen{' '}
          {formatAgo(worker.age_seconds)}
        </li>
      ))}
    </ul>
  );
}

/** Says of a worker's run that none has taken it yet, and which could; nothing once one has. */
export function WaitingForWorker({ run }: { run: Run }) {
  const isActive = run.runner === 'worker' && run.status === 'running';
  const seen = useQuery({ ...workersQuery(), enabled: isActive, refetchInterval: waitingInterval }).data;
  if (!isActive || !seen || isTaken(run, seen)) return null;
  const backend = run.backend || workerBackend(run.parameters);
  const found = workersOf(seen, backend);
  const isOnline = found.some((worker) => worker.status !== 'silent');
  return (
    <Notice tone="warn">
      <span>
        Waiting for a worker for {backend}.{' '}
        {isOnline
          ? 'An online worker will pick this up.'
          : 'No worker is online. Start one, or cancel: this run blocks others.'}
      </span>
      <WorkerList workers={found} backend={backend} />
    </Notice>
  );
}

import { useQuery } from '@tanstack/react-query';
import { backendOf } from '#shared/runs/rules/claim-wait.ts';
import { Notice } from '../../ui/components/notice.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import { WorkerStatus } from '../../ui/components/status.tsx';
import { errorText } from '../../ui/lib/api/api.ts';
import type { Run, SeenWorker } from '../../ui/lib/api/wire.ts';
import { workersQuery } from '../lib/queries.ts';
import { formatAgo, workersOf } from '../lib/seen.ts';
import styles from './workers.module.css';

/** Which workers could take a run of these parameters, and when they were last seen; warns if none is online. */
export function WorkerNotice({ parameters }: { parameters: Readonly<Record<string, unknown>> }) {
  const workers = useQuery({ ...workersQuery(), refetchInterval: 15_000 });
  const backend = backendOf(parameters);
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
              ? `No worker online for backend “${backend}”.`
              : `The worker for ${backend} stopped responding.`}{' '}
            The run would wait for one and block others.
          </span>
        </Notice>
      )}
      <WorkerList workers={found} backend={backend} />
    </div>
  );
}

type ListedWorker = Pick<SeenWorker, 'worker' | 'status' | 'age_seconds'>;

/** The workers of a backend; hidden if none has connected. */
function WorkerList({ workers, backend }: { workers: readonly ListedWorker[]; backend: string }) {
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

/** Says for which worker a run waits and for how long; hidden once a worker has picked it up. */
export function WaitingForWorker({ run }: { run: Pick<Run, 'waiting_for'> }) {
  const wait = run.waiting_for;
  if (!wait) return null;
  const isOnline = wait.workers.some((worker) => worker.status !== 'silent');
  return (
    <Notice tone="warn">
      <span>
        Waiting for a worker for {wait.backend}.{' '}
        {isOnline
          ? 'An online worker will pick this up.'
          : 'No worker is online. Start one, or cancel: this run blocks others.'}{' '}
        If none picks it up, it fails at <ClockTime at={wait.until} />.
      </span>
      {wait.workers.length === 0 && wait.other_backends.length > 0 && (
        <span>Workers have connected for {wait.other_backends.join(', ')} only.</span>
      )}
      <WorkerList workers={wait.workers} backend={wait.backend} />
    </Notice>
  );
}

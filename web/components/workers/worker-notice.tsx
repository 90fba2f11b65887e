import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../lib/api.ts';
import type { Run, SeenWorker } from '../../lib/wire.ts';
import { workersQuery } from '../../lib/workers/queries.ts';
import { heardAgo, isTaken, workerBackend, workersOf } from '../../lib/workers/seen.ts';
import { Notice } from '../notice.tsx';
import { WorkerStatus } from '../status.tsx';
import styles from './workers.module.css';

/** How often it is looked whether a worker has taken a run, in milliseconds. */
const waitingInterval = 3_000;

/** Which workers could take a run of these parameters, and when they were heard of; warns where there is none. */
export function WorkerNotice({ parameters }: { parameters: Readonly<Record<string, unknown>> }) {
  const workers = useQuery(workersQuery());
  const backend = workerBackend(parameters);
  if (!workers.data)
    return (
      <p className={styles.notice}>
        {workers.error
          ? `It is not known which workers there are: ${errorText(workers.error)}`
          : 'Looking for workers…'}
      </p>
    );
  const found = workersOf(workers.data, backend);
  const heard = found.filter((worker) => worker.status !== 'silent');
  return (
    <div className={styles.notice}>
      {heard.length === 0 && (
        <Notice tone="warn">
          <span>
            {found.length === 0
              ? `No worker was heard of that drives the backend '${backend}'.`
              : `No worker that drives the backend '${backend}' is heard of any more.`}{' '}
            The run would hold the lock of the project and wait for one.
          </span>
        </Notice>
      )}
      <WorkerList workers={found} backend={backend} />
    </div>
  );
}

/** The workers that a run of a backend waits for; nothing where none was heard of. */
function WorkerList({ workers, backend }: { workers: readonly SeenWorker[]; backend: string }) {
  if (workers.length === 0) return null;
  return (
    <ul aria-label={`Workers of the backend ${backend}`} className={styles.list}>
      {workers.slice(0, 3).map((worker) => (
        <li key={worker.worker}>
          <strong>{worker.worker}</strong> <WorkerStatus status={worker.status} />, drives {backend}, heard of{' '}
          {heardAgo(worker.age_seconds)}
        </li>
      ))}
    </ul>
  );
}

/** Says of a worker's run that none has taken it yet, and which could; nothing once one has. */
export function WaitingForWorker({ run }: { run: Run }) {
  const isOn = run.runner === 'worker' && run.status === 'running';
  const seen = useQuery({ ...workersQuery(), enabled: isOn, refetchInterval: waitingInterval }).data;
  if (!isOn || !seen || isTaken(run, seen)) return null;
  const backend = run.backend || workerBackend(run.parameters);
  const found = workersOf(seen, backend);
  const isHeard = found.some((worker) => worker.status !== 'silent');
  return (
    <Notice tone="warn">
      <span>
        Waits for a worker that drives the backend '{backend}'.{' '}
        {isHeard
          ? 'One that is heard of takes it when it asks for work.'
          : 'None is heard of: start one, or cancel the run, which holds the lock of the project.'}
      </span>
      <WorkerList workers={found} backend={backend} />
    </Notice>
  );
}

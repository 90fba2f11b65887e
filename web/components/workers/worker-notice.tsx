import { useQuery } from '@tanstack/react-query';
import { workersQuery } from '../../lib/workers/queries.ts';
import { heardAgo, workerBackend, workersOf } from '../../lib/workers/seen.ts';
import { Notice } from '../notice.tsx';
import { WorkerStatus } from '../status.tsx';
import styles from './workers.module.css';

/** Which workers could take a run of these parameters, and when they were heard of; warns where there is none. */
export function WorkerNotice({ parameters }: { parameters: Readonly<Record<string, unknown>> }) {
  const workers = useQuery(workersQuery());
  const backend = workerBackend(parameters);
  if (!workers.data) return <p className={styles.notice}>Looking for workers…</p>;
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
      {found.length > 0 && (
        <ul aria-label={`Workers of the backend ${backend}`} className={styles.list}>
          {found.slice(0, 3).map((worker) => (
            <li key={worker.worker}>
              <strong>{worker.worker}</strong> <WorkerStatus status={worker.status} />, drives {backend}, heard of{' '}
              {heardAgo(worker.age_seconds)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

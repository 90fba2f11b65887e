import { useQuery } from '@tanstack/react-query';
import { pythonWheel } from '#shared/workers/rules/python-wheel.ts';
import { RunLink } from '../../runs/components/run-link.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { Card } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { WorkerStatus } from '../../ui/components/status.tsx';
import type { SeenWorker } from '../../ui/lib/api/wire.ts';
import { workersQuery } from '../lib/queries.ts';
import { formatAgo } from '../lib/seen.ts';

const columns: Column<SeenWorker>[] = [
  { id: 'worker', title: 'Worker', cell: (row) => row.worker },
  { id: 'status', title: 'Status', cell: (row) => <WorkerStatus status={row.status} /> },
  { id: 'backends', title: 'Backends', cell: (row) => row.backends.join(', '), wrap: true },
  { id: 'seen', title: 'Last seen', cell: (row) => formatAgo(row.age_seconds) },
  {
    id: 'run',
    title: 'Run',
    cell: (row) => <RunLink executionId={row.execution_id} />,
  },
  { id: 'message', title: 'About', detail: true, cell: (row) => row.message || '–', wrap: true },
  { id: 'software', title: 'Software', detail: true, cell: (row) => row.software || '–', wrap: true },
  { id: 'by', title: 'User', detail: true, cell: (row) => row.username },
];

/** How the Python package is installed from the service at `origin`, and a worker of it started. */
const pythonInstallation = (origin: string): string =>
  [
    `python -m pip install "${origin}/downloads/${pythonWheel}"`,
    `FIDUCIAL_URL=${origin} FIDUCIAL_TOKEN=...  # a project API token`,
    'fiducial-lab worker flows.py --name bench-1',
  ].join('\n');

/** The workers that have connected: what they drive, and when they were last seen. */
export function WorkersCard() {
  const workers = useQuery({ ...workersQuery(), refetchInterval: 15_000 });
  return (
    <Card title="Workers" note="lab programs that run flows on the hardware">
      {!workers.data ? (
        <Pending error={workers.error} what="workers" />
      ) : workers.data.length === 0 ? (
        <p>No workers yet. Start one with a project API token.</p>
      ) : (
        <DataTable bare compact label="Workers" columns={columns} rows={workers.data} rowKey={(row) => row.worker} />
      )}
      <details>
        <summary>Measure in Python</summary>
        <pre>{pythonInstallation(location.origin)}</pre>
      </details>
    </Card>
  );
}

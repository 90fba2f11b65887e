import { useQuery } from '@tanstack/react-query';
import type { SeenWorker } from '../../lib/wire.ts';
import { workersQuery } from '../../lib/workers/queries.ts';
import { heardAgo } from '../../lib/workers/seen.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { Pending } from '../notice.tsx';
import { Card } from '../page.tsx';
import { ExecutionLink } from '../runs/execution-link.tsx';
import { WorkerStatus } from '../status.tsx';

const columns: Column<SeenWorker>[] = [
  { id: 'worker', title: 'Worker', cell: (row) => row.worker },
  { id: 'backends', title: 'Backends', cell: (row) => row.backends.join(', '), wrap: true },
  { id: 'status', title: 'Status', cell: (row) => <WorkerStatus status={row.status} /> },
  { id: 'heard', title: 'Heard of', cell: (row) => heardAgo(row.age_seconds) },
  {
    id: 'run',
    title: 'Execution',
    cell: (row) => <ExecutionLink executionId={row.execution_id} />,
  },
  { id: 'message', title: 'About', cell: (row) => row.message || '–', wrap: true },
  { id: 'software', title: 'Software', cell: (row) => row.software || '–', wrap: true },
  { id: 'by', title: 'Calls as', cell: (row) => row.username },
];

/** The workers that were seen: what they drive, and when they were heard of. */
export function WorkersCard() {
  const workers = useQuery(workersQuery());
  return (
    <Card title="Workers" note="programs of the lab that run flows beside the hardware">
      {!workers.data ? (
        <Pending error={workers.error} what="workers" />
      ) : workers.data.length === 0 ? (
        <p>No worker was heard of yet. One that is started with an API token of this project appears here.</p>
      ) : (
        <DataTable bare label="Workers" columns={columns} rows={workers.data} rowKey={(row) => row.worker} />
      )}
    </Card>
  );
}

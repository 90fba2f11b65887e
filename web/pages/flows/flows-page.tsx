import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { Tags } from '../../components/tags.tsx';
import { WorkersCard } from '../../components/workers/workers-card.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { FlowSummary } from '../../lib/api/wire.ts';
import { flowsQuery } from '../../lib/flows/queries.ts';
import { NewFlowDialog } from './new-flow-dialog.tsx';

const route = getRouteApi('/app/flows');

const columns: Column<FlowSummary>[] = [
  {
    id: 'flow',
    title: 'Flow',
    cell: (row) => (
      <Link to="/flows/$flowName" params={{ flowName: row.name }}>
        {row.name}
      </Link>
    ),
  },
  { id: 'description', title: 'Description', cell: (row) => row.description || '–', wrap: true },
  { id: 'chip', title: 'Chip', cell: (row) => row.chip_id },
  {
    id: 'runner',
    title: 'Run by',
    cell: (row) => (row.runner === 'managed' ? 'the service' : "the lab's worker"),
  },
  { id: 'version', title: 'Version', number: true, cell: (row) => row.version },
  { id: 'updated', title: 'Saved', cell: (row) => <RelativeTime at={row.updated_at} /> },
  { id: 'by', title: 'By', cell: (row) => row.updated_by },
  { id: 'tags', title: 'Tags', cell: (row) => <Tags tags={row.tags} /> },
  {
    id: 'runs',
    title: 'Runs',
    cell: (row) => (
      <Link to="/execution" search={{ flow: row.name }} aria-label={`Runs of ${row.name}`}>
        Runs
      </Link>
    ),
  },
];

/** The flows of the project; more are made from templates. */
export function FlowsPage() {
  const { open, template } = route.useSearch();
  const navigate = route.useNavigate();
  const flows = useQuery(flowsQuery());
  const readOnly = useReadOnlyReason();
  const isEmpty = flows.data?.length === 0;
  const create = (
    <Button
      variant={isEmpty ? 'primary' : 'plain'}
      disabledReason={readOnly}
      onClick={() => void navigate({ search: { open: 'new' } })}
    >
      New flow
    </Button>
  );
  return (
    <Page
      title="Flows"
      actions={
        <>
          <Link to="/task-knowledge" className={buttonClass()}>
            Tasks
          </Link>
          {!isEmpty && (
            <>
              {create}
              <RunFlowButton />
            </>
          )}
        </>
      }
    >
      {!flows.data ? (
        <Pending error={flows.error} what="flows" />
      ) : isEmpty ? (
        <EmptyState title="No flows yet" actions={create}>
          A flow says which tasks run on which qubits and couplings, in which order. Start with a template.
        </EmptyState>
      ) : (
        <DataTable label="Flows" columns={columns} rows={flows.data} rowKey={(row) => row.name} />
      )}
      <WorkersCard />
      <NewFlowDialog
        key={template}
        template={template}
        open={open === 'new' && readOnly === undefined}
        onClose={() => void navigate({ search: {} })}
      />
    </Page>
  );
}

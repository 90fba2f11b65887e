import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isEnded } from '#shared/domain/runs/statuses.ts';
import { buttonClass } from '../../components/button.tsx';
import { ConnectionNotice } from '../../components/connection-notice.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState, Pending } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { QueuedStart } from '../../components/runs/queued-start.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { RunStatus } from '../../components/status.tsx';
import { Tags } from '../../components/tags.tsx';
import { chipsQuery, useReadOnlyReason } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { RunSummary } from '../../lib/api/wire.ts';
import { formatDuration } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { elapsedSeconds, isCancelling } from '../../lib/runs/elapsed.ts';
import { runsQuery, runsRequest } from '../../lib/runs/queries.ts';
import { Filters } from './filters.tsx';

const route = getRouteApi('/app/execution');
const pageSize = 50;

const columns: Column<RunSummary>[] = [
  {
    id: 'id',
    title: 'Run',
    cell: (row) => (
      <Link to="/execution/$executionId" params={{ executionId: row.execution_id }}>
        {row.execution_id}
      </Link>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: (row) => <RunStatus status={row.status} isCancelling={isCancelling(row)} />,
  },
  { id: 'flow', title: 'Flow', cell: (row) => row.flow_name || '–', wrap: true },
  {
    id: 'chip',
    title: 'Chip',
    cell: (row) => (
      <Link to="/chips/$chipId" params={{ chipId: row.chip_id }}>
        {row.chip_id}
      </Link>
    ),
  },
  { id: 'who', title: 'Who', cell: (row) => row.username },
  { id: 'start', title: 'Start', cell: (row) => (row.start_at ? <RelativeTime at={row.start_at} /> : 'not yet') },
  {
    id: 'duration',
    title: 'Duration',
    number: true,
    cell: (row) => <Duration row={row} />,
  },
  { id: 'message', title: 'Message', cell: (row) => row.message || '–', wrap: true },
  { id: 'tags', title: 'Tags', cell: (row) => <Tags tags={row.tags} /> },
];

/** How long an execution took, or has taken so far. */
function Duration({ row }: { row: RunSummary }) {
  const seconds = elapsedSeconds(row, useNow(isEnded(row.status) ? undefined : 1_000));
  return seconds === undefined ? '–' : formatDuration(seconds);
}

/** Executions of the project, newest first and as they go on: where a login lands. */
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const list = useQuery({
    ...runsQuery(runsRequest(search, pageSize, timeZone)),
    placeholderData: (previous) => previous,
  });
  const { page = 1, ...filters } = search;
  const isNarrowed = page > 1 || Object.values(filters).some((value) => value !== undefined);
  const isEmpty = list.data?.executions.length === 0;
  return (
    <Page title="Runs" actions={<RunFlowButton />}>
      <QueuedStart />
      {list.data && <ConnectionNotice error={list.error} />}
      {isEmpty && !isNarrowed ? (
        <NoRuns />
      ) : (
        <Filters search={search} change={(next) => void navigate({ search: next, replace: true })} />
      )}
      {!list.data ? (
        <Pending error={list.error} what="runs" />
      ) : isEmpty && isNarrowed ? (
        <p>
          No runs match.{' '}
          <Link to="/execution" search={{}}>
            Clear filters
          </Link>
        </p>
      ) : (
        !isEmpty && (
          <>
            <DataTable label="Runs" columns={columns} rows={list.data.executions} rowKey={(row) => row.execution_id} />
            <Pager
              page={page}
              pageSize={pageSize}
              total={list.data.total ?? 0}
              what="runs"
              onPage={(next) => void navigate({ search: { ...search, page: next } })}
            />
          </>
        )
      )}
    </Page>
  );
}

function NoRuns() {
  const chips = useQuery(chipsQuery(0, 1));
  const readOnly = useReadOnlyReason();
  const first = chips.data?.chips[0];
  if (first)
    return (
      <EmptyState
        title="No runs yet"
        actions={
          <>
            <Link to="/dashboard" search={{ chip: first.chip_id }} className={buttonClass({ variant: 'primary' })}>
              Open the dashboard
            </Link>
            <Link to="/chips" className={buttonClass()}>
              Go to the chips
            </Link>
          </>
        }
      >
        Calibration runs of this project are listed here. The values of its chips are on the dashboard.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No runs yet"
      actions={
        <>
          {readOnly === undefined && (
            <>
              <Link to="/chips" search={{ open: 'import' }} className={buttonClass({ variant: 'primary' })}>
                Import a chip
              </Link>
              <Link to="/chips" search={{ open: 'create' }} className={buttonClass()}>
                Create a chip
              </Link>
            </>
          )}
          <Link to="/chips" className={buttonClass({ variant: 'quiet' })}>
            Go to the chips
          </Link>
        </>
      }
    >
      Calibration runs of this project are listed here.{' '}
      {readOnly === undefined
        ? 'Start with a chip: import the published calibration of a real device, or create one from a topology.'
        : 'It has no chips yet. Its owner and editors can import or create one.'}
    </EmptyState>
  );
}

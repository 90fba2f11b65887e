import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { RunLink } from '../../runs/components/run-link.tsx';
import { taskMessage } from '../../runs/lib/task-message.ts';
import { resultTargetLabel } from '../../runs/lib/task-target.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { ExcludedMark, TaskStatusMark } from '../../ui/components/status.tsx';
import { cooldownsQuery } from '../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import { downloadText } from '../../ui/lib/browser/download.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { plural } from '../../ui/lib/format/words.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { type FoundResult, resultsQuery, taskNamesQuery } from '../lib/queries.ts';
import { isNarrowed, type ResultsSearch, resultsRequest } from '../lib/search.ts';
import { countsText, lagText, resultsCsv } from '../lib/words.ts';
import { ResultFilterField } from './result-filter-field.tsx';
import styles from './results.module.css';

const route = getRouteApi('/app/tasks');
const pageSize = 50;

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, ResultsSearch>) => [
  // Days of the address begin in a zone that is not known yet.
  ...(search.from === undefined && search.through === undefined
    ? [resultsQuery(resultsRequest(search, pageSize, 'UTC'))]
    : []),
  cooldownsQuery(0, 100),
  taskNamesQuery(),
];

/** Task results over all runs, by task, target, status, text of the error, cool-down and time. */
export function ResultsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const found = useQuery(resultsQuery(resultsRequest(search, pageSize, timeZone)));
  const { page = 1, ...filters } = search;
  const lag = found.data && lagText(found.data, found.dataUpdatedAt);
  return (
    <Page
      title="Task results"
      actions={
        <>
          <Link to="/tasks/archived" className={buttonClass()}>
            Archived
          </Link>
          <Link to="/reviews" className={buttonClass()}>
            Reviews
          </Link>
          <Button
            disabled={!found.data}
            onClick={() => downloadText('task-results.csv', toCsv(resultsCsv(found.data?.items ?? [])), 'text/csv')}
          >
            CSV of this page
          </Button>
        </>
      }
    >
      <ResultFilterField
        search={filters}
        timeZone={timeZone}
        change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
      {found.data ? (
        <>
          <p className={styles.counts} role="status">
            {countsText(found.data, isNarrowed(search))}
            {found.data.items.length === 0 && isNarrowed(search) && (
              <>
                {'. '}
                <Link to="/tasks" search={{}}>
                  Clear filters
                </Link>
              </>
            )}
          </p>
          {lag !== undefined && <Notice tone="warn">{lag}</Notice>}
          {found.data.archived_results > 0 && (
            <p>
              Not listed: {plural(found.data.archived_results, 'older result')} in files.{' '}
              <Link to="/tasks/archived">Archived results</Link>
            </p>
          )}
          <ErrorNotice error={found.error} />
          {found.data.items.length > 0 && (
            <div className="dims-while-busy" aria-busy={found.isPlaceholderData}>
              <DataTable
                compact
                label="Task results"
                columns={columns}
                rows={found.data.items}
                rowKey={({ task_id: id }) => id}
              />
            </div>
          )}
          <Pager
            page={page}
            pageSize={pageSize}
            total={found.data.total ?? 0}
            what="results"
            onPage={(next) => void navigate({ search: { ...search, page: next > 1 ? next : undefined } })}
          />
        </>
      ) : (
        <Pending error={found.error} what="task results" />
      )}
    </Page>
  );
}

const columns: Column<FoundResult>[] = [
  {
    id: 'task',
    title: 'Task',
    cell: ({ task_id: taskId, task_name: name, ...result }) => (
      <Link to="/tasks/$taskId" params={{ taskId }}>
        {name} {resultTargetLabel(result)}
      </Link>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status, excluded }) => (
      <>
        <TaskStatusMark status={status} /> {excluded && <ExcludedMark />}
      </>
    ),
  },
  { id: 'message', title: 'Message', cell: (result) => taskMessage(result) || '–', wrap: true, cut: true },
  { id: 'chip', title: 'Chip', detail: true, cell: ({ chip_id: chipId }) => chipId },
  { id: 'run', title: 'Run', cell: ({ execution_id: id }) => <RunLink executionId={id} /> },
  {
    id: 'started',
    title: 'Started',
    cell: ({ start_at: at, queued_at: queued }) => <RelativeTime at={at ?? queued} />,
  },
  {
    id: 'took',
    title: 'Took',
    number: true,
    detail: true,
    cell: ({ elapsed_seconds: seconds }) => (seconds === undefined ? '–' : formatDuration(seconds)),
  },
];

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SCHEDULE_LIMIT } from '#shared/schedules/rules/schedule.ts';
import { RunLink } from '../../runs/components/run-link.tsx';
import { StartButton } from '../../runs/components/start-button.tsx';
import { isCancelling } from '../../runs/lib/elapsed.ts';
import { runsQuery, runsRequest } from '../../runs/lib/queries.ts';
import { TwoTimes } from '../../schedules/components/two-times.tsx';
import { schedulesQuery } from '../../schedules/lib/queries.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { EmptyState, ErrorNotice } from '../../ui/components/notice.tsx';
import { Page } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { RunStatus } from '../../ui/components/status.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { FlowSummary } from '../../ui/lib/api/wire.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { WorkersCard } from '../../workers/components/workers-card.tsx';
import { type FlowActivity, flowActivity, runsLookedAt } from '../lib/activity.ts';
import { flowsQuery } from '../lib/queries.ts';
import styles from './flows.module.css';
import { NewFlowDialog } from './new-flow-dialog.tsx';

const route = getRouteApi('/app/flows');

type Row = FlowSummary & { activity: FlowActivity };

const columnsFor = (isEveryRun: boolean): Column<Row>[] => [
  {
    id: 'flow',
    title: 'Flow',
    cell: (row) => (
      <Link to="/flows/$flowName" params={{ flowName: row.name }}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'last',
    title: 'Last run',
    cell: ({ activity: { lastRun, failedTasks } }) =>
      lastRun ? (
        <span className={styles.lastRun}>
          <span className={failedTasks > 0 ? styles.aside : undefined}>
            <RunStatus status={lastRun.status} isCancelling={isCancelling(lastRun)} />
          </span>
          <RunLink executionId={lastRun.execution_id} />
          {failedTasks > 0 && <span className={styles.failed}>{failedTasks} failed</span>}
        </span>
      ) : isEveryRun ? (
        'never'
      ) : (
        `not among the last ${runsLookedAt}`
      ),
  },
  { id: 'description', title: 'What it does', cell: (row) => row.description || '–', wrap: true, detail: true },
  {
    id: 'next',
    title: 'Next start',
    cell: ({ activity: { nextStart } }) => (nextStart ? <TwoTimes {...nextStart} /> : 'not scheduled'),
  },
  {
    id: 'duration',
    title: 'Median duration',
    number: true,
    detail: true,
    cell: ({ activity: { duration } }) =>
      duration ? (
        <span
          title={`Of ${plural(duration.runs, 'run')} that completed, among the last ${runsLookedAt} of the project`}
        >
          {formatDuration(duration.medianSeconds)}
        </span>
      ) : (
        '–'
      ),
  },
  { id: 'chip', title: 'Chip', cell: (row) => row.chip_id },
  {
    id: 'runner',
    title: 'Run by',
    detail: true,
    cell: (row) => (row.runner === 'managed' ? 'the service' : "the lab's worker"),
  },
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

/** The reads that the address of the page tells. */
export const load = () => [
  flowsQuery(),
  runsQuery(runsRequest({}, runsLookedAt, 'UTC')),
  schedulesQuery(undefined, 0, SCHEDULE_LIMIT),
];

/** The flows of the project, what each did last and when it starts next; more are made from templates. */
export function FlowsPage() {
  const { open, template } = route.useSearch();
  const navigate = route.useNavigate();
  const flows = useQuery(flowsQuery());
  const runs = useQuery(runsQuery(runsRequest({}, runsLookedAt, 'UTC')));
  const schedules = useQuery(schedulesQuery(undefined, 0, SCHEDULE_LIMIT));
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
              <StartButton />
            </>
          )}
        </>
      }
    >
      <ErrorNotice error={runs.error ?? schedules.error} />
      {!flows.data || runs.isLoading || schedules.isLoading ? (
        <Pending error={flows.error} what="flows" />
      ) : isEmpty ? (
        <EmptyState title="No flows yet" actions={create}>
          A flow says which tasks run on which qubits and couplings, in which order. Start with a template.
        </EmptyState>
      ) : (
        <DataTable
          compact
          label="Flows"
          columns={columnsFor((runs.data?.executions.length ?? 0) < runsLookedAt)}
          rows={flows.data.map((flow) => ({
            ...flow,
            activity: flowActivity(flow.name, runs.data?.executions ?? [], schedules.data?.schedules ?? []),
          }))}
          rowKey={(row) => row.name}
        />
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

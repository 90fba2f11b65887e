import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { RunLink } from '../../runs/components/run-link.tsx';
import { ActionMenu } from '../../ui/components/action-menu.tsx';
import { Button } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Card, DescriptionList, Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { PagePending, Pending } from '../../ui/components/pending.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import { FiringOutcome, ScheduleStatus } from '../../ui/components/status.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import { useWrite } from '../../ui/lib/api/use-write.ts';
import type { Firing, Schedule } from '../../ui/lib/api/wire.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import type { PageSearch } from '../../ui/lib/url/search-types.ts';
import { DeleteScheduleDialog } from '../components/delete-schedule-dialog.tsx';
import { TwoTimes } from '../components/two-times.tsx';
import { firingsQuery, scheduleQuery } from '../lib/queries.ts';
import { stateOf } from '../lib/state.ts';
import { scheduleTimeText } from '../lib/text.ts';

const ScheduleDialog = lazy(() =>
  import('../components/schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
);

const route = getRouteApi('/app/schedules/$scheduleId');
const pageSize = 25;

/** The reads that the address of the page tells. */
export const load = ({ params: { scheduleId }, search: { page = 1 } }: PageAt<'scheduleId', PageSearch>) => [
  scheduleQuery(scheduleId),
  firingsQuery(scheduleId, (page - 1) * pageSize, pageSize),
];

/** One schedule: when it fires next, how to change it, and the outcomes of its firings. */
export function SchedulePage() {
  const { scheduleId } = route.useParams();
  const { data: schedule, error } = useQuery(scheduleQuery(scheduleId));
  return (
    <Page
      title={schedule ? `Schedule of ${schedule.flow_name}` : 'Schedule'}
      breadcrumbs={[{ label: 'Schedules', to: '/schedules' }]}
      actions={schedule && <Actions schedule={schedule} />}
    >
      {schedule ? (
        <>
          <Card>
            <DescriptionList items={detailsOf(schedule)} />
            {Object.keys(schedule.parameters).length > 0 && (
              <details>
                <summary>Parameters</summary>
                <pre>{JSON.stringify(schedule.parameters, null, 2)}</pre>
              </details>
            )}
          </Card>
          <Firings schedule={schedule} />
        </>
      ) : (
        <PagePending error={error} what="schedule" />
      )}
    </Page>
  );
}

type Detail = [string, React.ReactNode];

const detailsOf = (schedule: Schedule): Detail[] => [
  ['State', <ScheduleStatus key="state" schedule={schedule} />],
  [
    'Flow',
    <Link key="flow" to="/flows/$flowName" params={{ flowName: schedule.flow_name }}>
      {schedule.flow_name}
    </Link>,
  ],
  ['When', scheduleTimeText(schedule)],
  ...(schedule.cron === null ? [] : [['Cron expression', <code key="cron">{schedule.cron}</code>] satisfies Detail]),
  ['Time zone', schedule.timezone],
  [
    'Next run',
    schedule.next_run === null ? 'none' : <TwoTimes key="next" at={schedule.next_run} timeZone={schedule.timezone} />,
  ],
  ['Runs as', schedule.created_by],
  ['Changed', <ClockTime key="changed" at={schedule.updated_at} />],
  ['By', schedule.updated_by],
];

function Actions({ schedule }: { schedule: Schedule }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const navigate = useNavigate();
  const readOnly = useReadOnlyReason();
  const isPaused = stateOf(schedule) === 'paused';
  const pause = useWrite(
    () =>
      api.updateFlowSchedule({
        params: { schedule_id: schedule.schedule_id },
        body: { active: isPaused },
      }),
    () => {},
  );
  const close = () => setOpen(undefined);
  return (
    <>
      <ErrorNotice error={pause.error} />
      <Button
        // It keeps the focus while it works, as one that is disabled would not.
        disabledReason={
          readOnly ?? (stateOf(schedule) === 'done' ? 'This schedule is done' : pause.isPending ? 'Saving…' : undefined)
        }
        onClick={() => pause.mutate(undefined)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button disabledReason={readOnly} onClick={() => setOpen('edit')}>
        Edit…
      </Button>
      <ActionMenu
        label="Actions of the schedule"
        disabledReason={readOnly}
        entries={[{ label: 'Delete…', danger: true, onClick: () => setOpen('delete') }]}
      />
      {open === 'edit' && (
        <Suspense>
          <ScheduleDialog schedule={schedule} open onClose={close} />
        </Suspense>
      )}
      <DeleteScheduleDialog
        schedule={schedule}
        open={open === 'delete'}
        onClose={close}
        onDeleted={() => void navigate({ to: '/schedules' })}
      />
    </>
  );
}

function Firings({ schedule }: { schedule: Schedule }) {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { schedule_id: scheduleId, timezone } = schedule;
  const list = useQuery(firingsQuery(scheduleId, (page - 1) * pageSize, pageSize));
  const columns: Column<Firing>[] = [
    { id: 'time', title: 'Planned', cell: (row) => <TwoTimes at={row.scheduled_time} timeZone={timezone} /> },
    { id: 'outcome', title: 'Outcome', cell: (row) => <FiringOutcome outcome={row.outcome} /> },
    { id: 'why', title: 'Why', cell: (row) => row.message || '–', wrap: true },
    {
      id: 'run',
      title: 'Run',
      cell: (row) => <RunLink executionId={row.execution_id} />,
    },
  ];
  return (
    <Card title="Starts" note="kept for 400 days">
      {!list.data ? (
        <Pending error={list.error} what="starts" />
      ) : list.data.firings.length === 0 ? (
        <p>No starts yet</p>
      ) : (
        <>
          <DataTable
            bare
            label="Starts"
            columns={columns}
            rows={list.data.firings}
            rowKey={(row) => row.scheduled_time}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            total={list.data.total ?? 0}
            what="starts"
            onPage={(next) => void navigate({ search: { page: next } })}
          />
        </>
      )}
    </Card>
  );
}

import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { FiringOutcome, ScheduleStatus } from '../../ui/components/status.tsx';
import type { Schedule } from '../../ui/lib/api/wire.ts';
import { scheduleTimeText } from '../lib/text.ts';
import styles from './schedules.module.css';
import { TwoTimes } from './two-times.tsx';

const when: Column<Schedule> = {
  id: 'when',
  title: 'When',
  cell: (row) => (
    <Link to="/schedules/$scheduleId" params={{ scheduleId: row.schedule_id }}>
      {scheduleTimeText(row)}
    </Link>
  ),
};

const flow: Column<Schedule> = {
  id: 'flow',
  title: 'Flow',
  cell: (row) => (
    <Link to="/flows/$flowName" params={{ flowName: row.flow_name }}>
      {row.flow_name}
    </Link>
  ),
};

const next: Column<Schedule> = {
  id: 'next',
  title: 'Next run',
  cell: (row) => (row.next_run === null ? '–' : <TwoTimes at={row.next_run} timeZone={row.timezone} />),
};

const zone: Column<Schedule> = { id: 'zone', title: 'Time zone', cell: (row) => row.timezone };
const state: Column<Schedule> = { id: 'state', title: 'State', cell: (row) => <ScheduleStatus schedule={row} /> };
const by: Column<Schedule> = { id: 'by', title: 'Runs as', cell: (row) => row.created_by, detail: true };

const last: Column<Schedule> = {
  id: 'last',
  title: 'Last start',
  detail: true,
  cell: ({ last_firing: firing }) =>
    firing === null ? (
      'none yet'
    ) : (
      <>
        <FiringOutcome outcome={firing.outcome} /> <RelativeTime at={firing.at} />
      </>
    ),
};

/** For narrow tables: the time is left out, since the next run shows it, and the state is shown in the same cell. */
const brief: Column<Schedule> = {
  id: 'when',
  title: 'When',
  cell: (row) => (
    <>
      <Link to="/schedules/$scheduleId" params={{ scheduleId: row.schedule_id }}>
        {row.cron === null && row.next_run !== null ? 'once' : scheduleTimeText(row)}
      </Link>
      <div className={styles.state}>
        <ScheduleStatus schedule={row} />
      </div>
    </>
  ),
};

const columns = { all: [when, next, flow, zone, state, last, by], flow: [brief, next, last] };

/** Schedules with their next run; those of one flow in fewer columns. */
export function ScheduleTable({ schedules, ofOne = false }: { schedules: readonly Schedule[]; ofOne?: boolean }) {
  return (
    <DataTable
      bare={ofOne}
      compact={!ofOne}
      label="Schedules"
      columns={ofOne ? columns.flow : columns.all}
      rows={schedules}
      rowKey={(row) => row.schedule_id}
    />
  );
}

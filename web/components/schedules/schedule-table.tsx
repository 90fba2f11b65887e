import { Link } from '@tanstack/react-router';
import { whenText } from '../../lib/schedules/text.ts';
import type { Schedule } from '../../lib/wire.ts';
import { type Column, DataTable } from '../data-table.tsx';
import { Moment } from '../moment.tsx';
import { FiringOutcome, ScheduleStatus } from '../status.tsx';
import { TwoTimes } from './two-times.tsx';

const when: Column<Schedule> = {
  id: 'when',
  title: 'When',
  cell: (row) => (
    <Link to="/schedules/$scheduleId" params={{ scheduleId: row.schedule_id }}>
      {whenText(row)}
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

const rest: Column<Schedule>[] = [
  { id: 'zone', title: 'Time zone', cell: (row) => row.timezone },
  { id: 'state', title: 'State', cell: (row) => <ScheduleStatus schedule={row} /> },
  {
    id: 'last',
    title: 'Last firing',
    cell: ({ last_firing: last }) =>
      last === null ? (
        'none yet'
      ) : (
        <>
          <FiringOutcome outcome={last.outcome} /> <Moment at={last.at} />
        </>
      ),
  },
  { id: 'by', title: 'Runs as', cell: (row) => row.created_by },
];

const columns = { all: [when, flow, next, ...rest], flow: [when, next, rest[1], rest[2]].filter((one) => !!one) };

/** Schedules with their next run; those of one flow in fewer columns. */
export function ScheduleTable({ schedules, ofOne = false }: { schedules: readonly Schedule[]; ofOne?: boolean }) {
  return (
    <DataTable
      bare={ofOne}
      label="Schedules"
      columns={ofOne ? columns.flow : columns.all}
      rows={schedules}
      rowKey={(row) => row.schedule_id}
    />
  );
}

import { Link } from '@tanstack/react-router';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { RunStatus } from '../../ui/components/status.tsx';
import { RecordedLaterTag } from '../../ui/components/tags.tsx';
import type { RunSummary } from '../../ui/lib/api/wire.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { TaskBar } from '../components/task-bar.tsx';
import { WhoStarted } from '../components/who-started.tsx';
import { elapsedSeconds, isCancelling } from '../lib/elapsed.ts';
import { progressOf } from '../lib/progress.ts';
import styles from './runs.module.css';

/** Runs as rows: how each ended, its tasks as a bar with its failures, and a tick to compare it. */
export function RunTable(props: {
  label: string;
  runs: readonly RunSummary[];
  ticked: ReadonlySet<string>;
  onTick: (executionId: string) => void;
}) {
  const { ticked, onTick } = props;
  const tick: Column<RunSummary> = {
    id: 'compare',
    title: 'Compare',
    corner: true,
    cell: ({ execution_id: id }) => (
      <label className={styles.tickBox}>
        <input type="checkbox" aria-label={`Compare ${id}`} checked={ticked.has(id)} onChange={() => onTick(id)} />
      </label>
    ),
  };
  return (
    <DataTable
      compact
      label={props.label}
      columns={[...columns, tick]}
      rows={props.runs}
      rowKey={(row) => row.execution_id}
    />
  );
}

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
    cell: (row) => (
      <RunStatus status={row.status} isCancelling={isCancelling(row)} isRecordedLater={row.recorded_later} />
    ),
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
  { id: 'tasks', title: 'Tasks', cell: (row) => <Tasks row={row} /> },
  { id: 'duration', title: 'Duration', number: true, detail: true, cell: (row) => <Duration row={row} /> },
  { id: 'who', title: 'Who', detail: true, cell: (row) => <WhoStarted run={row} /> },
  {
    id: 'start',
    title: 'Start',
    cell: (row) =>
      row.start_at ? (
        <>
          <RelativeTime at={row.start_at} /> {row.recorded_later && <RecordedLaterTag at={row.created_at} />}
        </>
      ) : isEnded(row.status) ? (
        'never started'
      ) : (
        'not yet'
      ),
  },
];

/** The outcomes of the tasks of a finished run; a run from before these were stored shows a dash. */
function Tasks({ row: { progress, status } }: { row: RunSummary }) {
  return progress ? (
    <TaskBar progress={progressOf(progress.planned, progress.by_status)} isOver={isEnded(status)} />
  ) : (
    '–'
  );
}

/** How long a run took, or has taken so far. */
function Duration({ row }: { row: RunSummary }) {
  const seconds = elapsedSeconds(row, useNow(isEnded(row.status) ? undefined : 1_000));
  return seconds === undefined ? '–' : formatDuration(seconds);
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { firstMeasured, type MuxResult, type MuxTask, qubitsOfMux, tasksOfMux } from '../../../runs/lib/mux-table.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { ExcludedMark, TaskStatusMark } from '../../../ui/components/status.tsx';
import { muxesQuery } from '../../../ui/lib/api/chip-queries.ts';
import { usePastSearch } from '../../../ui/lib/api/past.ts';
import { metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { useCalendarZone } from '../../../ui/lib/api/time-zone.ts';
import type { MetricsConfig, Mux } from '../../../ui/lib/api/wire.ts';
import { formatDate, formatDay } from '../../../ui/lib/format/time.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { MuxesSearch } from '../../../ui/lib/url/search-types.ts';
import { AsOfBar, PastPage } from '../../../values/components/as-of/as-of.tsx';
import { Quantity } from '../../../values/components/quantity/quantity.tsx';
import { wayToChip } from '../../components/way-to-chip.ts';
import styles from './muxes.module.css';

const route = getRouteApi('/app/chips/$chipId/muxes');
const pageSize = 16;

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId }, search: { date, page = 1 } }: PageAt<'chipId', MuxesSearch>) => [
  metricsConfigQuery(),
  muxesQuery(chipId, date?.replaceAll('-', ''), (page - 1) * pageSize, pageSize),
];

/** The latest result of each task on each qubit, by the muxes of a chip, of all time or of a day. */
export function MuxesPage() {
  return (
    <PastPage at={route.useSearch().date} timeZone={useCalendarZone()}>
      <MuxesOfChip />
    </PastPage>
  );
}

function MuxesOfChip() {
  const { chipId } = route.useParams();
  const { date, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useCalendarZone();
  const [today] = useState(() => formatDate(new Date().toISOString(), timeZone));
  const config = useQuery(metricsConfigQuery());
  const list = useQuery(muxesQuery(chipId, date?.replaceAll('-', ''), (page - 1) * pageSize, pageSize));
  const choose = (next: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, date: next }), replace: true, resetScroll: false });
  return (
    <Page title={`Muxes of ${chipId}`} breadcrumbs={wayToChip(chipId, { ...usePastSearch() })}>
      <AsOfBar chipId={chipId} at={date} timeZone={timeZone} ofDay="results of the day" onChange={choose} />
      {/* The bar of a past day has its own days. */}
      {date === undefined && (
        <div className={styles.controls}>
          <TextField
            label={`Latest of the day (${timeZone})`}
            type="date"
            value={date ?? ''}
            max={today}
            onChange={(event) => choose(event.target.value || undefined)}
          />
        </div>
      )}
      {list.data && config.data ? (
        <Muxes
          config={config.data}
          muxes={Object.values(list.data.muxes)}
          ofDay={date}
          page={page}
          total={list.data.total ?? 0}
          onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next > 1 ? next : undefined }) })}
        />
      ) : (
        <Pending error={list.error ?? config.error} what="muxes" />
      )}
    </Page>
  );
}

function Muxes(props: {
  config: MetricsConfig;
  muxes: readonly Mux[];
  ofDay: string | undefined;
  page: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { muxes, total } = props;
  if (total === 0)
    return <EmptyState title="This chip has no mux">A mux is four qubits on one readout line.</EmptyState>;
  return (
    <>
      <div className={styles.muxes}>
        {[...muxes]
          .sort((a, b) => a.mux_id - b.mux_id)
          .map((mux) => (
            <MuxCard key={mux.mux_id} mux={mux} ofDay={props.ofDay} config={props.config} />
          ))}
      </div>
      <Pager page={props.page} pageSize={pageSize} total={total} what="muxes" onPage={props.onPage} />
    </>
  );
}

function MuxCard({ mux, ofDay, config }: { mux: Mux; ofDay: string | undefined; config: MetricsConfig }) {
  const qubits = qubitsOfMux(mux);
  const [timeZone, now] = [useCalendarZone(), useNow(undefined)];
  const { tasks, without } = tasksOfMux(mux);
  const columns: Column<MuxTask>[] = [
    { id: 'task', title: 'Task', wrap: true, cell: (task) => task.name },
    ...qubits.map((qid) => ({
      id: qid,
      title: `Q${qid}`,
      cell: (task: MuxTask) => <ResultCell task={task.name} qid={qid} result={task.results.get(qid)} config={config} />,
    })),
  ];
  const name = `Mux ${mux.mux_id}`;
  return (
    <Card title={name} note={without > 0 ? `${plural(without, 'task')} without a result` : undefined}>
      {tasks.length > 0 ? (
        <DataTable label={`Results of ${name}`} columns={columns} rows={tasks} rowKey={(task) => task.name} />
      ) : (
        <p>{`Q${qubits[0]} to Q${qubits.at(-1)}: no results ${ofDay === undefined ? 'yet' : `on ${formatDay(ofDay, timeZone, now)}`}`}</p>
      )}
    </Card>
  );
}

function ResultCell(props: { task: string; qid: string; result: MuxResult | undefined; config: MetricsConfig }) {
  const { task, qid, result } = props;
  if (result?.task_id === undefined) return '–';
  const measured = firstMeasured(result, props.config);
  const value = measured && (
    <strong title={measured.title}>
      <Quantity value={measured.shown.drawn} error={measured.shown.spread} unit={measured.shown.unit} />
    </strong>
  );
  // What was measured says by itself that its task is completed.
  const isPlain = value !== undefined && result.status === 'completed';
  const at = result.end_at ?? result.start_at;
  return (
    <span className={styles.result}>
      <Link to="/tasks/$taskId" params={{ taskId: result.task_id }}>
        <span className="visually-hidden">
          {task} on Q{qid}: {isPlain && result.status}
        </span>{' '}
        {isPlain ? value : <TaskStatusMark status={result.status} />}
      </Link>
      {!isPlain && value}
      {result.excluded && <ExcludedMark reason={result.excluded_reason} />}
      {at && <RelativeTime at={at} />}
    </span>
  );
}

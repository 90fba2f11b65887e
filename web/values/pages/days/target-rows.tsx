import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { TargetLink } from '../../../chips/components/target-link.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import type { ValuedTarget } from '../../lib/metrics/target-metrics.ts';
import styles from './target-rows.module.css';
import { TargetValue } from './target-value.tsx';

export const targetPageSize = 50;

/** What a value takes with its age. */
export const columnWidth = 135;

/** A page of targets with their values and the ages that these have at an instant. */
export function TargetRows(props: {
  chipId: string;
  kind: TargetKind;
  targets: readonly ValuedTarget[];
  total: number;
  metrics: readonly MetricDisplay[];
  now: string;
  page: number;
  onPage: (page: number) => void;
}) {
  const { chipId, kind, targets, metrics, page, now } = props;
  const timeZone = useTimeZone();
  const columns: Column<ValuedTarget>[] = [
    {
      id: 'target',
      title: kind === 'qubit' ? 'Qubit' : 'Coupling',
      cell: (row) => <TargetLink chipId={chipId} kind={kind} id={row.qid} />,
    },
    ...metrics.map((display) => ({
      id: display.key,
      title: <MetricHead display={display} />,
      number: true,
      cell: (row: ValuedTarget) => (
        <TargetValue chipId={chipId} target={row} display={display} now={now} timeZone={timeZone} />
      ),
    })),
    ...(metrics.length === 0 ? [{ id: 'none', title: 'Values', cell: () => 'none yet' }] : []),
  ];
  return (
    <>
      <DataTable
        keepColumns
        label={kind === 'qubit' ? 'Qubits with their values' : 'Couplings with their values'}
        columns={columns}
        rows={targets}
        rowKey={(row) => row.qid}
        tall
      />
      <Pager
        page={page}
        pageSize={targetPageSize}
        total={props.total}
        what={kind === 'qubit' ? 'qubits' : 'couplings'}
        onPage={props.onPage}
      />
    </>
  );
}

function MetricHead({ display }: { display: MetricDisplay }) {
  return (
    <span className={styles.head} title={display.description}>
      {display.title}
      {display.unit && <span className={styles.unit}> {display.unit}</span>}
    </span>
  );
}

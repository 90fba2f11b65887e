import { Link } from '@tanstack/react-router';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { TargetNotesPanel } from '../../../notes/components/target-notes.tsx';
import { ValueOrigin } from '../../../runs/components/value-origin.tsx';
import { buttonClass } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { ValueState } from '../../../ui/components/status.tsx';
import { usePastSearch } from '../../../ui/lib/api/past.ts';
import type { ChipMetrics, LatticeKind, MetricsConfig, QubitHealth } from '../../../ui/lib/api/wire.ts';
import { formatAge } from '../../../ui/lib/format/time.ts';
import { FitLink } from '../../components/held/fit-link.tsx';
import { Quantity } from '../../components/quantity/quantity.tsx';
import { type MapCell, mapCells, targetLabel } from '../../lib/metrics/cells.ts';
import { healthText } from '../../lib/metrics/health.ts';
import { cellsOf, heldOf, isMadeUp, metricOptions } from '../../lib/metrics/metric-choice.ts';
import styles from './selected-target.module.css';

type Row = { display: MetricDisplay; cell: MapCell };

export interface TargetDetailsProps {
  chipId: string;
  kind: LatticeKind;
  id: string;
  metrics: ChipMetrics;
  /** How healthy the qubit is, where that is shown. */
  health: QubitHealth | undefined;
  config: MetricsConfig;
  /** The cool-down whose notes are shown; absent: the one that the chip is in. */
  cooldown: string | undefined;
}

type HistoryLinkProps = Pick<TargetDetailsProps, 'chipId' | 'kind' | 'id'> & { small?: boolean };

/** Leads to the page of a target, where its values are changed. */
export const HistoryLink = ({ chipId, kind, id, small = false }: HistoryLinkProps) => (
  <Link
    to={kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
    params={{ chipId, target: id }}
    search={usePastSearch()}
    className={buttonClass({ small })}
  >
    History and edit
  </Link>
);

/** Everything that is known of a target as of the same instant. */
export function TargetDetails(props: TargetDetailsProps) {
  const { chipId, kind, id, metrics, health, config } = props;
  const past = usePastSearch();
  const rows = metricOptions(metrics, config, kind)
    .filter(({ display }) => !isMadeUp(display.key))
    .flatMap(({ display, measured }): Row[] => {
      const held = heldOf(metrics, kind, display.key);
      const isKnown = measured || held.length > 0;
      const cell = isKnown ? mapCells([id], cellsOf(metrics, kind, display.key), display, held)[0] : undefined;
      return cell && (cell.state !== 'missing' || cell.held) ? [{ display, cell }] : [];
    });
  const columns: Column<Row>[] = [
    {
      id: 'metric',
      title: 'Metric',
      wrap: true,
      cell: ({ display }) => (
        <Link
          to={kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
          params={{ chipId, target: id }}
          search={{ metric: display.key, ...past }}
        >
          {display.title}
        </Link>
      ),
    },
    {
      id: 'value',
      title: 'Value',
      number: true,
      cell: ({ display, cell }) =>
        cell.hollow ? (
          <span title={cell.held ?? ''}>
            held <Quantity value={cell.hollow.drawn} error={cell.hollow.spread} unit={display.unit} />{' '}
            {cell.hollow.taskId && <FitLink taskId={cell.hollow.taskId} />}
          </span>
        ) : cell.drawn === null ? (
          <ValueState state={cell.state} />
        ) : (
          <Quantity value={cell.drawn} error={cell.spread} unit={display.unit} />
        ),
    },
    {
      id: 'age',
      title: 'Age',
      number: true,
      cell: ({ cell }) => (cell.ageSeconds === null ? '' : formatAge(cell.ageSeconds)),
    },
    {
      id: 'run',
      title: 'Run',
      detail: true,
      cell: ({ cell }) => <ValueOrigin taskId={cell.taskId} executionId={cell.executionId} />,
    },
  ];
  return (
    <>
      {health && (
        <p>
          <strong>Health {health.health === null ? '–' : formatSignificant(health.health)}</strong>,{' '}
          {healthText(health, config)}
        </p>
      )}
      {rows.length > 0 ? (
        <div className={styles.table}>
          <DataTable
            bare
            keepColumns
            label={`Values of ${targetLabel(kind, id)}`}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.display.key}
          />
        </div>
      ) : (
        <p>No values for {targetLabel(kind, id)} at this time</p>
      )}
      <TargetNotesPanel
        key={`${kind} ${id}`}
        target={{ chipId, kind, id }}
        cooldown={props.cooldown}
        closesOn={['chip', 'cooldown', 'layer', 'target']}
      />
    </>
  );
}

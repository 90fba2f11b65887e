import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { staleStamp } from '../../../chips/lib/map/layer-stamps.ts';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { sortCells } from '../../../chips/lib/map/layers.ts';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { GateState, ValueState } from '../../../ui/components/status.tsx';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import { formatAge, formatDate, formatInstant } from '../../../ui/lib/format/time.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import type { ChangeDashboard } from '../../../ui/lib/url/search-types.ts';
import { Quantity } from '../../components/quantity/quantity.tsx';
import { countCells, drawnValues, type MapCell, rankText, targetLabel } from '../../lib/metrics/cells.ts';
import { type DashboardTicks, staleOf, worstOf } from './ticks.ts';
import styles from './values-card.module.css';

/** The state of what counts, and that a newer value waits, with why. */
const CellState = ({ cell: { state, held, heldBecause } }: { cell: MapCell }) => (
  <>
    <ValueState state={state} />
    {held && (
      <>
        {' '}
        <GateState state="held" because={heldBecause} reason={held} />
        <span className="visually-hidden">: {held}</span>
      </>
    )}
  </>
);

/** The same cells as the map's, as a table and as a file. */
export function ValuesCard(props: {
  className: string | undefined;
  chipId: string;
  layer: MapLayer;
  asOf: string;
  mode: SelectionMode;
  sort: string | undefined;
  selected: string | undefined;
  /** The note on each target that has one, in a line. */
  withNotes: ReadonlyMap<string, string>;
  ticks: DashboardTicks;
  change: ChangeDashboard;
}) {
  const { layer, mode, ticks, change } = props;
  const { display } = layer;
  const timeZone = useTimeZone();
  const [worst, old] = [worstOf(layer.cells), staleOf(layer.cells)];
  const stale = staleStamp(layer.cells, display);
  const present = drawnValues(layer.cells).length;
  const unit = display.unit ? ` (${display.unit})` : '';
  const columns: Column<MapCell>[] = [
    {
      id: 'target',
      title: display.kind === 'qubit' ? 'Qubit' : 'Coupling',
      sortable: true,
      cell: (cell) => (
        <>
          <input
            type="checkbox"
            className={styles.tick}
            aria-label={`Tick ${targetLabel(display.kind, cell.target)}`}
            checked={ticks.ticked.has(cell.target)}
            onChange={() => ticks.toggle({ kind: display.kind as LatticeKind, id: cell.target })}
          />
          <button type="button" className={styles.target} onClick={() => change({ target: cell.target })}>
            {targetLabel(display.kind, cell.target)}
          </button>
        </>
      ),
    },
    {
      id: 'value',
      title: `${display.title}${unit}`,
      number: true,
      sortable: true,
      cell: ({ hollow, drawn, spread }) =>
        hollow ? (
          <Quantity value={hollow.drawn} error={hollow.spread} unit="" />
        ) : drawn === null ? (
          '–'
        ) : (
          <Quantity value={drawn} error={spread} unit="" />
        ),
    },
    ...(mode === 'latest'
      ? []
      : [{ id: 'n', title: 'n', number: true, cell: (cell: MapCell) => cell.tries?.n ?? '–' }]),
    {
      id: 'rank',
      title: 'Rank',
      number: true,
      detail: true,
      cell: (cell) => (!cell.hollow && rankText(cell, present)) || '–',
    },
    { id: 'state', title: 'State', sortable: true, wrap: true, cell: (cell) => <CellState cell={cell} /> },
    {
      id: 'age',
      title: 'Age',
      number: true,
      sortable: true,
      cell: ({ hollow, ageSeconds, calibratedAt }) => {
        const at = hollow?.at ?? calibratedAt;
        const seconds = hollow ? Math.max(0, (Date.parse(props.asOf) - Date.parse(hollow.at)) / 1000) : ageSeconds;
        if (at === null || seconds === null) return '–';
        return (
          <time dateTime={at} title={formatInstant(at, timeZone)}>
            {formatAge(seconds)}
          </time>
        );
      },
    },
    ...(layer.details
      ? [
          {
            id: 'detail',
            title: display.kind === 'coupling' ? 'Gate' : 'Because',
            wrap: true,
            detail: true,
            cell: (cell: MapCell) => layer.details?.get(cell.target) ?? '–',
          },
        ]
      : []),
    { id: 'note', title: 'Note', wrap: true, detail: true, cell: (cell) => props.withNotes.get(cell.target) ?? '–' },
  ];
  // The code that writes a file is loaded with the first one.
  const download = async () => {
    const { saveValues } = await import('../../lib/metrics/values-csv.ts');
    saveValues(props.chipId, layer, formatDate(props.asOf, timeZone));
  };
  return (
    <Card title={`Values of ${display.title}`} className={props.className}>
      <div className={styles.head}>
        <span>
          {plural(countCells(layer.cells).total, display.kind)}, {present} with a value
        </span>
        <Button
          small
          disabledReason={worst.length === 0 ? 'Neither end of this metric is good' : undefined}
          onClick={() => ticks.set(worst)}
        >
          Tick the worst {worst.length || ''}
        </Button>
        <Button small disabledReason={old.length === 0 ? 'Nothing is stale' : undefined} onClick={() => ticks.set(old)}>
          Tick the stale {old.length || ''}
        </Button>
        <Button small onClick={() => void download()}>
          <Icon name="download" /> Download CSV
        </Button>
      </div>
      {stale && <p>{stale}</p>}
      <DataTable
        bare
        tall
        keepColumns
        label={`Values of ${display.title}`}
        columns={columns}
        rows={sortCells(layer.cells, props.sort)}
        rowKey={(cell) => cell.target}
        selectedKey={props.selected}
        sort={props.sort ?? 'target'}
        onSort={(sort) => change({ sort: sort === 'target' ? undefined : sort })}
      />
    </Card>
  );
}

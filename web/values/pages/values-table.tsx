import { type ReactNode, useRef, useState } from 'react';
import { TargetLink } from '../../chips/components/target-link.tsx';
import { inkOn } from '../../chips/lib/map/color-scale.ts';
import type { MapLayer } from '../../chips/lib/map/layers.ts';
import type { TargetKind } from '../../ui/lib/api/wire.ts';
import { formatAge } from '../../ui/lib/format/time.ts';
import { useMedia } from '../../ui/lib/hooks/use-media.ts';
import { Quantity } from '../components/quantity/quantity.tsx';
import { columnAge } from '../lib/columns.ts';
import { isAllSimulated, isSimulated, type MapCell, targetLabel } from '../lib/metrics/cells.ts';
import { rowsInWindow } from '../lib/wall/row-window.ts';
import styles from './values.module.css';

/** Rows that are drawn at most, whatever the size of the window. */
const mostRows = 120;

/** All targets by all metrics; of a large chip the rows that are in sight. A column says its age once, and a cell only where its own differs. */
export function ValuesTable(props: {
  chipId: string;
  kind: TargetKind;
  layers: readonly MapLayer[];
  /** The rows of the targets, in their order. */
  order: readonly number[];
  targets: readonly string[];
  ticked: readonly string[];
  onTick: (target: string) => void;
  sort: string | undefined;
  isTinted: boolean;
  /** The shown data is of another time, and the requested data is loading. */
  isDimmed: boolean;
  onSort: (sort: string) => void;
}) {
  const { chipId, kind, layers, order, targets, sort } = props;
  const ticked = new Set(props.ticked);
  const frame = useRef<HTMLElement>(null);
  const rowHeight = useMedia('(pointer: coarse)') ? 44 : 28;
  const [seen, setSeen] = useState({ top: 0, height: 1000 });
  const { first, end } = rowsInWindow(seen, { rowHeight, rows: order.length, most: mostRows });
  const columns = layers.map((layer) => ({ layer, age: columnAge(layer), allSimulated: isAllSimulated(layer.cells) }));
  const look = () => {
    const { scrollTop = 0, clientHeight = 1000 } = frame.current ?? {};
    setSeen({ top: -scrollTop, height: clientHeight });
  };
  return (
    <section
      ref={frame}
      className={`${styles.frame} dims-while-busy`}
      aria-label={`All values of ${kind}s`}
      aria-busy={props.isDimmed}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
      tabIndex={0}
      onScroll={look}
    >
      <table className={styles.table} aria-rowcount={order.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <Head id="target" sort={sort} onSort={props.onSort}>
              {kind === 'qubit' ? 'Qubit' : 'Coupling'}
            </Head>
            {columns.map(({ layer: { display }, age, allSimulated }) => (
              <Head
                key={display.key}
                id={display.key}
                sort={sort}
                onSort={props.onSort}
                note={[age, allSimulated && 'sim'].filter(Boolean).join(', ')}
              >
                {display.title}
                {display.unit && <span className={styles.unit}> {display.unit}</span>}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Room rows={first} rowHeight={rowHeight} />}
          {order.slice(first, end).map((row, place) => (
            <tr
              key={targets[row]}
              data-ticked={ticked.has(targets[row] ?? '') || undefined}
              aria-rowindex={first + place + 2}
              style={{ height: rowHeight }}
            >
              <th scope="row">
                <input
                  type="checkbox"
                  className={styles.tick}
                  aria-label={`Tick ${targetLabel(kind, targets[row] ?? '')}`}
                  checked={ticked.has(targets[row] ?? '')}
                  onChange={() => props.onTick(targets[row] ?? '')}
                />
                <TargetLink chipId={chipId} kind={kind} id={targets[row] ?? ''} />
              </th>
              {columns.map(({ layer, age, allSimulated }) => {
                const cell = layer.cells[row];
                const fill = props.isTinted && cell?.drawn != null ? layer.scale?.fill(cell.drawn) : undefined;
                return (
                  <td
                    key={layer.display.key}
                    style={fill ? { background: fill, color: inkOn(fill) } : undefined}
                    data-tinted={fill ? true : undefined}
                  >
                    {cell && <Value cell={cell} age={age} showsSimulated={!allSimulated} />}
                  </td>
                );
              })}
            </tr>
          ))}
          {end < order.length && <Room rows={order.length - end} rowHeight={rowHeight} />}
        </tbody>
      </table>
    </section>
  );
}

/** Holds the height of rows that are not drawn. */
const Room = ({ rows, rowHeight }: { rows: number; rowHeight: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells has nothing to focus
  <tr aria-hidden="true" style={{ height: rows * rowHeight }} />
);

function Head(props: {
  id: string;
  sort: string | undefined;
  onSort: (sort: string) => void;
  note?: string;
  children: ReactNode;
}) {
  const { id, sort } = props;
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => props.onSort(sort === id ? `-${id}` : id)}>
        {props.children}
        <span aria-hidden="true">{direction === undefined ? '' : direction === 'ascending' ? ' ↑' : ' ↓'}</span>
      </button>
      {props.note && <span className={styles.age}>{props.note}</span>}
    </th>
  );
}

function Value({ cell, age, showsSimulated }: { cell: MapCell; age: string; showsSimulated: boolean }) {
  const own = cell.ageSeconds === null ? '' : formatAge(cell.ageSeconds);
  return (
    <>
      {own !== '' && own !== age && <span className={styles.age}>{own} </span>}
      {showsSimulated && isSimulated(cell) && <span className={styles.age}>sim </span>}
      {cell.held !== null && (
        <span className={styles.held} title={cell.held}>
          held{' '}
        </span>
      )}
      {cell.hollow ? (
        <Quantity value={cell.hollow.drawn} error={cell.hollow.spread} unit="" />
      ) : cell.state === 'faulty' ? (
        <span className={styles.faulty}>faulty</span>
      ) : cell.drawn === null ? (
        (cell.foreign ?? '–')
      ) : (
        <Quantity value={cell.drawn} error={cell.spread} unit="" />
      )}
    </>
  );
}

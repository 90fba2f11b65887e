import { type FocusEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import type { TargetKind } from '../../lib/api/wire.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import { latticeRows } from '../../lib/map/chip-layout.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import styles from './chip-map.module.css';
import { type DrawnCell, drawLayer, type MapPatch, noPatch } from './layer.ts';
import { MapCellShape } from './map-cell-shape.tsx';
import { MapFigures } from './map-figures.tsx';
import { PatchFrame } from './patch-frame.tsx';
import { MapPatterns } from './patterns.tsx';
import { centre, mapSizes } from './shapes.ts';
import { MapTooltip, type TooltipAnchor } from './tooltip.tsx';
import { useMapFocus } from './use-map-focus.ts';

/** What a map shows; it fetches nothing and keeps nothing but the focus. */
export interface ChipMapProps {
  /** Says what the map shows, for screen readers. */
  label: string;
  layout: ChipLayout;
  qubits: MapLayer | undefined;
  couplings: MapLayer | undefined;
  /** The layer that the keyboard walks. */
  active: TargetKind;
  selected: { kind: TargetKind; id: string } | undefined;
  /** The noted targets, which carry a mark, with what is noted in a line. */
  withNotes: Readonly<Record<TargetKind, ReadonlyMap<string, string>>>;
  /** The patch to draw a frame around. */
  patch?: MapPatch | undefined;
  timeZone: string;
  onSelect: (target: { kind: TargetKind; id: string } | undefined) => void;
  /** The ticked targets of the active layer. */
  ticked?: ReadonlySet<string>;
  /** Ticks a target, by Shift or Ctrl and a click, or by Space; where absent nothing can be ticked. */
  onTick?: (target: { kind: TargetKind; id: string }) => void;
}

/** A tooltip goes with what brought it: the pointer or the focus. */
type Hover = { kind: TargetKind; index: number; anchor: TooltipAnchor; by: 'pointer' | 'focus' };

/** A chip drawn by its lattice, qubits and couplings each coloured by a metric (docs/design/web.md#maps). */
export function ChipMap(props: ChipMapProps) {
  const { layout, qubits, couplings, active, selected, withNotes, timeZone, patch = noPatch } = props;
  const id = useId().replace(/[^\w-]/g, '');
  const { ref, width } = useWidth<HTMLDivElement>();
  const [hover, setHover] = useState<Hover>();
  const sizes = useMemo(() => mapSizes(layout, width), [layout, width]);
  const drawn = useMemo(
    () => ({
      qubit: qubits ? drawLayer(qubits, layout, sizes, id, timeZone, withNotes.qubit, patch.qubit) : [],
      coupling: couplings ? drawLayer(couplings, layout, sizes, id, timeZone, withNotes.coupling, patch.coupling) : [],
    }),
    [qubits, couplings, layout, sizes, id, timeZone, withNotes, patch],
  );
  const figures = useMemo(() => {
    const withText = (cells: readonly DrawnCell[]) =>
      cells.map((cell) => cell.figures).filter((text) => text.figure || text.caption);
    return { qubit: withText(drawn.qubit), coupling: withText(drawn.coupling) };
  }, [drawn]);
  const points = useMemo(() => drawn[active].map((cell) => cell.point), [drawn, active]);
  const select = (kind: TargetKind, index: number) => {
    const target = drawn[kind][index]?.point.id;
    if (target !== undefined) props.onSelect({ kind, id: target });
  };
  const tick = (kind: TargetKind, index: number) => {
    const id = drawn[kind][index]?.point.id;
    if (id !== undefined) props.onTick?.({ kind, id });
  };
  const focus = useMapFocus({
    points,
    cellId: (index) => `${id}-${active}-${index}`,
    onOpen: (index) => select(active, index),
    onTick: props.onTick && ((index) => tick(active, index)),
    onClose: () => (hover ? setHover(undefined) : props.onSelect(undefined)),
  });
  const show = (event: PointerEvent | FocusEvent, by: Hover['by']) => {
    const found = cellOf(event);
    if (found && (hover?.kind !== found.kind || hover.index !== found.index))
      setHover({ kind: found.kind, index: found.index, anchor: anchorOf(found.element, ref.current), by });
    return found;
  };
  const hide = (event: PointerEvent | FocusEvent, by: Hover['by']) => {
    const next = event.relatedTarget;
    if (hover?.by === by && !(next instanceof Element && next.closest('[role="tooltip"]'))) setHover(undefined);
  };
  const rows = useMemo(() => latticeRows(points).map((row) => row.map((point) => points.indexOf(point))), [points]);
  const layerProps = { id, selected, ticked: { kind: active, ids: props.ticked ?? noTicks }, tabStop: focus.tabStop };
  const hoveredLayer = hover?.kind === 'qubit' ? qubits : couplings;

  return (
    <div className={styles.map} ref={ref} onPointerLeave={(event) => hide(event, 'pointer')}>
      <div className={styles.scroller}>
        {width > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
          <svg
            className={styles.canvas}
            width={sizes.width}
            height={sizes.height}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing whose cells are a grid
            role="grid"
            aria-label={props.label}
            aria-rowcount={rows.length}
            onKeyDown={focus.onKeyDown}
            onPointerOver={(event) => !show(event, 'pointer') && hide(event, 'pointer')}
            onFocus={(event) => {
              const found = show(event, 'focus');
              if (found) focus.setTabStop(found.index);
            }}
            onBlur={(event) => hide(event, 'focus')}
            onClick={(event) => {
              const found = cellOf(event);
              if (!found) return;
              const isTick = props.onTick && (event.shiftKey || event.ctrlKey || event.metaKey);
              if (isTick) tick(found.kind, found.index);
              else select(found.kind, found.index);
            }}
          >
            <MapPatterns id={id} />
            <PatchFrame patch={patch} layout={layout} sizes={sizes} />
            {!couplings && <BareCouplings layout={layout} sizes={sizes} />}
            {active === 'coupling' ? (
              <GridLayer {...layerProps} cells={drawn.coupling} rows={rows} />
            ) : (
              <PassiveLayer {...layerProps} cells={drawn.coupling} />
            )}
            <MapFigures cells={figures.coupling} />
            {active === 'qubit' ? (
              <GridLayer {...layerProps} cells={drawn.qubit} rows={rows} />
            ) : (
              <PassiveLayer {...layerProps} cells={drawn.qubit} />
            )}
            <MapFigures cells={figures.qubit} />
          </svg>
        )}
      </div>
      {hover && hoveredLayer && (
        <MapTooltip
          layer={hoveredLayer}
          index={hover.index}
          anchor={hover.anchor}
          frame={ref}
          note={withNotes[hover.kind].get(hoveredLayer.cells[hover.index]?.target ?? '')}
          timeZone={timeZone}
          onLeave={() => setHover(undefined)}
        />
      )}
    </div>
  );
}

interface LayerProps {
  id: string;
  cells: readonly DrawnCell[];
  selected: ChipMapProps['selected'];
  ticked: { kind: TargetKind; ids: ReadonlySet<string> };
  tabStop: number;
}

const isSelected = ({ selected }: LayerProps, cell: DrawnCell) =>
  selected?.kind === cell.shape.kind && selected.id === cell.point.id;

const isTicked = ({ ticked }: LayerProps, cell: DrawnCell) =>
  ticked.kind === cell.shape.kind && ticked.ids.has(cell.point.id);

const noTicks: ReadonlySet<string> = new Set();

function GridLayer({ rows, ...props }: LayerProps & { rows: readonly (readonly number[])[] }) {
  return rows.map((row, rowIndex) => (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
    <g key={row[0]} role="row" aria-rowindex={rowIndex + 1}>
      {row.map((index, column) => {
        const cell = props.cells[index];
        if (!cell) return null;
        const { point, shape } = cell;
        return (
          <MapCellShape
            key={point.id}
            {...shape}
            id={`${props.id}-${shape.kind}-${index}`}
            inGrid
            column={column + 1}
            isTabStop={index === props.tabStop}
            isSelected={isSelected(props, cell)}
            isTicked={isTicked(props, cell)}
          />
        );
      })}
    </g>
  ));
}

/** The other layer: seen and hovered, but not walked by the keyboard. */
function PassiveLayer(props: LayerProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group is not focusable, nor are the cells of this layer
    <g aria-hidden="true">
      {props.cells.map((cell) => (
        <MapCellShape
          key={cell.point.id}
          {...cell.shape}
          id=""
          inGrid={false}
          column={undefined}
          isTabStop={false}
          isSelected={isSelected(props, cell)}
          isTicked={isTicked(props, cell)}
        />
      ))}
    </g>
  );
}

/** Plain lines where couplings carry no metric. */
function BareCouplings({ layout, sizes }: { layout: ChipLayout; sizes: ReturnType<typeof mapSizes> }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of lines is not focusable
    <g aria-hidden="true" className={styles.bare}>
      {layout.couplings.map((edge) => {
        const from = centre(edge.from, sizes);
        const to = centre(edge.to, sizes);
        return <line key={edge.id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
    </g>
  );
}

function cellOf(event: { target: EventTarget }) {
  const element = event.target instanceof Element ? event.target.closest<SVGGElement>('g[data-index]') : null;
  const kind = element?.dataset.kind;
  if (!element || (kind !== 'qubit' && kind !== 'coupling')) return undefined;
  return { kind, index: Number(element.dataset.index), element } as const;
}

function anchorOf(element: Element, frame: HTMLElement | null): TooltipAnchor {
  const box = element.getBoundingClientRect();
  const origin = frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return {
    x: box.left + box.width / 2 - origin.left,
    top: box.top - origin.top,
    bottom: box.bottom - origin.top,
  };
}

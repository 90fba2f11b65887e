import { type FocusEvent, lazy, type PointerEvent, Suspense, useEffect, useId, useMemo, useState } from 'react';
import type { LatticeKind } from '../../lib/api/wire.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import { latticeRows } from '../../lib/map/chip-layout.ts';
import { isWithin, type Place } from '../../lib/map/lasso.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { clampZoom, zoomStep } from '../../lib/map/zoom.ts';
import styles from './chip-map.module.css';
import { type DrawnCell, drawLayer, type MapPatch, noPatch } from './layer.ts';
import { MapFigures } from './map-figures.tsx';
import { BareCouplings, GridLayer, PassiveLayer } from './map-layers.tsx';
import { MapOverlay } from './map-overlay.tsx';
import { MapTools } from './map-tools.tsx';
import { MapPatterns } from './patterns.tsx';
import { frameHeight, mapSizes, noMapText } from './shapes.ts';
import type { TooltipAnchor } from './tooltip.tsx';
import { type DragTool, useMapDrag } from './use-map-drag.ts';
import { useMapFocus } from './use-map-focus.ts';
import { useMapZoom } from './use-map-zoom.ts';

// Loaded later: they lie above or behind the map and move nothing.
const Minimap = lazy(() => import('./minimap.tsx').then((module) => ({ default: module.Minimap })));
const PatchFrame = lazy(() => import('./patch-frame.tsx').then((module) => ({ default: module.PatchFrame })));
const loadTooltip = () => import('./tooltip.tsx').then((module) => ({ default: module.MapTooltip }));
const MapTooltip = lazy(loadTooltip);

/** What a map shows; it fetches nothing and keeps nothing but the focus. */
export interface ChipMapProps {
  /** Says what the map shows, for screen readers. */
  label: string;
  layout: ChipLayout;
  qubits: MapLayer | undefined;
  couplings: MapLayer | undefined;
  /** The layer that the keyboard walks. */
  active: LatticeKind;
  selected: { kind: LatticeKind; id: string } | undefined;
  /** The targets with notes, which carry a mark, each with a line of text. */
  withNotes: Readonly<Record<LatticeKind, ReadonlyMap<string, string>>>;
  /** The patch to draw a frame around. */
  patch?: MapPatch | undefined;
  timeZone: string;
  onSelect: (target: { kind: LatticeKind; id: string } | undefined) => void;
  /** Enter has opened the focused cell: the focus may follow. */
  onEnter?: () => void;
  /** The ticked targets of the active layer. */
  ticked?: ReadonlySet<string>;
  /** Ticks a target, by Shift or Ctrl and a click, or by Space; where absent nothing can be ticked. */
  onTick?: (target: { kind: LatticeKind; id: string }) => void;
  /** Ticks the targets of the active layer that a line was drawn around, in addition to the ticked ones or in their place. */
  onLasso?: ((targets: readonly string[], adds: boolean) => void) | undefined;
  /** Restores the ticks from before the last change; absent without a change. */
  onUndo?: (() => void) | undefined;
  /**
   * Whether the map has buttons for zooming. Without them, as where many maps share a page, only keys and the wheel
   * zoom.
   */
  hasTools?: boolean;
  /** The element for the tools, once it exists; above the map if absent. */
  toolsPlace?: HTMLElement | null;
}

const noTicks: ReadonlySet<string> = new Set();

/** A tooltip goes with what brought it: the pointer or the focus. */
type Hover = { kind: LatticeKind; index: number; anchor: TooltipAnchor; by: 'pointer' | 'focus' };

/** A chip drawn by its lattice, qubits and couplings each coloured by a metric (docs/design/web.md#maps). */
export function ChipMap(props: ChipMapProps) {
  const { layout, qubits, couplings, active, selected, withNotes, timeZone, patch = noPatch } = props;
  const id = useId().replace(/[^\w-]/g, '');
  const { ref, width } = useWidth<HTMLDivElement>();
  const [hover, setHover] = useState<Hover>();
  const [tool, setTool] = useState<DragTool>();
  // Loads it before it is needed, and after the visible parts.
  useEffect(() => void loadTooltip(), []);
  const fitting = useMemo(() => mapSizes(layout, width), [layout, width]);
  const view = useMapZoom(fitting, width);
  const { zoom } = view;
  const sizes = useMemo(() => mapSizes(layout, width, zoom), [layout, width, zoom]);
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
  const select = (kind: LatticeKind, index: number) => {
    const target = drawn[kind][index]?.point.id;
    if (target !== undefined) props.onSelect({ kind, id: target });
  };
  const tick = (kind: LatticeKind, index: number) => {
    const id = drawn[kind][index]?.point.id;
    if (id !== undefined) props.onTick?.({ kind, id });
  };
  const idsOf = (indices: readonly number[]) => indices.flatMap((index) => drawn[active][index]?.point.id ?? []);
  const focus = useMapFocus({
    points,
    cellId: (index) => `${id}-${active}-${index}`,
    onOpen: (index) => {
      props.onEnter?.();
      select(active, index);
    },
    onExtend: props.onLasso && ((indices) => props.onLasso?.(idsOf(indices), true)),
    onTick: props.onTick && ((index) => tick(active, index)),
    onClose: () => (hover ? setHover(undefined) : props.onSelect(undefined)),
    onZoom: (key) =>
      key === '0' ? view.fit() : view.zoomBy(key === '-' ? 1 / zoomStep : zoomStep, focusedPlace(ref.current)),
    onUndo: props.onUndo,
  });
  const drag = useMapDrag({
    tool,
    canvas: view.canvas,
    canLasso: props.onLasso !== undefined,
    onBegin: () => setHover(undefined),
    onMove: (by) => view.frame.current?.scrollBy(-by.x, -by.y),
    onLasso: (line, adds) =>
      props.onLasso?.(
        drawn[active].filter(({ shape }) => isWithin(line, shape)).map(({ point }) => point.id),
        adds,
      ),
  });
  const show = (event: PointerEvent | FocusEvent, by: Hover['by']) => {
    const found = cellOf(event);
    if (drag.isDragging) return found;
    if (found && (hover?.kind !== found.kind || hover.index !== found.index))
      setHover({ kind: found.kind, index: found.index, anchor: anchorOf(found.element, ref.current, sizes.pitch), by });
    return found;
  };
  const hide = (event: PointerEvent | FocusEvent, by: Hover['by']) => {
    const next = event.relatedTarget;
    if (hover?.by === by && !(next instanceof Element && next.closest('[role="tooltip"]'))) setHover(undefined);
  };
  const rows = useMemo(() => latticeRows(points).map((row) => row.map((point) => points.indexOf(point))), [points]);
  const ticked = useMemo(() => ({ kind: active, ids: props.ticked ?? noTicks }), [active, props.ticked]);
  const layerProps = { id, selected, ticked, tabStop: focus.tabStop };
  const hoveredLayer = hover?.kind === 'qubit' ? qubits : couplings;
  const isList = layout.couplingShape === 'none';
  const pointed = hover?.by === 'pointer' ? drawn[hover.kind][hover.index]?.shape.path : undefined;

  return (
    <div className={styles.map} ref={ref} onPointerLeave={(event) => hide(event, 'pointer')}>
      {props.hasTools !== false && (
        <MapTools
          place={props.toolsPlace}
          zoom={zoom}
          isLargest={zoom === clampZoom(Number.POSITIVE_INFINITY, fitting.pitch)}
          zoomBy={view.zoomBy}
          fit={view.fit}
          tool={tool}
          onTool={props.onLasso && setTool}
          onUndo={props.onUndo}
          picture={{ name: props.label, find: () => view.canvas.current }}
        />
      )}
      {isList && <p className={styles.list}>{noMapText}</p>}
      <div
        className={styles.scroller}
        hidden={isList && active === 'coupling'}
        ref={view.frame}
        data-tool={tool}
        {...drag.handlers}
        style={{ maxHeight: frameHeight(fitting, width) }}
        onScroll={() => setHover((shown) => shown && movedHover(shown, view.canvas.current, ref.current, sizes.pitch))}
      >
        {width > 0 && (
          <div className={styles.sheet} style={{ width: sizes.width }}>
            {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements */}
            <svg
              ref={view.canvas}
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
                // A sheet hands the focus back to its cell, and on a finger's screen nothing takes the tooltip away again.
                const isByFinger = matchMedia('(hover: none)').matches && !event.target.matches(':focus-visible');
                const found = isByFinger ? cellOf(event) : show(event, 'focus');
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
              <Suspense>{patch !== noPatch && <PatchFrame patch={patch} layout={layout} sizes={sizes} />}</Suspense>
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
            <MapOverlay sizes={sizes} line={drag.line} pointed={pointed} />
          </div>
        )}
      </div>
      <Suspense>{zoom > 1 && <Minimap cells={drawn[active]} sizes={sizes} frame={view.frame} />}</Suspense>
      <Suspense>
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
      </Suspense>
    </div>
  );
}

function cellOf(event: { target: EventTarget }) {
  const element = event.target instanceof Element ? event.target.closest<SVGGElement>('g[data-index]') : null;
  const kind = element?.dataset.kind;
  if (!element || (kind !== 'qubit' && kind !== 'coupling')) return undefined;
  return { kind, index: Number(element.dataset.index), element } as const;
}

function anchorOf(element: Element, frame: HTMLElement | null, pitch: number): TooltipAnchor {
  const box = element.getBoundingClientRect();
  const origin = frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return {
    x: box.left + box.width / 2 - origin.left,
    y: box.top + box.height / 2 - origin.top,
    // As far as the outer edge of a neighbour.
    clear: pitch * 1.4,
  };
}

/** A tooltip goes along with its cell when the map is moved under it; with the pointer's it goes. */
function movedHover(hover: Hover, canvas: Element | null, frame: HTMLElement | null, pitch: number): Hover | undefined {
  const element = canvas?.querySelector(`g[data-kind="${hover.kind}"][data-index="${hover.index}"]`);
  return element && hover.by === 'focus' ? { ...hover, anchor: anchorOf(element, frame, pitch) } : undefined;
}

/** The middle of the focused cell, around which the keys zoom. */
function focusedPlace(map: HTMLElement | null): Place | undefined {
  const focused = document.activeElement;
  if (!focused || !map?.contains(focused)) return undefined;
  const { left, top, width, height } = focused.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

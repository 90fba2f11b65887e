import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import { useIsPaper } from '../../../values/lib/look/is-dark.ts';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import { isWithin, type Place } from '../../lib/map/lasso.ts';
import { clampZoom, zoomStep } from '../../lib/map/zoom.ts';
import styles from './chip-map.module.css';
import { cellIdOf, type GridOfCells, type GridProps } from './grid.ts';
import type { DrawnCell } from './layer.ts';
import { MapOverlay } from './map-overlay.tsx';
import { MapTools } from './map-tools.tsx';
import { MapVector } from './map-vector.tsx';
import { type CellRef, isForCanvas } from './scene.ts';
import { cellGeometries, centre, frameHeight, type MapSizes, mapSizes, noMapText } from './shapes.ts';
import { targetAt } from './target-at.ts';
import type { TooltipAnchor } from './tooltip.tsx';
import { type MapContent, useDrawnMap } from './use-drawn-map.ts';
import { type DragTool, placeOn, useMapDrag } from './use-map-drag.ts';
import { useMapFocus } from './use-map-focus.ts';
import { useMapZoom } from './use-map-zoom.ts';

// Only a large chip is drawn by these.
const MapCanvas = lazy(() => import('./map-canvas.tsx').then((module) => ({ default: module.MapCanvas })));
const TargetGrid = lazy(() => import('./target-grid.tsx').then((module) => ({ default: module.TargetGrid })));
// Loaded later: they lie above the map and move nothing.
const Minimap = lazy(() => import('./minimap.tsx').then((module) => ({ default: module.Minimap })));
const loadTooltip = () => import('./tooltip.tsx').then((module) => ({ default: module.MapTooltip }));
const MapTooltip = lazy(loadTooltip);

/** What a map shows, and what is done on it. */
export interface ChipMapProps extends MapContent {
  /** Says what the map shows, for screen readers. */
  label: string;
  onSelect: (target: { kind: LatticeKind; id: string } | undefined) => void;
  /** Enter has opened the focused cell: the focus may follow. */
  onEnter?: () => void;
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

/** A tooltip goes with what brought it: the pointer or the focus. */
type Hover = CellRef & { by: 'pointer' | 'focus' };

/** A chip drawn by its lattice, qubits and couplings each coloured by a metric (docs/design/web.md#maps). */
export function ChipMap(props: ChipMapProps) {
  const { layout, active, withNotes, timeZone } = props;
  const id = useId().replace(/[^\w-]/g, '');
  const { ref, width } = useWidth<HTMLDivElement>();
  const [hover, setHover] = useState<Hover>();
  const [focused, setFocused] = useState<CellRef>();
  const [tool, setTool] = useState<DragTool>();
  const isLarge = isForCanvas(layout);
  // On paper every map is SVG.
  const isPaper = useIsPaper();
  // Loads it before it is needed, and after the visible parts.
  useEffect(() => void loadTooltip(), []);
  const sizesAt = useCallback((zoom: number) => mapSizes(layout, width, zoom), [layout, width]);
  const fitting = useMemo(() => sizesAt(1), [sizesAt]);
  const view = useMapZoom(fitting, width);
  const { zoom } = view;
  const sizes = useMemo(() => sizesAt(zoom), [sizesAt, zoom]);
  const { drawn, labels, points, rows, scene, targetOf } = useDrawnMap(props, focused);
  const select = (cell: CellRef) => {
    const target = targetOf(cell);
    if (target) props.onSelect(target);
  };
  const tick = (cell: CellRef) => {
    const target = targetOf(cell);
    if (target) props.onTick?.(target);
  };
  const idsOf = (indices: readonly number[]) => indices.flatMap((index) => points[index]?.id ?? []);
  const focus = useMapFocus({
    points,
    cellId: (index) => cellIdOf(id, active, index),
    onOpen: (index) => {
      props.onEnter?.();
      select({ kind: active, index });
    },
    onExtend: props.onLasso && ((indices) => props.onLasso?.(idsOf(indices), true)),
    onTick: props.onTick && ((index) => tick({ kind: active, index })),
    onClose: () => (hover ? setHover(undefined) : props.onSelect(undefined)),
    onZoom: (key) =>
      key === '0' ? view.fit() : view.zoomBy(key === '-' ? 1 / zoomStep : zoomStep, focusedPlace(ref.current)),
    onUndo: props.onUndo,
  });
  const drag = useMapDrag({
    tool,
    sheet: view.sheet,
    canLasso: props.onLasso !== undefined,
    onBegin: () => setHover(undefined),
    onMove: (by) => view.frame.current?.scrollBy(-by.x, -by.y),
    onLasso: (line, adds) =>
      props.onLasso?.(
        points.filter((point) => isWithin(line, centre(point, sizes))).map((point) => point.id),
        adds,
      ),
  });
  const under = (event: PointerEvent | { clientX: number; clientY: number }) =>
    targetAt(scene, sizes, placeOn(view.sheet.current, event));
  const show = (cell: CellRef, by: Hover['by']) => {
    if (hover?.kind !== cell.kind || hover.index !== cell.index) setHover({ kind: cell.kind, index: cell.index, by });
  };
  const point = (event: PointerEvent) => {
    if (drag.isDragging() || view.frame.current?.dataset.stretched) return;
    const cell = under(event);
    if (cell) show(cell, 'pointer');
    else hide(event, 'pointer');
  };
  const hide = (event: PointerEvent | FocusEvent, by: Hover['by']) => {
    const next = event.relatedTarget;
    if (hover?.by === by && !(next instanceof Element && next.closest('[role="tooltip"]'))) setHover(undefined);
  };
  const { tabStop } = focus;
  const grid = useMemo<GridOfCells>(
    () => ({ id, kind: active, rows, labels, tabStop }),
    [id, active, rows, labels, tabStop],
  );
  const gridProps: GridProps = {
    role: 'grid',
    'aria-label': props.label,
    'aria-rowcount': rows.length,
    onKeyDown: focus.onKeyDown,
    onFocus: (event) => {
      const cell = cellOf(event.target);
      if (!cell) return;
      focus.setTabStop(cell.index);
      const isVisible = event.target.matches(':focus-visible');
      setFocused(isVisible ? cell : undefined);
      // A sheet hands the focus back to its cell, and on a finger's screen nothing takes the tooltip away again.
      if (isVisible || !matchMedia('(hover: none)').matches) show(cell, 'focus');
    },
    onBlur: (event) => {
      setFocused(undefined);
      hide(event, 'focus');
    },
  };
  const picture = usePicture();
  const hoveredLayer = hover?.kind === 'qubit' ? props.qubits : props.couplings;
  const hovered = hover && drawn[hover.kind]?.cells[hover.index];
  const isList = layout.couplingShape === 'none';

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
          picture={{ name: props.label, find: picture.find }}
        />
      )}
      {isList && <p className={styles.list}>{noMapText}</p>}
      <div className={styles.window} hidden={isList && active === 'coupling'}>
        <Suspense>
          {isLarge && !isPaper && width > 0 && (
            <MapCanvas
              scene={scene}
              sizesAt={sizesAt}
              zoom={zoom}
              frame={view.frame}
              sheet={view.sheet}
              live={view.live}
            />
          )}
        </Suspense>
        <div
          className={styles.scroller}
          ref={view.frame}
          data-tool={tool}
          {...drag.handlers}
          style={{ maxHeight: frameHeight(fitting, width) }}
          // A tooltip goes along with its cell when the map is moved under it; with the pointer's it goes.
          onScroll={() => setHover((shown) => (shown?.by === 'focus' ? { ...shown } : undefined))}
        >
          {width > 0 && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid within listens to the keys
            // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is a cell of the grid within
            <div
              ref={view.sheet}
              className={styles.sheet}
              style={{ width: sizes.width, height: sizes.height }}
              data-on-cell={hover?.by === 'pointer' || undefined}
              onPointerOver={point}
              onPointerMove={point}
              onClick={(event) => {
                const cell = under(event);
                if (!cell) return;
                const isTick = props.onTick && (event.shiftKey || event.ctrlKey || event.metaKey);
                (isTick ? tick : select)(cell);
              }}
            >
              {isLarge && (
                <Suspense>
                  <TargetGrid {...{ scene, grid, gridProps, fitting, zoom }} />
                </Suspense>
              )}
              {!isLarge && <MapVector {...{ id, scene, sizes, grid, gridProps }} />}
              {isLarge && isPaper && <MapVector {...{ id, scene, sizes }} />}
              <MapOverlay
                sizes={sizes}
                line={drag.line}
                pointed={hover?.by === 'pointer' && hovered ? outlineOf(hovered, layout, sizes) : undefined}
              />
            </div>
          )}
        </div>
      </div>
      {picture.isWanted && (
        <div className={styles.unseen}>
          <MapVector
            id={`${id}-file`}
            scene={{ ...scene, focused: undefined }}
            sizes={sizes}
            drawing={picture.drawing}
          />
        </div>
      )}
      <Suspense>
        {zoom > 1 && drawn[active] && (
          <Minimap layer={drawn[active]} layout={layout} frame={view.frame} sheet={view.sheet} />
        )}
      </Suspense>
      <Suspense>
        {hover && hovered && hoveredLayer && (
          <MapTooltip
            layer={hoveredLayer}
            index={hover.index}
            anchor={anchorOf(centre(hovered.point, sizes), view.sheet.current, ref.current, sizes.pitch)}
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

/** The map as SVG, drawn out of sight for as long as it takes to copy it. */
function usePicture() {
  const drawing = useRef<SVGSVGElement>(null);
  const [isWanted, setWanted] = useState(false);
  const find = () => {
    flushSync(() => setWanted(true));
    setTimeout(() => setWanted(false));
    return drawing.current;
  };
  return { drawing, isWanted, find };
}

function cellOf(target: EventTarget): CellRef | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement | SVGElement>('[data-index]') : null;
  const kind = element?.dataset.kind;
  if (!element || (kind !== 'qubit' && kind !== 'coupling')) return undefined;
  return { kind, index: Number(element.dataset.index) };
}

const outlineOf = (cell: DrawnCell, { couplingShape }: ChipLayout, sizes: MapSizes) => ({
  ...centre(cell.point, sizes),
  outline: cellGeometries(couplingShape, sizes)(cell).outline,
});

function anchorOf(at: Place, sheet: Element | null, frame: HTMLElement | null, pitch: number): TooltipAnchor {
  const box = sheet?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const origin = frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return {
    x: box.left + at.x - origin.left,
    y: box.top + at.y - origin.top,
    // As far as the outer edge of a neighbour.
    clear: pitch * 1.4,
  };
}

/** The middle of the focused cell, around which the keys zoom. */
function focusedPlace(map: HTMLElement | null): Place | undefined {
  const focused = document.activeElement;
  if (!focused || !map?.contains(focused)) return undefined;
  const { left, top, width, height } = focused.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

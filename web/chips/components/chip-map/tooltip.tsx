import { type RefObject, useLayoutEffect, useRef } from 'react';
import { GateState, ValueState } from '../../../ui/components/status.tsx';
import { cellText } from '../../../values/lib/metrics/cell-text.ts';
import { drawnValues, type MapCell } from '../../../values/lib/metrics/cells.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import styles from './chip-map.module.css';

/** Where the tooltip points at, in pixels of the map's frame. */
export interface TooltipAnchor {
  x: number;
  y: number;
  /** Pixels around the place that the tooltip leaves free: the cell and its neighbours. */
  clear: number;
}

/**
 * The details of one cell, shown next to it and its neighbours: above, else right, left or below, and never outside the
 * frame's width.
 */
export function MapTooltip(props: {
  layer: MapLayer;
  index: number;
  anchor: TooltipAnchor;
  frame: RefObject<HTMLDivElement | null>;
  /** The note on the target, in a line. */
  note: string | undefined;
  timeZone: string;
  onLeave: () => void;
}) {
  const { layer, index, anchor, frame } = props;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const width = frame.current?.clientWidth;
    if (!element || width === undefined) return;
    const [ownWidth, ownHeight] = [element.offsetWidth, element.offsetHeight];
    const within = (left: number) => Math.max(4, Math.min(left, width - ownWidth - 4));
    const { x, y, clear } = anchor;
    const middle = Math.max(0, y - ownHeight / 2);
    const [left, top] =
      y - clear - ownHeight >= 0
        ? [within(x - ownWidth / 2), y - clear - ownHeight]
        : x + clear + ownWidth <= width
          ? [x + clear, middle]
          : x - clear - ownWidth >= 0
            ? [x - clear - ownWidth, middle]
            : [within(x - ownWidth / 2), y + clear];
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, frame]);
  const cell = layer.cells[index];
  if (!cell) return null;
  const detail = layer.details?.get(cell.target);
  const text = cellText(cell, layer.display, drawnValues(layer.cells).length, props.timeZone);
  return (
    <div ref={ref} className={styles.tooltip} role="tooltip" onPointerLeave={props.onLeave}>
      <strong>{text.label}</strong> · {layer.display.title}
      {cell.held && cell.hollow && <HeldText cell={cell} />}
      <div className={cell.hollow ? undefined : styles.tooltipValue}>{text.value}</div>
      {!cell.words && <ValueState state={cell.state} />}
      {cell.held && !cell.hollow && <HeldText cell={cell} />}
      {detail && <p>{detail}</p>}
      {text.rank && <p>{text.rank}, best first</p>}
      {text.age && <p>{text.age}</p>}
      {text.run && <p>{text.run}</p>}
      {text.goal && <p>{text.goal}</p>}
      {text.tries && <p>{text.tries}</p>}
      {props.note && <p>{props.note}</p>}
    </div>
  );
}

const HeldText = ({ cell }: { cell: MapCell }) => (
  <p>
    <GateState state="held" because={cell.heldBecause} reason={cell.held ?? ''} /> {cell.held}
  </p>
);

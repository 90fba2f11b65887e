import { type KeyboardEvent, useState } from 'react';
import type { LatticePoint } from '../../lib/map/chip-layout.ts';
import { moveFocus } from '../../lib/map/lattice-moves.ts';

/** Larger, smaller, all of it. */
type ZoomKey = '+' | '-' | '0';
const zoomKeys: Partial<Record<string, ZoomKey>> = { '+': '+', '=': '+', '-': '-', '0': '0' };

/** Roving focus over the points of a map: one tab stop, keys move it (rule MAP-9). */
export function useMapFocus(options: {
  points: readonly LatticePoint[];
  cellId: (index: number) => string;
  onOpen: (index: number) => void;
  /** Ticks a cell by Space; if absent, Space opens the cell. */
  onTick?: ((index: number) => void) | undefined;
  /** Ticks cells in addition, by Shift and an arrow. */
  onExtend?: ((indices: readonly number[]) => void) | undefined;
  onClose: () => void;
  onZoom: (key: ZoomKey) => void;
  onUndo?: (() => void) | undefined;
}) {
  const { points, cellId } = options;
  const [stop, setStop] = useState(0);
  const tabStop = Math.min(stop, Math.max(0, points.length - 1));
  const move = (event: KeyboardEvent, current: LatticePoint): boolean => {
    const next = moveFocus(points, current, event);
    if (!next) return false;
    const index = points.indexOf(next);
    if (event.shiftKey && event.key.startsWith('Arrow')) options.onExtend?.([tabStop, index]);
    setStop(index);
    document.getElementById(cellId(index))?.focus();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = points[tabStop];
    if (!current) return;
    const act = actOf(event);
    if (act) act();
    else if (!move(event, current)) return;
    event.preventDefault();
  };
  const actOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined => {
    const withCtrl = ctrlKey || metaKey;
    const zoomKey = withCtrl ? undefined : zoomKeys[key];
    if (zoomKey) return () => options.onZoom(zoomKey);
    if (withCtrl) return key.toLowerCase() === 'z' ? options.onUndo : undefined;
    const open = () => options.onOpen(tabStop);
    const { onTick } = options;
    const acts: Partial<Record<string, () => void>> = {
      ' ': onTick ? () => onTick(tabStop) : open,
      Enter: open,
      Escape: options.onClose,
    };
    return acts[key];
  };
  return { tabStop, setTabStop: setStop, onKeyDown };
}

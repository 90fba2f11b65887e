import { type KeyboardEvent, useState } from 'react';
import type { LatticePoint } from '../../lib/map/chip-layout.ts';
import { moveFocus } from '../../lib/map/lattice-moves.ts';

/** Roving focus over the points of a map: one tab stop, keys move it (rule MAP-9). */
export function useMapFocus(options: {
  points: readonly LatticePoint[];
  cellId: (index: number) => string;
  onOpen: (index: number) => void;
  /** Ticks a cell by Space; without it Space opens. */
  onTick?: ((index: number) => void) | undefined;
  onClose: () => void;
}) {
  const { points, cellId } = options;
  const [stop, setStop] = useState(0);
  const tabStop = Math.min(stop, Math.max(0, points.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const current = points[tabStop];
    if (!current) return;
    if (event.key === ' ' && options.onTick) options.onTick(tabStop);
    else if (event.key === 'Enter' || event.key === ' ') options.onOpen(tabStop);
    else if (event.key === 'Escape') options.onClose();
    else {
      const next = moveFocus(points, current, event);
      if (!next) return;
      const index = points.indexOf(next);
      setStop(index);
      document.getElementById(cellId(index))?.focus();
    }
    event.preventDefault();
  };
  return { tabStop, setTabStop: setStop, onKeyDown };
}

import { type LatticePoint, latticeRows } from './chip-layout.ts';

/** A key that moves the focus on a map (rule MAP-9). */
export interface MoveKey {
  key: string;
  ctrlKey: boolean;
}

const directions: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/**
 * Where a key moves the focus: arrows to the nearest point in their direction, Home and End to the ends of the row,
 * with Ctrl to the first and the last point. The same point if there is none further; undefined for other keys.
 */
export function moveFocus<P extends LatticePoint>(points: readonly P[], current: P, { key, ctrlKey }: MoveKey) {
  const direction = directions[key];
  if (direction) return nearest(points, current, direction) ?? current;
  if (key !== 'Home' && key !== 'End') return undefined;
  const rows = latticeRows(points);
  const row = ctrlKey
    ? key === 'Home'
      ? rows[0]
      : rows.at(-1)
    : rows.find((candidates) => candidates.some((point) => point.id === current.id));
  return (key === 'Home' ? row?.[0] : row?.at(-1)) ?? current;
}

/** The nearest point in the same row or column; if there is none, the nearest within 45 degrees. */
function nearest<P extends LatticePoint>(points: readonly P[], current: P, [dx, dy]: [number, number]): P | undefined {
  const ahead = points
    .map((point) => ({
      point,
      along: (point.x - current.x) * dx + (point.y - current.y) * dy,
      across: Math.abs((point.x - current.x) * dy) + Math.abs((point.y - current.y) * dx),
    }))
    .filter(({ along, across }) => along > 0.01 && across <= along);
  const aligned = ahead.filter(({ across }) => across < 0.01);
  return (aligned.length > 0 ? aligned : ahead).sort((a, b) => a.along + a.across - b.along - b.across)[0]?.point;
}

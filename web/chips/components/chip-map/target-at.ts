import type { Place } from '../../lib/map/lasso.ts';
import type { DrawnCell } from './layer.ts';
import type { CellRef, MapScene } from './scene.ts';
import { centre, type MapSizes } from './shapes.ts';

/** The cell at a place of a map, in pixels: the last drawn one of those that lie there; undefined on the ground. */
export function targetAt(scene: MapScene, sizes: MapSizes, place: Place): CellRef | undefined {
  const found =
    scene.qubits?.cells.findLast((cell) => isOnQubit(cell, sizes, place)) ??
    scene.couplings?.cells.findLast((cell) => isOnCoupling(cell, sizes, place));
  return found && { kind: found.kind, index: found.index };
}

function isOnQubit({ point }: DrawnCell, sizes: MapSizes, { x, y }: Place): boolean {
  const at = centre(point, sizes);
  return Math.max(Math.abs(x - at.x), Math.abs(y - at.y)) <= sizes.qubit / 2;
}

/** Within the thickness of a coupling, between the edges of its qubits. */
function isOnCoupling({ point, along }: DrawnCell, sizes: MapSizes, { x, y }: Place): boolean {
  if (!along) return false;
  const at = centre(point, sizes);
  const length = Math.hypot(along.x, along.y) || 1;
  const [right, down] = [along.x / length, along.y / length];
  const [dx, dy] = [x - at.x, y - at.y];
  const end = (length * sizes.pitch) / 2 - sizes.qubit / 2 / Math.max(Math.abs(right), Math.abs(down));
  return Math.abs(dx * right + dy * down) <= end && Math.abs(dy * right - dx * down) <= sizes.coupling / 2;
}

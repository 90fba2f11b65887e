import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import type { DrawnCell, DrawnLayer, MapPatch } from './layer.ts';
import type { Emphasis } from './pieces.ts';

/** A cell of a map. */
export interface CellRef {
  kind: LatticeKind;
  index: number;
}

/** What a map shows, whatever its size and by whichever drawing. */
export interface MapScene {
  layout: ChipLayout;
  qubits: DrawnLayer | undefined;
  /** Absent where couplings carry no metric: they are plain lines. */
  couplings: DrawnLayer | undefined;
  patch: MapPatch;
  selected: { kind: LatticeKind; id: string } | undefined;
  ticked: { kind: LatticeKind; ids: ReadonlySet<string> };
  /** The cell that shows the focus. */
  focused: CellRef | undefined;
}

/** Most qubits and couplings of a map that is drawn as SVG; a larger one is drawn on a canvas (rule MAP-29). */
const mostVectorTargets = 600;

/** Whether a chip has so many qubits and drawn couplings, with a metric or as plain lines, that its map is a canvas. */
export const isForCanvas = ({ qubits, couplings, couplingShape }: ChipLayout): boolean =>
  qubits.length + (couplingShape === 'none' ? 0 : couplings.length) > mostVectorTargets;

export const emphasisOf = ({ selected, ticked, focused }: MapScene, { kind, index, point }: DrawnCell): Emphasis => ({
  isSelected: selected?.kind === kind && selected.id === point.id,
  isTicked: ticked.kind === kind && ticked.ids.has(point.id),
  isFocused: focused?.kind === kind && focused.index === index,
});

import { useMemo } from 'react';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import { useIsDark } from '../../../values/lib/look/is-dark.ts';
import { type ChipLayout, latticeRows } from '../../lib/map/chip-layout.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { cellLabels, drawLayer, type MapPatch, noPatch } from './layer.ts';
import type { CellRef, MapScene } from './scene.ts';

/** What a map shows; it fetches nothing and keeps nothing but the focus. */
export interface MapContent {
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
  /** The ticked targets of the active layer. */
  ticked?: ReadonlySet<string>;
}

const noTicks: ReadonlySet<string> = new Set();

/** What a map draws of its properties, and the grid of the layer that the keyboard walks. */
export function useDrawnMap(props: MapContent, focused: CellRef | undefined) {
  const { layout, qubits, couplings, active, withNotes, timeZone, patch = noPatch, ticked = noTicks } = props;
  const isDark = useIsDark();
  const drawn = useMemo(
    () => ({
      qubit: qubits && drawLayer(qubits, layout, isDark, withNotes.qubit),
      coupling: couplings && drawLayer(couplings, layout, isDark, withNotes.coupling),
    }),
    [qubits, couplings, layout, isDark, withNotes],
  );
  const walked = active === 'qubit' ? qubits : couplings;
  const labels = useMemo(
    () => (walked ? cellLabels(walked, timeZone, withNotes[active], patch[active]) : []),
    [walked, timeZone, withNotes, patch, active],
  );
  const points = useMemo(() => drawn[active]?.cells.map((cell) => cell.point) ?? [], [drawn, active]);
  const rows = useMemo(() => {
    const indexOf = new Map(points.map((one, index) => [one, index]));
    return latticeRows(points).map((row) => row.map((one) => indexOf.get(one) ?? 0));
  }, [points]);
  const { kind, id } = props.selected ?? {};
  const scene = useMemo<MapScene>(
    () => ({
      layout,
      qubits: drawn.qubit,
      couplings: drawn.coupling,
      patch,
      selected: kind && id !== undefined ? { kind, id } : undefined,
      ticked: { kind: active, ids: ticked },
      focused,
    }),
    [layout, drawn, patch, kind, id, active, ticked, focused],
  );
  const targetOf = (cell: CellRef): { kind: LatticeKind; id: string } | undefined => {
    const found = drawn[cell.kind]?.cells[cell.index]?.point.id;
    return found === undefined ? undefined : { kind: cell.kind, id: found };
  };
  return { drawn, labels, points, rows, scene, targetOf };
}

import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { cellFigures } from '#shared/values/rules/cell/cell-figures.ts';
import { drawLayer, type MapPatch, noPatch } from '../../../../web/chips/components/chip-map/layer.ts';
import type { MapScene } from '../../../../web/chips/components/chip-map/scene.ts';
import { layoutChip } from '../../../../web/chips/lib/map/chip-layout.ts';
import { mapScale } from '../../../../web/chips/lib/map/color-scale.ts';
import type { MapLayer } from '../../../../web/chips/lib/map/layers.ts';
import { mapColours } from '../../../../web/chips/lib/map/ramps.ts';
import type { HeldCell, LatticeKind, MetricCell } from '../../../../web/ui/lib/api/wire.ts';
import { drawnValues, mapCells } from '../../../../web/values/lib/metrics/cells.ts';
import { displayOf } from '../../../../web/values/lib/metrics/metric-display.ts';
import { wireTopology } from './wire-topology.ts';

/** What one cell of every ten shows; the others are fresh, in colours of the whole range. */
const kinds = ['fresh', 'stale', 'faulty', 'missing', 'held', 'measured', 'simulated', 'noted', 'fresh', 'fresh'];

const kindOf = (index: number): string => kinds[index % kinds.length] ?? 'fresh';

const cellOf = (index: number): MetricCell => ({
  value: kindOf(index) === 'faulty' ? null : 0.9 + ((index * 37) % 101) / 1100,
  ...{ stddev: null, error: null, n: 1, spread: null, standard_error: null, luck: null, unit: '' },
  ...{ source: kindOf(index) === 'simulated' ? 'simulator' : 'task', task_id: null, execution_id: null },
  calibrated_at: '2026-01-01T00:00:00.000Z',
  age_seconds: 60,
  state: kindOf(index) === 'faulty' ? 'faulty' : kindOf(index) === 'stale' ? 'stale' : 'fresh',
});

const heldOf = (kind: LatticeKind, qid: string, because: string): HeldCell => ({
  ...{ target_type: kind, qid, metric: 'fidelity', value: 0.5, error: null, unit: '' },
  ...{ measured_at: '2026-01-02T00:00:00.000Z', task_id: null, because: because as 'jump', reason: 'why' },
});

function layerOf(kind: LatticeKind, targets: readonly string[], isDark: boolean): MapLayer {
  const display = displayOf(undefined, kind, kind === 'qubit' ? 'x90_gate_fidelity' : 'zx90_gate_fidelity');
  const waiting = targets.flatMap((target, index) => {
    if (kindOf(index) === 'held') return [heldOf(kind, target, 'jump')];
    return kindOf(index) === 'measured' ? [heldOf(kind, target, 'measured_only')] : [];
  });
  const answered = targets.flatMap((target, index) => (kindOf(index) === 'missing' ? [] : [[target, cellOf(index)]]));
  const cells = mapCells(targets, Object.fromEntries(answered), display, waiting);
  const values = drawnValues(cells);
  return { display, cells, scale: mapScale(values, display, mapColours('tide', isDark)), figures: cellFigures(values) };
}

/** A map whose layers have cells of every state and mark, a patch, and cells that are selected, ticked and in focus. */
export function everyMark(topologyId: string, isDark: boolean, withCouplings = true): MapScene {
  const topology = generateTopology(topologyId);
  if (!topology) throw new Error(`no topology ${topologyId}`);
  const layout = layoutChip(wireTopology(topology), new Set());
  const idsOf = (points: readonly { id: string }[]) => points.map(({ id }) => id);
  const noted = (ids: readonly string[]) => new Set(ids.filter((_, index) => kindOf(index) === 'noted'));
  const drawn = (kind: LatticeKind, ids: readonly string[]) =>
    drawLayer(layerOf(kind, ids, isDark), layout, isDark, noted(ids));
  const patch: MapPatch = { qubit: new Set(['0', '1']), coupling: new Set(['0-1']) };
  return {
    layout,
    qubits: drawn('qubit', idsOf(layout.qubits)),
    couplings: withCouplings ? drawn('coupling', idsOf(layout.couplings)) : undefined,
    patch: withCouplings ? patch : noPatch,
    selected: { kind: 'qubit', id: '5' },
    ticked: { kind: 'qubit', ids: new Set(['6', '7']) },
    focused: { kind: 'qubit', index: 8 },
  };
}

import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import type { ChipLayout } from '../../../chips/lib/map/chip-layout.ts';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { compareTargets } from '../../../chips/lib/map/target-order.ts';
import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';

/** A coupling of a qubit, and the qubit at its other end. */
export interface Neighbour {
  coupling: string;
  qubit: string;
}

/**
 * The couplings of a qubit and where they lead, by the number of the other qubit.
 * @param layout of its chip; without one, the couplings that are known by their values
 */
export function neighboursOf(qid: string, layout: ChipLayout | undefined, valued: Iterable<string>): Neighbour[] {
  const ends = layout
    ? layout.couplings.map(({ id, from, to }) => ({ id, pair: [from.id, to.id] }))
    : [...valued].map((id) => ({ id, pair: splitCouplingId(id)[0] ?? [] }));
  return ends
    .flatMap(({ id, pair }) => {
      const other = pair.find((end) => end !== qid);
      return pair.includes(qid) && other !== undefined ? [{ coupling: id, qubit: other }] : [];
    })
    .sort((a, b) => compareTargets(a.qubit, b.qubit));
}

/** The part of a lattice around a qubit: its couplings and the adjacent qubits. */
export function layoutAround(layout: ChipLayout, qid: string): ChipLayout | undefined {
  const middle = layout.qubits.find(({ id }) => id === qid);
  if (!middle) return undefined;
  const coupled = new Set(neighboursOf(qid, layout, []).map(({ qubit }) => qubit));
  const near = layout.qubits.filter(
    ({ id, x, y }) => coupled.has(id) || Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y)) <= 1,
  );
  const left = Math.min(...near.map(({ x }) => x));
  const top = Math.min(...near.map(({ y }) => y));
  const qubits = near.map(({ id, x, y }) => ({ id, x: x - left, y: y - top }));
  const byId = new Map(qubits.map((qubit) => [qubit.id, qubit]));
  const couplings = layout.couplings.flatMap(({ id, x, y, ...ends }) => {
    const [from, to] = [byId.get(ends.from.id), byId.get(ends.to.id)];
    return from && to ? [{ id, x: x - left, y: y - top, from, to }] : [];
  });
  return {
    ...{ qubits, couplings, couplingShape: layout.couplingShape, lineShare: layout.lineShare },
    columns: 1 + Math.max(...qubits.map(({ x }) => x)),
    rows: 1 + Math.max(...qubits.map(({ y }) => y)),
  };
}

/** Some targets of a layer, in the colours that they have among all. */
export function layerOfSome(layer: MapLayer, targets: readonly { id: string }[]): MapLayer {
  const byTarget = new Map(layer.cells.map((cell) => [cell.target, cell]));
  return { ...layer, cells: targets.flatMap(({ id }) => byTarget.get(id) ?? []) };
}

/** The metrics of a coupling that its qubit's panel shows: the gates that have a goal. */
export const gateMetrics = (config: MetricsConfig): string[] =>
  Object.entries(config.coupling_metrics).flatMap(([key, { threshold }]) => (threshold === null ? [] : [key]));

import { compareQids, splitCouplingId } from '../../chips/rules/coupling-id.ts';

/** What a plan needs to know of a chip. */
export interface ChipLayout {
  chipId: string;
  /** The qids of each readout line: mux k is line k (rule CHIP-7). */
  readoutLines: readonly (readonly string[])[];
  qids: readonly string[];
  couplingIds: readonly string[];
}

/** A layout, ready to be asked. */
export interface IndexedLayout extends ChipLayout {
  hasQubit(qid: string): boolean;
  /** The chip's own id of a coupling in either order; undefined if it has none. */
  couplingOf(id: string): string | undefined;
  /** The two qubits of one of its couplings. */
  qubitsOf(couplingId: string): readonly string[];
  /** The qubits of a mux; undefined for an unknown mux. */
  muxQubits(mux: string): string[] | undefined;
  /** Whether a qubit is in one of its muxes. */
  hasMuxOf(qid: string): boolean;
}

/** Prepares a layout for look-ups, with its qubits in numeric order. */
export function indexLayout(layout: ChipLayout): IndexedLayout {
  const qids = new Set(layout.qids);
  const couplings = new Set(layout.couplingIds);
  const readOut = new Set(layout.readoutLines.flat());
  const qubitsOf = (couplingId: string): readonly string[] => splitCouplingId(couplingId, qids)[0] ?? [];
  return {
    ...layout,
    qids: layout.qids.toSorted(compareQids),
    hasQubit: (qid) => qids.has(qid),
    couplingOf: (id) => {
      if (couplings.has(id)) return id;
      return splitCouplingId(id, qids)
        .map(([a, b]) => `${b}-${a}`)
        .find((reversed) => couplings.has(reversed));
    },
    qubitsOf,
    hasMuxOf: (qid) => readOut.has(qid),
    muxQubits: (mux) => {
      const line = /^(0|[1-9]\d{0,3})$/.test(mux) ? layout.readoutLines[Number(mux)] : undefined;
      return line?.filter((qid) => qids.has(qid));
    },
  };
}

/** Qubits that share one readout line: mux k holds the qids 4k to 4k + 3, whatever the topology (rule CHIP-7). */
export const QUBITS_PER_MUX = 4;

const CANONICAL_INTEGER = /^(?:0|[1-9]\d*)$/;

/** The mux of a qubit, or undefined for a qid that is no canonical non-negative integer. */
export function muxOf(qid: string): number | undefined {
  return CANONICAL_INTEGER.test(qid) ? Math.floor(Number(qid) / QUBITS_PER_MUX) : undefined;
}

/** Number of whole muxes of a chip with `size` qubits; qubits left over belong to none. */
export function muxCount(size: number): number {
  return Math.floor(size / QUBITS_PER_MUX);
}

/** The four qids of a mux, ascending. */
export function muxQubits(muxId: number): string[] {
  return Array.from({ length: QUBITS_PER_MUX }, (_, place) => String(QUBITS_PER_MUX * muxId + place));
}

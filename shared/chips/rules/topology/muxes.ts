import { compareQids } from '../coupling-id.ts';
import type { Topology } from './types.ts';

/** Qubits of one readout line where nothing else is stated, as QDash's chips have them. */
export const QUBITS_PER_MUX = 4;

/** Most bytes of the readout lines of a chip as JSON: the chip's record keeps them once a day that is not closed. */
const MAX_READOUT_BYTES = 64_000;

/**
 * How qubits share readout lines: a number of qubits a line, over the qids 0 to size - 1 in their order, the last line
 * with what is left; or the qids of each line.
 */
export type Readout = number | string[][];

/** The fields of a chip that its readout lines follow from; a chip from before they were stored has no `readout`. */
export interface ReadoutSource {
  size: number;
  readout?: Readout | undefined;
}

/**
 * The readout lines of a chip: mux k is line k (rule CHIP-7). A chip without `readout` has what it had before: the whole
 * fours of 4k to 4k + 3.
 */
export function readoutLinesOf({ size, readout }: ReadoutSource): string[][] {
  if (Array.isArray(readout)) return readout;
  const qids = Array.from({ length: size }, (_, index) => String(index));
  if (readout !== undefined) return linesOf(qids, readout);
  return linesOf(qids.slice(0, size - (size % QUBITS_PER_MUX)), QUBITS_PER_MUX);
}

/**
 * The readout of a chip with these qubits: the lines that are stated, else `muxSize` qubits a line in the order of the
 * qubits. Kept as a number where the lines follow from one.
 */
export function readoutOf(
  qids: readonly string[],
  stated: { lines?: string[][] | undefined; muxSize?: number },
): Readout {
  const sorted = [...qids].sort(compareQids);
  const { lines, muxSize = QUBITS_PER_MUX } = stated;
  const regular = lines === undefined ? muxSize : (lines[0]?.length ?? 0);
  const byNumber = regular > 0 && sorted.every((qid, index) => qid === String(index));
  if (lines === undefined) return byNumber ? muxSize : linesOf(sorted, muxSize);
  return byNumber && JSON.stringify(linesOf(sorted, regular)) === JSON.stringify(lines) ? regular : lines;
}

/** The readout of a chip that is made from a topology. */
export const readoutOfTopology = ({ qubits, readoutLines, muxSize }: Topology): Readout =>
  readoutOf(Object.keys(qubits), { lines: readoutLines, muxSize: muxSize ?? QUBITS_PER_MUX });

/** Why lists of qids cannot be the readout lines of these qubits, as a sentence; undefined where they can. */
export function readoutProblem(
  lines: readonly (readonly string[])[],
  qids: { has(qid: string): boolean },
): string | undefined {
  const lineOf = new Map<string, number>();
  for (const [number, line] of lines.entries()) {
    if (line.length === 0) return `Readout line ${number} has no qubit`;
    for (const qid of line) {
      if (!qids.has(qid)) return `Readout line ${number} has qubit '${qid}', which is not one of the qubits`;
      const other = lineOf.get(qid);
      if (other !== undefined)
        return other === number
          ? `Readout line ${number} has qubit '${qid}' twice`
          : `Qubit '${qid}' is in readout lines ${other} and ${number}; it can be in one`;
      lineOf.set(qid, number);
    }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(lines)).length;
  return bytes > MAX_READOUT_BYTES
    ? `Readout lines have ${bytes} bytes as JSON; at most ${MAX_READOUT_BYTES} can be kept: use shorter names of qubits`
    : undefined;
}

function linesOf(qids: readonly string[], muxSize: number): string[][] {
  return Array.from({ length: Math.ceil(qids.length / muxSize) }, (_, line) =>
    qids.slice(line * muxSize, (line + 1) * muxSize),
  );
}

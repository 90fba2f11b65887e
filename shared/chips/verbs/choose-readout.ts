import { invalid } from '../../kernel/errors.ts';
import { type Readout, readoutOf, readoutProblem } from '../rules/topology/muxes.ts';

/** The readout lines that a request asks for: their size, or the qids of each. */
export interface WantedReadout {
  muxSize?: number | null | undefined;
  readoutLines?: string[][] | null | undefined;
}

/** Whether a request says something of readout lines. */
export const asksForReadout = ({ muxSize, readoutLines }: WantedReadout): boolean =>
  muxSize != null || readoutLines != null;

/**
 * The requested readout of a chip with these qubits; undefined without a request.
 * @throws ServiceError `invalid` for lines that its qubits cannot have (rule CHIP-7).
 */
export function chooseReadout(qids: readonly string[], { muxSize, readoutLines }: WantedReadout): Readout | undefined {
  if (muxSize != null && readoutLines != null)
    throw invalid("Give 'mux_size' or 'readout_lines', not both: each says which qubits share a readout line");
  if (muxSize != null) return readoutOf(qids, { muxSize });
  if (readoutLines == null) return undefined;
  const problem = readoutProblem(readoutLines, new Set(qids));
  if (problem !== undefined) throw invalid(problem, [{ path: 'body.readout_lines', message: problem }]);
  return readoutOf(qids, { lines: readoutLines });
}

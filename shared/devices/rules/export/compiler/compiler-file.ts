import type { ExportedParameters } from '../parameters/left-out.ts';

/** A file for a compiler, and what is in it. */
export interface CompilerFile extends ExportedParameters {
  fileName: string;
  /** The content of a file that is not the document as JSON. */
  text: string | undefined;
  /** The qubits and couplings in the file. */
  qubits: string[];
  couplings: string[];
}

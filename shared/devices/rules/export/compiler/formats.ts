import type { ExportedChip } from '../chip-document.ts';
import type { ExportedParameters } from '../parameters/left-out.ts';
import { qibolabCalibration } from '../parameters/qibolab.ts';
import { quamState } from '../parameters/quam.ts';
import type { CompilerFile } from './compiler-file.ts';
import type { CompilerFormat } from './format-names.ts';
import { pythonList } from './format-names.ts';
import { type HandedValue, type HandOver, type HandOverRequest, handOver } from './hand-over.ts';
import { oqtopusDevice } from './oqtopus.ts';
import { qiskitTarget } from './qiskit.ts';
import { usableChip } from './usable.ts';

/** A file with everything that is said before it is taken. */
export interface HandedFile extends CompilerFile {
  values: HandedValue[];
  /** Values of what is in the file that a simulator gave. */
  simulatedValues: number;
}

/** A part of a chip in a format of others (rules EXPORT-7 and EXPORT-11 to EXPORT-13). */
export function compilerFile(chip: ExportedChip, format: CompilerFormat, request: HandOverRequest): HandedFile {
  const handed = handOver(chip, request);
  const file = writers[format](handed, request);
  const inFile = new Set([...file.qubits, ...file.couplings]);
  const simulated = [...handed.chip.qubits, ...handed.chip.couplings]
    .filter(({ id }) => inFile.has(id))
    .flatMap(({ values }) => Object.values(values).filter(({ source }) => source === 'simulator'));
  return { ...file, values: handed.values, simulatedValues: simulated.length };
}

const writers: Record<CompilerFormat, (handed: HandOver, request: HandOverRequest) => CompilerFile> = {
  python: listOfQubits,
  oqtopus: oqtopusDevice,
  qiskit: qiskitTarget,
  qibolab: (handed) => parametersFile(handed, qibolabCalibration(handed.chip), 'calibration.json'),
  quam: (handed) => parametersFile(handed, quamState(handed.chip), 'state.json'),
};

/** The qubits as a list for an initial layout, and their usable couplings. */
function listOfQubits(handed: HandOver): CompilerFile {
  const { chip, leftOut } = usableChip(handed);
  const [qubits, couplings] = [chip.qubits, chip.couplings].map((own) => own.map(({ id }) => id)) as [
    string[],
    string[],
  ];
  return {
    ...{ document: { qubits, couplings }, text: `${pythonList(qubits)}\n`, fileName: `${chip.chipId}_qubits.py` },
    ...{ measuredAt: null, leftOut: leftOut.list, qubits, couplings },
  };
}

const parametersFile = ({ chip, leftOut }: HandOver, parameters: ExportedParameters, name: string): CompilerFile => ({
  ...parameters,
  leftOut: [...leftOut.list, ...parameters.leftOut],
  ...{ text: undefined, fileName: `${chip.chipId}-${name}` },
  qubits: chip.qubits.map(({ id }) => id),
  couplings: chip.couplings.map(({ id }) => id),
});

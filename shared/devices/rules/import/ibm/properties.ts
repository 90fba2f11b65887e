import type { LeftOut } from '../left-out.ts';
import { nameProblem } from '../metric-name.ts';
import { isObject, isQubitIndex, type Problems, readArray, readObject } from '../problems.ts';
import { type IbmChain, readChains } from './chains.ts';
import { looksLikeConfiguration, readBackendName } from './configuration.ts';
import { type IbmParameter, readEntry } from './parameter.ts';

/** One gate on the qubits it acts on, control first, with its parameters. */
export type IbmGate = { path: string; gate: string; qubits: number[]; parameters: IbmParameter[] };

/** What an import needs of IBM's `props_*.json`; `qubits[i]` are the parameters of qubit i. */
export type IbmProperties = {
  backendName: string | undefined;
  qubits: IbmParameter[][];
  gates: IbmGate[];
  chains: IbmChain[];
};

/** Fields that are read, and those that only describe the document. */
const topLevelFields = new Set(
  'backend_name backend_version last_update_date qubits gates general general_qlists'.split(' '),
);

/** Those of a gate, whose `name` repeats the gate and its qubits. */
const gateFields = new Set(['gate', 'qubits', 'parameters', 'name']);

/**
 * Reads the properties of a device of `qubitCount` qubits; undefined where their frame is unusable, and then `problems`
 * say why. An entry that cannot be read is left out. `qubitCount` is undefined where the configuration could not be read; then the list of qubits counts.
 */
export function readProperties(
  document: unknown,
  qubitCount: number | undefined,
  problems: Problems,
  leftOut: LeftOut,
): IbmProperties | undefined {
  const props = readObject(document, 'props', problems);
  if (!props) return undefined;
  if (looksLikeConfiguration(props)) {
    return problems.add('props', 'is a configuration (it has "n_qubits"); the properties (props_*.json) belong here');
  }
  const backendName = readBackendName(props.backend_name, 'props.backend_name', problems);
  const qubits = readArray(props.qubits, 'props.qubits', problems);
  if (!qubits) return undefined;
  if (qubitCount !== undefined && qubits.length !== qubitCount) {
    return problems.add(
      'props.qubits',
      `has ${qubits.length} qubits, but conf.n_qubits is ${qubitCount}: the documents are of two devices`,
    );
  }
  leftOut.addUnread(props, topLevelFields, 'props');
  return {
    backendName,
    qubits: qubits.map((entry, index) => readParameters(entry, `props.qubits[${index}]`, leftOut)),
    gates: readGates(props.gates, qubits.length, leftOut),
    chains: readChains(props.general ?? [], props.general_qlists ?? [], leftOut),
  };
}

function readGates(value: unknown, qubitCount: number, leftOut: LeftOut): IbmGate[] {
  if (!Array.isArray(value)) {
    leftOut.add('props.gates', 'is not a list');
    return [];
  }
  const seen = new Set<string>();
  return value.flatMap((entry, index): IbmGate[] => {
    const path = `props.gates[${index}]`;
    const gate = readGate(entry, path, qubitCount, leftOut);
    if (!gate) return [];
    const identity = `${gate.gate} on ${gate.qubits.join(', ')}`;
    if (seen.has(identity)) {
      leftOut.add(path, 'repeats an entry before it');
      return [];
    }
    seen.add(identity);
    return [gate];
  });
}

function readGate(entry: unknown, path: string, qubitCount: number, leftOut: LeftOut): IbmGate | undefined {
  if (!isObject(entry)) return leftOut.add(path, 'is not an object');
  const { gate, qubits } = entry;
  if (typeof gate !== 'string') return leftOut.add(`${path}.gate`, 'is not a text');
  const unnamed = nameProblem(gate) ?? nameProblem(`${gate}_gate_fidelity`);
  if (unnamed !== undefined) return leftOut.add(`${path}.gate`, unnamed);
  const isKnown = Array.isArray(qubits) && qubits.length > 0 && qubits.every((one) => isQubitIndex(one, qubitCount));
  if (!isKnown) return leftOut.add(`${path}.qubits`, 'does not name qubits of the device');
  if (new Set(qubits).size < qubits.length) return leftOut.add(`${path}.qubits`, 'names a qubit twice');
  leftOut.addUnread(entry, gateFields, path);
  return { path, gate, qubits, parameters: readParameters(entry.parameters, `${path}.parameters`, leftOut) };
}

function readParameters(value: unknown, path: string, leftOut: LeftOut): IbmParameter[] {
  if (!Array.isArray(value)) {
    leftOut.add(path, 'is not a list');
    return [];
  }
  const names = new Set<string>();
  return value.flatMap((entry, index): IbmParameter[] => {
    const parameter = readEntry(entry, `${path}[${index}]`, leftOut);
    if (!parameter) return [];
    if (names.has(parameter.name)) {
      leftOut.add(`${path}[${index}].name`, 'repeats an entry before it');
      return [];
    }
    names.add(parameter.name);
    return [parameter];
  });
}

import { parseInstant } from '../../calendar.ts';
import { canNameMetric } from '../metric-name.ts';
import { kindOf, type Problems, readArray, readObject, readQubitIndex, readText } from '../problems.ts';
import { looksLikeConfiguration, readBackendName } from './configuration.ts';

/** One dated number of IBM's properties. `value` is null for null and for what is no finite number. */
export type IbmParameter = { name: string; unit: string; value: number | null; at: string };

/** One gate on the qubits it acts on, control first, with its parameters. */
export type IbmGate = { gate: string; qubits: number[]; parameters: IbmParameter[] };

/** What an import needs of IBM's `props_*.json`; `qubits[i]` are the parameters of qubit i. */
export type IbmProperties = { backendName: string | undefined; qubits: IbmParameter[][]; gates: IbmGate[] };

/**
 * Reads the properties of a device of `qubitCount` qubits; undefined where they are unusable, and then `problems` say
 * why. `qubitCount` is undefined where the configuration could not be read; then the list of qubits counts.
 */
export function readProperties(
  document: unknown,
  qubitCount: number | undefined,
  problems: Problems,
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
  return {
    backendName,
    qubits: qubits.map((entry, index) => readParameters(entry, `props.qubits[${index}]`, problems)),
    gates: readGates(props.gates, qubits.length, problems),
  };
}

function readGates(value: unknown, qubitCount: number, problems: Problems): IbmGate[] {
  const seen = new Map<string, string>();
  return (readArray(value, 'props.gates', problems) ?? []).flatMap((entry, index): IbmGate[] => {
    const path = `props.gates[${index}]`;
    const gate = readGate(entry, path, qubitCount, problems);
    if (!gate) return [];
    const identity = `${gate.gate} on ${gate.qubits.join(', ')}`;
    const earlier = seen.get(identity);
    if (earlier) problems.add(path, `repeats ${identity}, which ${earlier} has already`);
    else seen.set(identity, path);
    return [gate];
  });
}

function readGate(value: unknown, path: string, qubitCount: number, problems: Problems): IbmGate | undefined {
  const entry = readObject(value, path, problems);
  if (!entry) return undefined;
  const gate = readName(entry.gate, `${path}.gate`, problems);
  const qubits = readGateQubits(entry.qubits, `${path}.qubits`, qubitCount, problems);
  const parameters = readParameters(entry.parameters, `${path}.parameters`, problems);
  return gate === undefined || qubits === undefined ? undefined : { gate, qubits, parameters };
}

function readGateQubits(value: unknown, path: string, count: number, problems: Problems): number[] | undefined {
  const entries = readArray(value, path, problems);
  if (!entries) return undefined;
  const qubits = entries.map((entry, index) => readQubitIndex(entry, count, `${path}[${index}]`, problems));
  const known = qubits.filter((qubit) => qubit !== undefined);
  if (known.length !== qubits.length) return undefined;
  if (known.length === 0) return problems.add(path, 'names no qubit');
  return new Set(known).size === known.length ? known : problems.add(path, 'names a qubit twice');
}

function readParameters(value: unknown, path: string, problems: Problems): IbmParameter[] {
  const names = new Set<string>();
  return (readArray(value, path, problems) ?? []).flatMap((entry, index): IbmParameter[] => {
    const parameter = readParameter(entry, `${path}[${index}]`, problems);
    if (!parameter) return [];
    if (names.has(parameter.name)) problems.add(`${path}[${index}].name`, `gives ${parameter.name} a second time`);
    names.add(parameter.name);
    return [parameter];
  });
}

function readParameter(value: unknown, path: string, problems: Problems): IbmParameter | undefined {
  const entry = readObject(value, path, problems);
  if (!entry) return undefined;
  const name = readName(entry.name, `${path}.name`, problems);
  const unit = readText(entry.unit, `${path}.unit`, problems);
  const number = readNumber(entry.value, `${path}.value`, problems);
  const at = readDate(entry.date, `${path}.date`, problems);
  if (name === undefined || unit === undefined || number === undefined || at === undefined) return undefined;
  return { name, unit, value: number, at };
}

function readNumber(value: unknown, path: string, problems: Problems): number | null | undefined {
  if (value === null) return null;
  if (typeof value !== 'number') return problems.add(path, `must be a number or null, not ${kindOf(value)}`);
  return Number.isFinite(value) ? value : null;
}

function readName(value: unknown, path: string, problems: Problems): string | undefined {
  const name = readText(value, path, problems);
  if (name === undefined || canNameMetric(name)) return name;
  return problems.add(path, `'${name.slice(0, 80)}' cannot name a metric`);
}

function readDate(value: unknown, path: string, problems: Problems): string | undefined {
  const text = readText(value, path, problems);
  if (text === undefined) return undefined;
  return parseInstant(text) ?? problems.add(path, `'${text.slice(0, 80)}' is not an ISO 8601 date and time`);
}

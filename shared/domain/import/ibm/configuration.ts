import { isObject, kindOf, type Problems, readArray, readObject, readQubitIndex, readText } from '../problems.ts';

/** Largest device that is read: beyond any processor, and small enough that a wrong number cannot fill the memory. */
const MAX_QUBITS = 4096;

/** What an import needs of IBM's `conf_*.json`. */
export type IbmConfiguration = {
  backendName: string | undefined;
  qubitCount: number;
  /** Directed pairs as listed. */
  couplingMap: [number, number][];
  /** [x, y] of each qubit, undefined for older devices that have none. */
  coords: [number, number][] | undefined;
};

/** Reads a configuration; undefined where it is unusable, and then `problems` say why. */
export function readConfiguration(document: unknown, problems: Problems): IbmConfiguration | undefined {
  const conf = readObject(document, 'conf', problems);
  if (!conf) return undefined;
  if (conf.n_qubits === undefined && Array.isArray(conf.qubits)) {
    return problems.add(
      'conf',
      'is a properties document (it has "qubits"); the configuration (conf_*.json) belongs here',
    );
  }
  const backendName = readBackendName(conf.backend_name, 'conf.backend_name', problems);
  const qubitCount = readQubitCount(conf.n_qubits, problems);
  if (qubitCount === undefined) return undefined;
  const couplingMap = readCouplingMap(conf.coupling_map, qubitCount, problems);
  return { backendName, qubitCount, couplingMap, coords: readCoords(conf.coords, qubitCount, problems) };
}

/** A device's name, which either document may lack. */
export function readBackendName(value: unknown, path: string, problems: Problems): string | undefined {
  return value === undefined || value === null ? undefined : readText(value, path, problems);
}

function readQubitCount(value: unknown, problems: Problems): number | undefined {
  const path = 'conf.n_qubits';
  if (typeof value !== 'number') return problems.add(path, `must be the number of qubits, not ${kindOf(value)}`);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_QUBITS) return value;
  return problems.add(path, `must be a whole number from 1 to ${MAX_QUBITS}, not ${value}`);
}

function readCouplingMap(value: unknown, qubitCount: number, problems: Problems): [number, number][] {
  // A single qubit has no coupling map.
  if (value === undefined || value === null) return [];
  const pairs: [number, number][] = [];
  (readArray(value, 'conf.coupling_map', problems) ?? []).forEach((entry, index) => {
    const path = `conf.coupling_map[${index}]`;
    const pair = readPair(entry, path, problems);
    if (!pair) return;
    const a = readQubitIndex(pair[0], qubitCount, `${path}[0]`, problems);
    const b = readQubitIndex(pair[1], qubitCount, `${path}[1]`, problems);
    if (a === undefined || b === undefined) return;
    if (a === b) problems.add(path, `couples qubit ${a} with itself`);
    else pairs.push([a, b]);
  });
  return pairs;
}

function readCoords(value: unknown, qubitCount: number, problems: Problems): [number, number][] | undefined {
  if (value === undefined || value === null) return undefined;
  const entries = readArray(value, 'conf.coords', problems);
  if (!entries || entries.length === 0) return undefined;
  if (entries.length !== qubitCount) {
    return problems.add('conf.coords', `has ${entries.length} positions for ${qubitCount} qubits`);
  }
  return entries.flatMap((entry, index): [number, number][] => {
    const path = `conf.coords[${index}]`;
    const [x, y] = readPair(entry, path, problems) ?? [];
    if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return [[Number(x), Number(y)]];
    if (Array.isArray(entry) && entry.length === 2) problems.add(path, 'must be two whole numbers, x and y');
    return [];
  });
}

function readPair(value: unknown, path: string, problems: Problems): [unknown, unknown] | undefined {
  const entries = readArray(value, path, problems);
  if (!entries) return undefined;
  if (entries.length !== 2) return problems.add(path, `must be a pair, but has ${entries.length} entries`);
  return [entries[0], entries[1]];
}

/** True for a document that is a configuration rather than properties. */
export function looksLikeConfiguration(document: unknown): boolean {
  return isObject(document) && document.qubits === undefined && document.n_qubits !== undefined;
}

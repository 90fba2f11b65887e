import type { LeftOut } from '../left-out.ts';
import { isObject, isQubitIndex, kindOf, type Problems, readObject, readText } from '../problems.ts';

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

const readFields = new Set(['backend_name', 'n_qubits', 'coupling_map', 'coords']);
const ofDevice = 'describes the device, not a qubit or a coupling';

/**
 * Reads a configuration; undefined where its frame is unusable, and then `problems` say why. A pair or a place that cannot
 * be read is left out. What else a configuration says (gates, limits, times) is counted together.
 */
export function readConfiguration(
  document: unknown,
  problems: Problems,
  leftOut: LeftOut,
): IbmConfiguration | undefined {
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
  for (const field of Object.keys(conf)) {
    if (!readFields.has(field)) leftOut.add(`conf.${field.slice(0, 80)}`, ofDevice, 'conf.*');
  }
  const couplingMap = readCouplingMap(conf.coupling_map, qubitCount, leftOut);
  return { backendName, qubitCount, couplingMap, coords: readCoords(conf.coords, qubitCount, leftOut) };
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

function readCouplingMap(value: unknown, qubitCount: number, leftOut: LeftOut): [number, number][] {
  // A single qubit has no coupling map.
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    leftOut.add('conf.coupling_map', 'is not a list');
    return [];
  }
  return value.flatMap((entry, index): [number, number][] => {
    const path = `conf.coupling_map[${index}]`;
    const pair = pairOf(entry);
    if (!pair || pair.some((qubit) => !isQubitIndex(qubit, qubitCount))) leftOut.add(path, 'is not a pair of qubits');
    else if (pair[0] === pair[1]) leftOut.add(path, 'couples a qubit with itself');
    else return [[Number(pair[0]), Number(pair[1])]];
    return [];
  });
}

/** Either all qubits have places, or none does. */
function readCoords(value: unknown, qubitCount: number, leftOut: LeftOut): [number, number][] | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (!Array.isArray(value)) return leftOut.add('conf.coords', 'is not a list');
  if (value.length !== qubitCount) return leftOut.add('conf.coords', 'does not have one place for each qubit');
  const places = value.map(pairOf);
  const unread = places.findIndex((place) => !place?.every(Number.isSafeInteger));
  if (unread >= 0) return leftOut.add(`conf.coords[${unread}]`, 'is not two whole numbers, so no place is taken');
  return places as [number, number][];
}

const pairOf = (value: unknown): [unknown, unknown] | undefined =>
  Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : undefined;

/** True for a document that is a configuration rather than properties. */
export function looksLikeConfiguration(document: unknown): boolean {
  return isObject(document) && document.qubits === undefined && document.n_qubits !== undefined;
}

import { comparePairs, couplingId, undirectedCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { gridSizeOf } from '../../../../chips/rules/topology/lattice.ts';
import { layoutTypeOf } from '../../../../chips/rules/topology/layout-type.ts';
import { readoutProblem } from '../../../../chips/rules/topology/muxes.ts';
import { LAYOUT_TYPES, type LayoutType, type Position, type Topology } from '../../../../chips/rules/topology/types.ts';
import { isQid, isResourceId } from '../../../../kernel/rules/ids.ts';
import { kindOf, type Problems, readArray, readObject, readText } from '../problems.ts';

/** Largest chip. */
const MAX_QUBITS = 1024;
export const MAX_COUPLINGS = 10_000;
const MAX_TEXT = 500;

/** The place of a topology in the document, and how it is read. */
export interface TopologyReading {
  path: string;
  /** Two qubits at one place are a problem: a map could not distinguish them. */
  distinctPlaces?: boolean;
}

/** The exported topology of a document; undefined and problems if it is invalid. */
export function readTopology(
  given: unknown,
  problems: Problems,
  { path, distinctPlaces = false }: TopologyReading = { path: 'chip.topology' },
): Topology | undefined {
  const before = problems.list.length;
  const topology = readObject(given, path, problems);
  if (!topology) return undefined;
  const topologyId = readText(topology.id, `${path}.id`, problems);
  if (topologyId !== undefined && !isResourceId(topologyId))
    problems.add(`${path}.id`, 'cannot be the id of a topology');
  const qubits = readQubits(topology.qubits, `${path}.qubits`, problems);
  const directed = topology.directed === true;
  const couplings = qubits && readCouplings(topology.couplings, directed, qubits, `${path}.couplings`, problems);
  if (qubits && distinctPlaces) refuseSharedPlaces(qubits, `${path}.qubits`, problems);
  const readoutLines = qubits && readReadoutLines(topology.readout_lines, new Set(Object.keys(qubits)), path, problems);
  if (!qubits || !couplings || topologyId === undefined || problems.list.length > before) return undefined;
  return {
    topologyId,
    name: textOf(topology.name) ?? topologyId,
    description: textOf(topology.description) ?? '',
    layoutType: layoutType(topology.layout_type) ?? layoutTypeOf(qubits, couplings),
    gridSize: gridSizeOf(qubits),
    numQubits: Object.keys(qubits).length,
    muxSize: isMuxSize(topology.mux_size) ? topology.mux_size : null,
    ...(readoutLines ? { readoutLines } : {}),
    directionConvention: textOf(topology.direction_convention) ?? null,
    qubits,
    couplings,
    directed,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;

const layoutType = (value: unknown): LayoutType | undefined => LAYOUT_TYPES.find((type) => type === value);

/** Muxes are squares of qubits. */
const isMuxSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(Math.sqrt(value)) && value >= 1 && value <= MAX_QUBITS;

function readQubits(given: unknown, path: string, problems: Problems): Record<string, Position> | undefined {
  const entries = readObject(given, path, problems);
  if (!entries) return undefined;
  const qids = Object.keys(entries);
  if (qids.length === 0 || qids.length > MAX_QUBITS)
    return problems.add(path, `must be 1 to ${MAX_QUBITS} qubits, not ${qids.length}`);
  const positions = qids.flatMap((qid): [string, Position][] => {
    if (!isQid(qid)) problems.add(path, `'${qid.slice(0, 80)}' cannot be the id of a qubit`);
    const at = readObject(entries[qid], `${path}.${qid}`, problems);
    const [row, col] = [at?.row, at?.col];
    if (isPlace(row) && isPlace(col)) return [[qid, { row, col }]];
    if (at) problems.add(`${path}.${qid}`, 'must have a row and a col, whole numbers from 0');
    return [];
  });
  return Object.fromEntries(positions);
}

function refuseSharedPlaces(qubits: Record<string, Position>, path: string, problems: Problems): void {
  const found = new Map<string, string>();
  for (const [qid, { row, col }] of Object.entries(qubits)) {
    const other = found.get(`${row},${col}`);
    if (other !== undefined) problems.add(`${path}.${qid}`, `is at row ${row}, col ${col}, where qubit '${other}' is`);
    found.set(`${row},${col}`, qid);
  }
}

/** Readout lines as lists of qids, numbers of qubits as text; undefined if there are none, or with a problem. */
export function readReadoutLines(
  given: unknown,
  qids: ReadonlySet<string>,
  path: string,
  problems: Problems,
): string[][] | undefined {
  if (given === undefined || given === null) return undefined;
  const at = `${path}.readout_lines`;
  const entries = readArray(given, at, problems);
  const lines = entries?.map((entry) =>
    Array.isArray(entry) ? entry.map((qid) => (typeof qid === 'number' ? String(qid) : qid)) : entry,
  );
  const isList = (line: unknown): line is string[] =>
    Array.isArray(line) && line.every((qid) => typeof qid === 'string');
  if (!lines) return undefined;
  if (!lines.every(isList)) return problems.add(at, 'must be a list of lists of qubits');
  const problem = readoutProblem(lines, qids);
  return problem === undefined ? lines : problems.add(at, problem);
}

const isPlace = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e4;

function readCouplings(
  given: unknown,
  directed: boolean,
  qubits: Record<string, Position>,
  path: string,
  problems: Problems,
): [string, string][] | undefined {
  const entries = readArray(given, path, problems);
  if (!entries) return undefined;
  if (entries.length > MAX_COUPLINGS) return problems.add(path, `must be at most ${MAX_COUPLINGS}`);
  const known = new Set<string>();
  const pairs = entries.flatMap((entry, n): [string, string][] => {
    const [a, b] = Array.isArray(entry) ? entry.map((qid) => (typeof qid === 'number' ? String(qid) : qid)) : [];
    const isPair = Array.isArray(entry) && entry.length === 2 && typeof a === 'string' && typeof b === 'string';
    if (!isPair || a === b || !Object.hasOwn(qubits, a) || !Object.hasOwn(qubits, b)) {
      problems.add(`${path}[${n}]`, `must be a pair of two qubits of the topology, not ${kindOf(entry)} of others`);
      return [];
    }
    const edge = undirectedCouplingId(a, b);
    if (known.has(edge)) problems.add(`${path}[${n}]`, 'is there twice');
    known.add(edge);
    return [couplingId(a, b, directed) === `${a}-${b}` ? [a, b] : [b, a]];
  });
  return pairs.sort(comparePairs);
}

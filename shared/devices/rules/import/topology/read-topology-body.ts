import { compareQids, splitCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { mapLayout } from '../../../../chips/rules/topology/layout.ts';
import { CHECKERBOARD } from '../../../../chips/rules/topology/square-lattice.ts';
import type { Topology } from '../../../../chips/rules/topology/types.ts';
import { MAX_COUPLINGS, readTopology } from '../fiducial/topology.ts';
import { LeftOut, type LeftOutEntries } from '../left-out.ts';
import type { ImportProblem } from '../plan.ts';
import { isObject, Problems } from '../problems.ts';
import { type ReadQubits, readQubits, valueReason } from './read-qubits.ts';

/** A topology that was read, with what of the document it does not hold; or what is wrong with it. */
export type TopologyResult =
  | { ok: true; topology: Topology; hasOwnId: boolean; leftOut: LeftOutEntries[] }
  | { ok: false; problems: ImportProblem[] };

/** Stands for an id until one is made from what the topology is. */
const NO_ID = 'topology';

const read = new Set(
  'id device_id name description layout_type mux mux_size num_qubits grid_size direction_convention directed qubits couplings readout_lines'.split(
    ' ',
  ),
);

/** Derived fields in the answer of `GET /topologies/{topology_id}`. */
const derived = new Set(['visualization', 'deleted_at']);

/**
 * Reads a topology as it is posted (rule CHIP-14): this service's own form, a list of edges alone, a topology file of
 * QDash, or a device topology of OQTOPUS.
 */
export function readTopologyBody(body: Readonly<Record<string, unknown>>): TopologyResult {
  const problems = new Problems();
  const leftOut = new LeftOut();
  for (const field of Object.keys(body)) {
    if (derived.has(field)) leftOut.add(`body.${field}`, 'follows from the other fields');
    else if (!read.has(field)) leftOut.add(`body.${field.slice(0, 80)}`, 'is not read');
  }
  const qubits = readQubits(body.qubits, problems, leftOut);
  const edges = qubits && readEdges(body.couplings, qubits, problems, leftOut);
  if (!qubits || !edges || problems.list.length > 0) return { ok: false, problems: problems.list };
  const ownId = body.id ?? body.device_id;
  const stated = {
    id: ownId ?? NO_ID,
    name: body.name,
    description: body.description,
    mux_size: muxSizeOf(body, problems),
    direction_convention: body.direction_convention,
    directed: body.directed ?? edges.areControlAndTarget,
    ...layoutOf(body.layout_type, qubits, edges),
    couplings: edges.pairs,
    readout_lines: body.readout_lines,
  };
  refuseUnknown(body, problems);
  const topology = readTopology(stated, problems, { path: 'body', distinctPlaces: true });
  if (topology && body.num_qubits !== undefined && body.num_qubits !== topology.numQubits)
    problems.add('body.num_qubits', `must be ${topology.numQubits}, the number of 'qubits'`);
  if (!topology || problems.list.length > 0) return { ok: false, problems: problems.list };
  if (body.grid_size !== undefined && body.grid_size !== topology.gridSize)
    leftOut.add('body.grid_size', `is not kept: the positions give ${topology.gridSize}`);
  return { ok: true, topology, hasOwnId: ownId !== undefined && ownId !== null, leftOut: leftOut.rows() };
}

function refuseUnknown(
  { direction_convention, directed, name, description, layout_type }: Readonly<Record<string, unknown>>,
  problems: Problems,
): void {
  if (direction_convention != null && direction_convention !== CHECKERBOARD)
    problems.add('body.direction_convention', `must be '${CHECKERBOARD}' or null`);
  if (directed != null && typeof directed !== 'boolean') problems.add('body.directed', 'must be true or false');
  for (const [field, text] of Object.entries({ name, description }))
    if (text != null && (typeof text !== 'string' || text.length > 500))
      problems.add(`body.${field}`, 'must be text of at most 500 characters');
  if (layout_type != null && typeof layout_type !== 'string') problems.add('body.layout_type', 'must be text');
}

/** Qubits of a block, from QDash's `mux`, whose size is the side of a square block, or from `mux_size`. */
function muxSizeOf({ mux, mux_size }: Readonly<Record<string, unknown>>, problems: Problems): number | undefined {
  if (mux_size != null)
    return typeof mux_size === 'number' ? mux_size : problems.add('body.mux_size', 'must be a number');
  if (mux === undefined || mux === null) return undefined;
  if (!isObject(mux)) return problems.add('body.mux', "must be an object with 'enabled' and 'size'");
  if (mux.enabled !== true) return undefined;
  const { size = 2 } = mux;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= 32) return size ** 2;
  return problems.add('body.mux.size', 'must be the side of a square block of qubits, a whole number from 1 to 32');
}

interface Edges {
  /** Pairs of qids; what could not be read stays as it was given, so that `readTopology` names it. */
  pairs: unknown[];
  /** The qubits of all pairs, in order. */
  qids: string[];
  areControlAndTarget: boolean;
}

function readEdges(given: unknown, qubits: ReadQubits, problems: Problems, leftOut: LeftOut): Edges | undefined {
  if (given === undefined || given === null) {
    if (qubits.qids) return { pairs: [], qids: [], areControlAndTarget: false };
    return problems.add('body', "must have 'qubits' or 'couplings'");
  }
  if (!Array.isArray(given)) return problems.add('body.couplings', 'must be an array of pairs of qubits');
  // What is too large is refused before work is done on each of its entries.
  if (given.length > MAX_COUPLINGS) return problems.add('body.couplings', `must be at most ${MAX_COUPLINGS}`);
  const known = { ...qubits, qids: qubits.qids && new Set(qubits.qids) };
  const pairs = given.map((entry, index) => readEdge(entry, `body.couplings[${index}]`, known, problems, leftOut));
  const named = pairs.flat().flatMap((qid) => (typeof qid === 'string' ? [qid] : []));
  return {
    pairs,
    qids: [...new Set(named)].sort(compareQids),
    areControlAndTarget: given.some(isObject),
  };
}

/** One edge as two qids: `"0-1"`, `[0, 1]` or `{ "control": 0, "target": 1 }`. */
function readEdge(
  entry: unknown,
  path: string,
  qubits: Pick<ReadQubits, 'nameOf'> & { qids: ReadonlySet<string> | undefined },
  problems: Problems,
  leftOut: LeftOut,
): unknown {
  const nameOf = (id: unknown) => qubits.nameOf.get(String(id)) ?? (typeof id === 'number' ? String(id) : id);
  if (Array.isArray(entry)) return entry.map(nameOf);
  if (isObject(entry)) {
    for (const field of Object.keys(entry))
      if (field !== 'control' && field !== 'target') leftOut.add(`${path}.${field.slice(0, 80)}`, valueReason);
    return [nameOf(entry.control), nameOf(entry.target)];
  }
  if (typeof entry !== 'string') return entry;
  const readings = splitCouplingId(entry, qubits.qids);
  if (readings.length === 1) return readings[0];
  const why =
    readings.length === 0
      ? 'is not a pair of two qubits'
      : 'can be read as more than one pair; give it as a list of two';
  return problems.add(path, `'${entry.slice(0, 130)}' ${why}`);
}

/** The stated positions with their layout type, else computed ones; an edge that is not a pair is refused elsewhere. */
function layoutOf(layoutType: unknown, { positions, qids }: ReadQubits, edges: Edges) {
  if (positions) return { layout_type: layoutType, qubits: positions };
  const known = new Set(qids ?? edges.qids);
  const isEdge = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair[0] !== pair[1] && pair.every((qid) => known.has(qid));
  const computed = mapLayout([...known], edges.pairs.filter(isEdge));
  return { layout_type: computed.layoutType, qubits: computed.qubits };
}

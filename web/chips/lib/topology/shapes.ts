import { HEAVY_HEX_SIZES, heavyHex } from '#shared/chips/rules/topology/heavy-hex.ts';
import { neighbourPairs, numbered } from '#shared/chips/rules/topology/lattice.ts';
import { mapLayout } from '#shared/chips/rules/topology/layout.ts';
import type { LayoutType, Position } from '#shared/chips/rules/topology/types.ts';
import { qubitsOf } from '../../../runs/lib/qubit-list.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { readPairs } from './couplings.ts';

/** Largest chip, as the service takes it. */
const mostQubits = 1024;

/** Shapes that a topology can begin with. */
export const shapeNames = {
  grid: 'Grid',
  chain: 'Chain',
  'heavy-hex': 'Heavy hexagon',
  ring: 'Ring',
  star: 'Star',
  'all-to-all': 'All to all',
  alone: 'No couplings',
  pairs: 'List of couplings',
} as const;

export type ShapeKind = keyof typeof shapeNames;

/** Numbers of qubits that a heavy hexagon can have. */
export const heavyHexSizes: readonly string[] = HEAVY_HEX_SIZES.map(String);

/** The typed texts in the fields of a shape. */
export interface ShapeFields {
  kind: ShapeKind;
  rows: string;
  columns: string;
  qubits: string;
  size: string;
  /** The places of a shape that stay free. */
  holes: string;
  pairs: string;
}

/** A shape to begin with: qubits with their places, and their couplings. */
export interface Shape {
  layoutType: LayoutType;
  qubits: Record<string, Position>;
  couplings: [string, string][];
  /** Couplings from control to target, where the gates have a direction; absent where they have none. */
  directed?: [string, string][];
}

export type ShapeProblems = Partial<Record<keyof ShapeFields, string>>;

/** The fields that a shape has. */
export function fieldsOf(kind: ShapeKind): readonly Exclude<keyof ShapeFields, 'kind'>[] {
  if (kind === 'grid') return ['rows', 'columns', 'holes'];
  if (kind === 'heavy-hex') return ['size', 'holes'];
  return kind === 'pairs' ? ['pairs'] : ['qubits', 'holes'];
}

/** The described shape, or the problems with its fields. */
export function shapeOf(fields: ShapeFields): { shape: Shape } | { problems: ShapeProblems } {
  if (fields.kind === 'pairs') return shapeOfPairs(fields.pairs);
  const problems = sizeProblems(fields);
  if (Object.keys(problems).length > 0) return { problems };
  const whole = wholeShape(fields);
  const holes = qubitsOf(fields.holes);
  const unknown = holes.find((hole) => !Object.hasOwn(whole.qubits, hole));
  if (unknown !== undefined) return { problems: { holes: `'${unknown}' is not a qubit of this shape` } };
  const count = Object.keys(whole.qubits).length;
  if (holes.length === count) return { problems: { holes: `leaves none of ${plural(count, 'qubit')}` } };
  return { shape: holes.length === 0 ? whole : without(whole, new Set(holes)) };
}

function shapeOfPairs(text: string): { shape: Shape } | { problems: ShapeProblems } {
  const read = readPairs(text);
  if ('problem' in read) return { problems: { pairs: read.problem } };
  const qids = [...new Set(read.pairs.flat())];
  if (qids.length === 0) return { problems: { pairs: 'Type at least one coupling, such as 0-1' } };
  if (qids.length > mostQubits) return { problems: { pairs: `has ${qids.length} qubits; at most ${mostQubits}` } };
  return { shape: { ...mapLayout(qids, read.pairs), couplings: read.pairs } };
}

function sizeProblems({ kind, rows, columns, qubits }: ShapeFields): ShapeProblems {
  const leasts: Partial<Record<ShapeKind, number>> = { chain: 2, ring: 3, star: 3, 'all-to-all': 2 };
  if (kind === 'grid') {
    const problems: ShapeProblems = {};
    for (const [field, text] of [
      ['rows', rows],
      ['columns', columns],
    ] as const) {
      const problem = countProblem(text, 1);
      if (problem) problems[field] = problem;
    }
    if (Object.keys(problems).length === 0 && Number(rows) * Number(columns) > mostQubits)
      problems.columns = `${rows} × ${columns} are ${Number(rows) * Number(columns)} qubits; at most ${mostQubits}`;
    return problems;
  }
  const problem = kind === 'heavy-hex' ? undefined : countProblem(qubits, leasts[kind] ?? 1);
  return problem ? { qubits: problem } : {};
}

const countProblem = (text: string, least: number): string | undefined =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= mostQubits
    ? undefined
    : `must be a whole number from ${least} to ${mostQubits}`;

function wholeShape({ kind, rows, columns, qubits, size }: ShapeFields): Shape {
  if (kind === 'heavy-hex') {
    const lattice = heavyHex(HEAVY_HEX_SIZES.find((one) => String(one) === size) ?? HEAVY_HEX_SIZES[0]);
    return { layoutType: 'hex', qubits: lattice.qubits, couplings: lattice.couplings };
  }
  if (kind === 'grid') return gridOf(Number(rows), Number(columns));
  if (kind === 'chain') return { ...gridOf(1, Number(qubits)), layoutType: 'linear' };
  const count = Number(qubits);
  const qids = Array.from({ length: count }, (_, index) => String(index));
  const couplings = pairsOf(kind, qids);
  return { ...mapLayout(qids, couplings), couplings };
}

function gridOf(rows: number, columns: number): Shape {
  const sites = Array.from({ length: rows * columns }, (_, index) => ({
    row: Math.floor(index / columns),
    col: index % columns,
  }));
  const qubits = numbered(sites);
  return { layoutType: 'grid', qubits, couplings: neighbourPairs(qubits) };
}

function pairsOf(kind: ShapeKind, qids: readonly string[]): [string, string][] {
  const [hub = '0', ...leaves] = qids;
  if (kind === 'star') return leaves.map((leaf) => [hub, leaf]);
  if (kind === 'all-to-all')
    return qids.flatMap((a, index) => qids.slice(index + 1).map((b): [string, string] => [a, b]));
  if (kind !== 'ring') return [];
  return [...leaves.map((qid, index): [string, string] => [qids[index] ?? hub, qid]), [hub, qids.at(-1) ?? hub]];
}

function without({ layoutType, qubits, couplings }: Shape, holes: ReadonlySet<string>): Shape {
  return {
    layoutType,
    qubits: Object.fromEntries(Object.entries(qubits).filter(([qid]) => !holes.has(qid))),
    couplings: couplings.filter((pair) => !pair.some((qid) => holes.has(qid))),
  };
}

import { comparePairs, compareQids } from '#shared/chips/rules/coupling-id.ts';
import { type MapLayout, mapLayout } from '#shared/chips/rules/topology/layout.ts';
import { layoutTypeOf } from '#shared/chips/rules/topology/layout-type.ts';
import { LAYOUT_TYPES } from '#shared/chips/rules/topology/types.ts';
import type { Topology } from '../../../ui/lib/api/wire.ts';
import { type Pair, pairText, readPairs, togglePair } from './couplings.ts';
import { readNames, renamed } from './names.ts';
import { linesOfSize, lineText, readLines } from './readout.ts';
import type { Shape } from './shapes.ts';

/** A topology that is being made: what was read last, and the texts of its fields, which may have a problem. */
export interface TopologyDraft {
  shape: Shape;
  /** The names of the shape's qubits, in their order. */
  names: readonly string[];
  couplings: readonly Pair[];
  /** None where the service decides. */
  lines: readonly string[][];
  texts: Readonly<Record<DraftField, string>>;
  problems: Readonly<Partial<Record<DraftField, string>>>;
}

export type DraftField = 'names' | 'couplings' | 'lines';

/** A draft of an unchanged shape. */
export const draftOf = (shape: Shape): TopologyDraft => ({
  shape,
  names: Object.keys(shape.qubits),
  couplings: shape.couplings,
  lines: [],
  texts: { names: '', couplings: pairText(shape.couplings), lines: '' },
  problems: {},
});

/** A draft of an existing topology, which is not changed: a save creates another one. */
export function draftOfTopology(topology: Topology): TopologyDraft {
  const given = topology.couplings.map(([a, b]): Pair => [String(a), String(b)]);
  const couplings = given.map(inOrder).sort(comparePairs);
  const directed = topology.directed ? { directed: given } : {};
  const layoutType = LAYOUT_TYPES.find((type) => type === topology.layout_type) ?? 'free';
  const draft = draftOf({ layoutType, qubits: topology.qubits, couplings, ...directed });
  const lines = topology.readout_lines ?? [];
  return withText({ ...draft, lines }, 'lines', lineText(lines), undefined);
}

const inOrder = ([a, b]: Pair): Pair => (compareQids(a, b) <= 0 ? [a, b] : [b, a]);

/**
 * The couplings in their saved form: those of a directed topology from control to target, new ones in the order of
 * their qubits.
 */
export function savedCouplings({ shape, names, couplings }: TopologyDraft): Pair[] {
  const nameOf = new Map(Object.keys(shape.qubits).map((qid, index) => [qid, names[index] ?? qid]));
  const directed = new Map(renamed(shape.directed ?? [], nameOf).map((pair) => [JSON.stringify(inOrder(pair)), pair]));
  return couplings.map((pair) => directed.get(JSON.stringify(inOrder(pair))) ?? pair);
}

/** The draft with other names: couplings and readout lines keep their qubits. */
export function withNames(draft: TopologyDraft, text: string): TopologyDraft {
  const read = readNames(text, Object.keys(draft.shape.qubits));
  if ('problem' in read) return withText(draft, 'names', text, read.problem);
  const nameOf = new Map(draft.names.map((name, index) => [name, read.names[index] ?? name]));
  const couplings = renamed(draft.couplings, nameOf);
  const lines = renamed(draft.lines, nameOf);
  const next = withText({ ...draft, names: read.names, couplings, lines }, 'names', text, undefined);
  return reworded(next);
}

/** Valid fields show what was read; a field with a problem keeps the typed text, and is read again. */
function reworded(draft: TopologyDraft): TopologyDraft {
  const { couplings, lines } = draft.problems;
  const worded = {
    ...draft,
    texts: {
      ...draft.texts,
      ...(couplings === undefined && { couplings: pairText(draft.couplings) }),
      ...(lines === undefined && { lines: lineText(draft.lines) }),
    },
  };
  const again = couplings === undefined ? worded : withCouplings(worded, worded.texts.couplings);
  return lines === undefined ? again : withLines(again, again.texts.lines);
}

export function withCouplings(draft: TopologyDraft, text: string): TopologyDraft {
  const read = readPairs(text, new Set(draft.names));
  if ('problem' in read) return withText(draft, 'couplings', text, read.problem);
  return withText({ ...draft, couplings: read.pairs }, 'couplings', text, undefined);
}

/** The draft with one more coupling, or without it. Typed text with a problem is dropped. */
export function withToggled(draft: TopologyDraft, a: string, b: string): TopologyDraft {
  const couplings = togglePair(draft.couplings, a, b);
  return withText({ ...draft, couplings }, 'couplings', pairText(couplings), undefined);
}

export function withLines(draft: TopologyDraft, text: string): TopologyDraft {
  const read = readLines(text, new Set(draft.names));
  if ('problem' in read) return withText(draft, 'lines', text, read.problem);
  return withText({ ...draft, lines: read.lines }, 'lines', text, undefined);
}

/** So many qubits a readout line, in their order. */
export function withLineSize(draft: TopologyDraft, size: number): TopologyDraft {
  const lines = linesOfSize(draft.names, size);
  return withText({ ...draft, lines }, 'lines', lineText(lines), undefined);
}

const withText = (
  draft: TopologyDraft,
  field: DraftField,
  text: string,
  problem: string | undefined,
): TopologyDraft => ({
  ...draft,
  texts: { ...draft.texts, [field]: text },
  problems: { ...draft.problems, [field]: problem },
});

export const hasProblem = ({ problems }: TopologyDraft): boolean =>
  Object.values(problems).some((problem) => problem !== undefined);

/** Where the qubits are: on the places of the shape, or on those that the couplings suggest. */
export function layoutOfDraft(draft: TopologyDraft, byCouplings: boolean): MapLayout {
  const { shape, names, couplings } = draft;
  if (byCouplings) return mapLayout(names, couplings);
  const qubits = Object.fromEntries(
    Object.values(shape.qubits)
      .map((place, index) => [names[index] ?? '', place] as const)
      .sort(([a], [b]) => compareQids(a, b)),
  );
  const keepsType = shape.layoutType === 'circle' || shape.layoutType === 'list';
  return { layoutType: keepsType ? shape.layoutType : layoutTypeOf(qubits, couplings), qubits };
}

import { compareQids } from '../../../../chips/rules/coupling-id.ts';
import { inverseMetric, splitDirection } from '../../../../values/rules/gate-keys.ts';
import { areTwoDirections } from '../join-orders.ts';
import { merge } from '../readings.ts';
import { Tally } from '../tally.ts';
import type { IbmConfiguration } from './configuration.ts';
import { type GateReadings, gateLength, gateReadings, isImported, isSymmetric } from './gates.ts';
import type { IbmProperties } from './properties.ts';

/** A direction of an edge: from its smaller to its larger qubit, or back. */
type Direction = 'forward' | 'backward';

type Entries = Partial<Record<Direction, GateReadings>>;

type Edge = { pair: [string, string]; mapped: Set<Direction>; gates: Map<string, Entries> };

/** One coupling of the device: its id's order, and what its gates say by metric key. */
export type IbmCoupling = { pair: [string, string]; directed: boolean; readings: GateReadings };

/** The couplings, and what happened when directions were joined. */
export type IbmCouplings = {
  couplings: IbmCoupling[];
  /** By symmetric gate: couplings whose two directions have different numbers, of which both are kept. */
  disagreements: Tally;
  /** Couplings whose gates have opposite directions. */
  conflicts: number;
  /** By gate: entries on an edge that the coupling map lacks. */
  unmapped: Tally;
};

/**
 * Makes one record of each edge of the coupling map and of the two-qubit gates (rule IMPORT-3). Its direction:
 * - gates with a control (cx, ecr, ...): the direction they are listed in; listed in both, that of the shorter gate,
 *   which is the native one (the other needs extra one-qubit gates); equally long, none. Gates that point in opposite
 *   directions leave the edge undirected;
 * - symmetric gates (cz, rzz, ...) alone: none where any entry exists in both directions, else the one listed;
 * - no gate at all: that of the coupling map, none where it lists both.
 * Equal numbers of both directions are one, and two numbers are those of two directions (rule IMPORT-3): they are never averaged.
 */
export function readCouplings(configuration: IbmConfiguration, properties: IbmProperties): IbmCouplings {
  const { edges, unmapped } = edgesOf(configuration, properties);
  const result: IbmCouplings = { couplings: [], disagreements: new Tally(), conflicts: 0, unmapped };
  for (const edge of edges) {
    const directions = new Set(preferences(edge));
    if (directions.size > 1) result.conflicts += 1;
    const [direction] = directions.size === 1 ? directions : [];
    const [smaller, larger] = edge.pair;
    result.couplings.push({
      pair: direction === 'backward' ? [larger, smaller] : [smaller, larger],
      directed: direction !== undefined,
      readings: readingsOf(edge, direction ?? 'forward', result.disagreements),
    });
  }
  return result;
}

function edgesOf(configuration: IbmConfiguration, properties: IbmProperties): { edges: Edge[]; unmapped: Tally } {
  const edges = new Map<string, Edge>();
  const unmapped = new Tally();
  const edgeOf = (a: number, b: number): [Edge, Direction] => {
    const pair: [string, string] = a < b ? [String(a), String(b)] : [String(b), String(a)];
    const key = pair.join('-');
    const edge = edges.get(key) ?? { pair, mapped: new Set(), gates: new Map() };
    edges.set(key, edge);
    return [edge, a < b ? 'forward' : 'backward'];
  };
  for (const [a, b] of configuration.couplingMap) {
    const [edge, direction] = edgeOf(a, b);
    edge.mapped.add(direction);
  }
  for (const gate of properties.gates) {
    const [a, b, ...others] = gate.qubits;
    if (a === undefined || b === undefined || others.length > 0 || !isImported(gate)) continue;
    const [edge, direction] = edgeOf(a, b);
    if (edge.mapped.size === 0) unmapped.add(gate.gate);
    const entries = edge.gates.get(gate.gate) ?? {};
    entries[direction] = gateReadings(gate);
    edge.gates.set(gate.gate, entries);
  }
  return { edges: [...edges.values()], unmapped };
}

/** The directions that an edge's gates, or without gates its coupling map, ask for. */
function preferences(edge: Edge): Direction[] {
  const gates = [...edge.gates];
  const withControl = gates.filter(([gate]) => !isSymmetric(gate));
  if (withControl.length > 0) return withControl.flatMap(([, entries]) => nativeDirection(entries) ?? []);
  const listed = new Set(gates.length > 0 ? gates.flatMap(([, entries]) => directionsOf(entries)) : edge.mapped);
  return listed.size === 1 ? [...listed] : [];
}

function directionsOf(entries: Entries): Direction[] {
  return (['forward', 'backward'] as const).filter((direction) => entries[direction] !== undefined);
}

function nativeDirection({ forward, backward }: Entries): Direction | undefined {
  if (!forward || !backward) return forward ? 'forward' : 'backward';
  const there = gateLength(forward);
  const back = gateLength(backward);
  if (there === undefined || back === undefined || there === back) return undefined;
  return there < back ? 'forward' : 'backward';
}

function readingsOf(edge: Edge, direction: Direction, disagreements: Tally): GateReadings {
  const readings: GateReadings = new Map();
  const other = direction === 'forward' ? 'backward' : 'forward';
  for (const [gate, entries] of [...edge.gates].sort(([a], [b]) => compareQids(a, b))) {
    const [own = new Map(), inverse = new Map()] = [entries[direction], entries[other]];
    const joined = joinDirections(own, inverse, !isSymmetric(gate));
    if (isSymmetric(gate) && [...joined.keys()].some((key) => splitDirection(key).isInverse)) disagreements.add(gate);
    for (const [key, reading] of joined) readings.set(key, reading);
  }
  return readings;
}

/** The readings of a gate by its two entries; the inverse entry adds its own if its numbers differ. */
function joinDirections(own: GateReadings, inverse: GateReadings, isDirected: boolean): GateReadings {
  const joined: GateReadings = new Map(own);
  for (const [key, reading] of inverse) {
    const first = own.get(key);
    if (!first) joined.set(key, reading);
    else if (areTwoDirections(first, reading, isDirected)) joined.set(inverseMetric(key), reading);
    else joined.set(key, merge(first, reading));
  }
  return joined;
}

import { type Field, valueAt } from '../fields.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';
import { type GateStep, stepsOf } from './gate-steps.ts';
import type { PlacedNumber } from './parameters.ts';
import { isCouplerName, pairOf } from './runcard.ts';

type JsonObject = Record<string, unknown>;

/** Entries of couplers by their names, and what is read of each. */
export interface CouplerSection {
  path: string;
  entries: JsonObject;
  fields: readonly Field[];
}

/** What says between which qubits a coupler is. */
export interface CouplerPairs {
  /** That of a runcard may name couplers. */
  topology?: unknown;
  /** Gates by pair: a step of one names its coupler, or the channel of it. */
  gates?: unknown;
  /** The names of couplers by their channels. */
  channels?: ReadonlyMap<string, string>;
}

/** Numbers of couplers as numbers of their pairs; a coupler whose pair is not stated, or not one pair, is left out. */
export function numbersOfCouplers(
  sections: readonly CouplerSection[],
  of: CouplerPairs,
  qids: ReadonlySet<string>,
  leftOut: LeftOut,
): PlacedNumber[] {
  const pairs = pairsByCoupler(of, qids);
  return sections.flatMap(({ path, entries, fields }) =>
    Object.entries(entries).flatMap(([name, entry]): PlacedNumber[] => {
      const own = { path: `${path}.${name.slice(0, 80)}`, place: `${path}.*` };
      const [id, ...others] = pairs.get(plainName(name)) ?? [];
      const reason = isObject(entry) ? whyWithoutPair(id, others) : 'is not an object';
      if (id === undefined || !isObject(entry) || reason !== undefined) {
        leftOut.add(own.path, reason ?? '', own.place);
        return [];
      }
      return numbersOf(id, entry, fields, own, leftOut);
    }),
  );
}

const whyWithoutPair = (id: string | undefined, others: readonly string[]): string | undefined => {
  if (id === undefined) return 'is a tunable coupler whose pair of qubits is not stated';
  return others.length > 0 ? 'is a tunable coupler of more than one pair of qubits' : undefined;
};

function numbersOf(
  id: string,
  entry: JsonObject,
  fields: readonly Field[],
  own: { path: string; place: string },
  leftOut: LeftOut,
): PlacedNumber[] {
  const read = new Set(fields.map(({ path }) => path.join('.')));
  for (const [name, value] of Object.entries(entry)) {
    const leaves = isObject(value) ? Object.keys(value).map((leaf) => `${name}.${leaf}`) : [name];
    for (const leaf of leaves) {
      if (read.has(leaf) || value === null) continue;
      leftOut.add(`${own.path}.${leaf.slice(0, 80)}`, 'no metric is known for it', `${own.place}.${leaf}`);
    }
  }
  return fields.flatMap((field): PlacedNumber[] => {
    const given = valueAt(entry, field.path);
    const at = field.path.join('.');
    if (given === undefined) return [];
    return [{ kind: 'coupler', id, field, given, path: `${own.path}.${at}`, place: `${own.place}.${at}` }];
  });
}

/** `c0` and `coupler_0` name coupler 0. */
const plainName = (name: string): string => /^(?:c|coupler_)(\d+)$/.exec(name)?.[1] ?? name;

/** The pairs between which each coupler is, by its plain name. */
function pairsByCoupler(of: CouplerPairs, qids: ReadonlySet<string>): Map<string, Set<string>> {
  const pairs = new Map<string, Set<string>>();
  for (const [coupler, pair] of [...namedByTopology(of.topology), ...namedByGates(of)]) {
    const id = pairOf(pair, qids)?.join('-');
    const name = plainName(coupler);
    if (id !== undefined) pairs.set(name, (pairs.get(name) ?? new Set()).add(id));
  }
  return pairs;
}

type CoupledPair = [coupler: string, pair: string];

const namedByTopology = (topology: unknown): CoupledPair[] =>
  (isObject(topology) ? Object.entries(topology) : []).flatMap(([name, pair]): CoupledPair[] =>
    Array.isArray(pair) && pair.length === 2 ? [[name, pair.join('-')]] : [],
  );

const namedByGates = ({ gates, channels }: CouplerPairs): CoupledPair[] =>
  (isObject(gates) ? Object.entries(gates) : []).flatMap(([pair, ofPair]) =>
    Object.values(isObject(ofPair) ? ofPair : {})
      .flatMap((steps) => stepsOf(steps) ?? [])
      .flatMap((step): CoupledPair[] => {
        const name = couplerOf(step, channels);
        return name === undefined ? [] : [[name, pair]];
      }),
  );

const couplerOf = ({ channel, step }: GateStep, channels: CouplerPairs['channels']): string | undefined => {
  if (channel !== undefined) return channels?.get(channel);
  return typeof step.coupler === 'number' || typeof step.coupler === 'string' ? String(step.coupler) : undefined;
};

/** Entries of couplers among those of qubits: the oldest runcards list them as `c0`, `c1`, ... */
export function splitCouplers(entries: JsonObject): { qubits: JsonObject; couplers: JsonObject } {
  const of = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => isWanted(name)));
  return { qubits: of((name) => !isCouplerName(name)), couplers: of(isCouplerName) };
}

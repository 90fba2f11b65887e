import { comparePairs, compareQids } from '../../../chips/rules/coupling-id.ts';
import { compareElements } from '../../../chips/rules/element-order.ts';
import { type ElementKind, isElementKind, targetName } from '../../../chips/rules/target-kinds.ts';
import type { Topology } from '../../../chips/rules/topology/types.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { isOfOtherGate } from '../../../values/rules/gates.ts';
import { differ, directionsDiffer, type JoinedOrders, joinOrders, type ReadingsByMetric } from './join-orders.ts';
import { LeftOut } from './left-out.ts';
import type { ImportedBefore, ImportedTarget, ImportPlan } from './plan.ts';
import { agree, type FoundNumber, merge, type Reading, type Rule, readFitted } from './readings.ts';
import { count, Tally } from './tally.ts';

/** Time of the youngest value or faulty mark, null without any. */
export function newestOf(targets: readonly ImportedTarget[]): string | null {
  const instants = targets.flatMap(({ values, faulty }) => [
    ...Object.values(values).map(({ calibratedAt }) => calibratedAt),
    ...Object.values(faulty),
  ]);
  return instants.reduce<string | null>((newest, at) => (newest === null || at > newest ? at : newest), null);
}

/**
 * Pairs of a target and a metric that the documents name for its kind, without a usable entry. A coupling needs no number of a
 * gate that it does not have (rule METRIC-19).
 * @param targets of one kind, each with the metrics that the documents name for it: true where an entry is usable.
 */
export function countMissing(targets: readonly ReadonlyMap<string, boolean>[]): number {
  const named = [...new Set(targets.flatMap((target) => [...target.keys()]))];
  return targets.reduce((sum, target) => {
    const own = new Set(target.keys());
    return sum + named.filter((metric) => !target.get(metric) && !isOfOtherGate(metric, own)).length;
  }, 0);
}

type Kind = ImportedTarget['kind'];

/** A kind of target in a document other than qubits and couplings. */
type OfElement = { kind: ElementKind; id: string };

interface Gathered {
  kind: Kind;
  id: string;
  readings: ReadingsByMetric;
}

/** A coupling with the readings of the order in which its pair was added, and of the other one. */
interface GatheredPair {
  pair: [string, string];
  /** Added in both orders: each of them is a direction. */
  isTwoWay: boolean;
  orders: Map<string, ReadingsByMetric>;
}

/** A target, and the time that its document is of; a coupling by its pair in either order. */
export interface TargetAt {
  kind: Kind;
  id: string;
  at: string;
}

/** Where an entry is in its document, and what entries of the same kind share (the path without indexes by default). */
export interface EntryPath {
  path: string;
  place?: string;
}

/** A device as its documents name it. */
export interface Device {
  format: string;
  name: string;
  topology: Topology;
}

/** Gathers what the documents of a device say of its targets, in any order, and makes the plan of their import of it. */
export class DeviceReadings {
  readonly #qubits = new Map<string, Gathered>();
  /** Under both orders of their pairs. */
  readonly #couplings = new Map<string, GatheredPair>();
  readonly #elements = new Map<string, Gathered & OfElement>();
  readonly #disagreements = new Tally();
  #read = 0;
  /** Entries of the documents that are not taken over. */
  readonly leftOut = new LeftOut();

  /** A qubit of the device, with or without readings. */
  addQubit(qid: string): void {
    if (!this.#qubits.has(qid)) this.#qubits.set(qid, { kind: 'qubit', id: qid, readings: new Map() });
  }

  /**
   * A coupling of the device, control first if it has a direction; one of both orders is listed smaller qubit first.
   */
  addCoupling([a, b]: [string, string]): void {
    const [id, reversed] = [`${a}-${b}`, `${b}-${a}`];
    const known = this.#couplings.get(id);
    if (known) {
      known.isTwoWay ||= known.pair[0] !== a;
      if (known.isTwoWay) known.pair = compareQids(a, b) <= 0 ? [a, b] : [b, a];
      return;
    }
    const orders = new Map([id, reversed].map((order) => [order, new Map()] as const));
    const coupling: GatheredPair = { pair: [a, b], isTwoWay: false, orders };
    this.#couplings.set(id, coupling);
    this.#couplings.set(reversed, coupling);
  }

  /** A coupler, gate or chain. One without a usable number is not in the plan. */
  addElement({ kind, id }: OfElement): void {
    const element = { kind, id, readings: new Map() };
    if (!this.#elements.has(targetName(element))) this.#elements.set(targetName(element), element);
  }

  /**
   * A number of a target that was added, as its document gives it at `path`, read by the rule of its quantity. Two of one
   * time and of one order of a pair become one: the first that is usable. `place` is what entries of the same kind share.
   */
  addNumber(target: TargetAt, metric: string, found: FoundNumber, rule: Rule, from: EntryPath): void {
    const reading = this.addDerived(target, metric, found, rule);
    if (reading.kind === 'unusable') this.leftOut.add(from.path, reading.reason, from.place);
    else this.#read += 1;
  }

  /** A number that follows from others of the document, which are counted themselves. */
  addDerived({ kind, id, at }: TargetAt, metric: string, found: FoundNumber, rule: Rule): Reading {
    const target = this.#readingsOf(kind, id);
    if (!target) throw new RangeError(`${kind} ${id} was not added`);
    const reading = readFitted(describeMetric(metric, kind), found, rule, at);
    const readings = target.get(metric) ?? [];
    const same = readings.findIndex((other) => other.at === at);
    const [other] = same === -1 ? [] : readings.splice(same, 1);
    if (other && differ(other, reading)) this.#disagreements.add(metric);
    target.set(metric, [...readings, other ? merge(other, reading) : reading]);
    return reading;
  }

  /** A coupler has the id of its coupling. */
  #idOf({ kind, id }: OfElement): string {
    return (kind === 'coupler' && this.#couplings.get(id)?.pair.join('-')) || id;
  }

  #readingsOf(kind: Kind, id: string): ReadingsByMetric | undefined {
    if (isElementKind(kind)) return this.#elements.get(targetName({ kind, id }))?.readings;
    return kind === 'qubit' ? this.#qubits.get(id)?.readings : this.#couplings.get(id)?.orders.get(id);
  }

  /** Qids in their order. */
  get qids(): string[] {
    return [...this.#qubits.keys()].sort(compareQids);
  }

  /** Pairs in the order of all lists of couplings. */
  get pairs(): [string, string][] {
    return [...new Set(this.#couplings.values())].map(({ pair }) => pair).sort(comparePairs);
  }

  /** The plan, its values dated by their documents (rule IMPORT-7). */
  plan({ format, name, topology }: Device, warnings: readonly string[] = []): ImportPlan {
    const qubits = this.qids.flatMap((qid) => this.#qubits.get(qid) ?? []);
    const joined = this.pairs.map((pair) => this.#joined(pair));
    const couplings = joined.map(({ id, readings }): Gathered => ({ kind: 'coupling', id, readings }));
    const elements = [...this.#elements.values()]
      .map((element) => targetOf({ ...element, id: this.#idOf(element) }))
      .filter(({ values, faulty }) => Object.keys({ ...values, ...faulty }).length > 0)
      .sort(compareElements);
    const targets = [...[...qubits, ...couplings].map(targetOf), ...elements];
    return {
      format,
      deviceName: name,
      topology,
      targets,
      faulty: targets.reduce((sum, { faulty }) => sum + Object.keys(faulty).length, 0),
      missing: missingOf(qubits) + missingOf(couplings),
      warnings: [...warnings, ...this.#warnings(), ...directionWarnings(joined)],
      read: this.#read,
      leftOut: this.leftOut.rows(),
      newestAt: newestOf(targets),
      datedBy: 'document',
    };
  }

  #joined([a, b]: [string, string]): JoinedOrders & { id: string } {
    const [id, reversed] = [`${a}-${b}`, `${b}-${a}`];
    const { orders, isTwoWay = false } = this.#couplings.get(id) ?? {};
    return { id, ...joinOrders(orders?.get(id) ?? new Map(), orders?.get(reversed) ?? new Map(), isTwoWay) };
  }

  #warnings(): string[] {
    return this.#disagreements
      .entries()
      .map(([key, number]) => `${key}: ${count(number, 'target')} with two different numbers; the first was kept`);
  }
}

function directionWarnings(joined: readonly JoinedOrders[]): string[] {
  const [both, one] = [new Tally(), new Tally()];
  for (const { differing, unnamed } of joined) {
    for (const metric of differing) both.add(metric);
    for (const metric of unnamed) one.add(metric);
  }
  return [
    ...both.entries().map(([key, number]) => directionsDiffer(key, number)),
    ...one
      .entries()
      .map(([key, number]) => `${key}: the name is too long for a second direction of ${count(number, 'coupling')}`),
  ];
}

/** The newest usable reading of each metric, and those before it that differ from the one that they follow. */
function targetOf({ kind, id, readings }: Gathered): ImportedTarget {
  const target: ImportedTarget = { kind, id, values: {}, faulty: {} };
  const before: ImportedBefore[] = [];
  for (const [metric, found] of [...readings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const changes = changesOf(found);
    const newest = changes.pop();
    if (!newest) continue;
    before.push(...changes.map((change) => ({ metric, ...entryOf(change) })));
    if (newest.kind === 'faulty') target.faulty[metric] = newest.at;
    else target.values[metric] = importedValue(newest);
  }
  if (before.length > 0) target.before = before;
  return target;
}

type Usable = Exclude<Reading, { kind: 'unusable' }>;

/** Usable readings by time, without those that repeat the one before: a copied number was not measured again. */
function changesOf(readings: readonly Reading[]): Usable[] {
  const usable = readings.filter((reading) => reading.kind !== 'unusable').sort((a, b) => (a.at < b.at ? -1 : 1));
  return usable.filter((reading, n) => {
    const previous = usable[n - 1];
    return !previous || !agree(previous, reading);
  });
}

const importedValue = ({ value, unit, at, error }: Extract<Reading, { kind: 'value' }>) => ({
  value,
  unit,
  calibratedAt: at,
  ...(error === undefined ? {} : { error }),
});

const entryOf = (reading: Usable): Omit<ImportedBefore, 'metric'> =>
  reading.kind === 'faulty'
    ? { value: null, unit: '', at: reading.at }
    : {
        value: reading.value,
        unit: reading.unit,
        at: reading.at,
        ...(reading.error === undefined ? {} : { error: reading.error }),
      };

/** The readings of a target, of which a metric without a usable one is missing. */
const missingOf = (targets: readonly Gathered[]): number =>
  countMissing(
    targets.map(
      ({ readings }) =>
        new Map(
          [...readings].map(([metric, found]) => [metric, found.some(({ kind }) => kind !== 'unusable')] as const),
        ),
    ),
  );

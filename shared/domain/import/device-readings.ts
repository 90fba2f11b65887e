import { comparePairs, compareQids } from '../coupling-id.ts';
import { describeMetric } from '../metrics/catalogue.ts';
import type { Topology } from '../topology/types.ts';
import { LeftOut } from './left-out.ts';
import { countMissing } from './missing.ts';
import { newestOf } from './newest.ts';
import type { ImportedBefore, ImportedTarget, ImportPlan } from './plan.ts';
import { agree, type FoundNumber, merge, type Reading, type Rule, readFitted } from './readings.ts';
import { count, Tally } from './tally.ts';

type Kind = ImportedTarget['kind'];

interface Gathered {
  kind: Kind;
  id: string;
  readings: Map<string, Reading[]>;
}

/** A target, and the time that its document is of. */
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
  readonly #couplings = new Map<string, Gathered & { pair: [string, string] }>();
  readonly #disagreements = new Tally();
  #read = 0;
  /** Entries of the documents that are not taken over. */
  readonly leftOut = new LeftOut();

  /** A qubit of the device, with or without readings. */
  addQubit(qid: string): void {
    if (!this.#qubits.has(qid)) this.#qubits.set(qid, { kind: 'qubit', id: qid, readings: new Map() });
  }

  /** A coupling of the device, control first where it has a direction. */
  addCoupling(pair: [string, string]): void {
    const id = pair.join('-');
    if (!this.#couplings.has(id)) this.#couplings.set(id, { kind: 'coupling', id, pair, readings: new Map() });
  }

  /**
   * A number of a target that was added, as its document gives it at `path`, read by the rule of its quantity. Two of one
   * time, as of a pair in both directions, become one (rule IMPORT-3): the first that is usable. `place` is what
   * entries of the same kind share.
   */
  addNumber(target: TargetAt, metric: string, found: FoundNumber, rule: Rule, from: EntryPath): void {
    const reading = this.addDerived(target, metric, found, rule);
    if (reading.kind === 'unusable') this.leftOut.add(from.path, reading.reason, from.place);
    else this.#read += 1;
  }

  /** A number that follows from others of the document, which are counted themselves. */
  addDerived({ kind, id, at }: TargetAt, metric: string, found: FoundNumber, rule: Rule): Reading {
    const target = (kind === 'qubit' ? this.#qubits : this.#couplings).get(id);
    if (!target) throw new RangeError(`${kind} ${id} was not added`);
    const reading = readFitted(describeMetric(metric, kind), found, rule, at);
    const readings = target.readings.get(metric) ?? [];
    const same = readings.findIndex((other) => other.at === at);
    const [other] = same === -1 ? [] : readings.splice(same, 1);
    if (other && other.kind !== 'unusable' && reading.kind !== 'unusable' && !agree(other, reading)) {
      this.#disagreements.add(metric);
    }
    target.readings.set(metric, [...readings, other ? merge(other, reading) : reading]);
    return reading;
  }

  /** Qids in their order. */
  get qids(): string[] {
    return [...this.#qubits.keys()].sort(compareQids);
  }

  /** Pairs in the order of all lists of couplings. */
  get pairs(): [string, string][] {
    return [...this.#couplings.values()].map(({ pair }) => pair).sort(comparePairs);
  }

  /** The plan, its values dated by their documents (rule IMPORT-7). */
  plan({ format, name, topology }: Device, warnings: readonly string[] = []): ImportPlan {
    const qubits = this.qids.flatMap((qid) => this.#qubits.get(qid) ?? []);
    const couplings = this.pairs.flatMap((pair) => this.#couplings.get(pair.join('-')) ?? []);
    const targets = [...qubits, ...couplings].map(targetOf);
    return {
      format,
      deviceName: name,
      topology,
      targets,
      faulty: targets.reduce((sum, { faulty }) => sum + Object.keys(faulty).length, 0),
      missing: missingOf(qubits) + missingOf(couplings),
      warnings: [...warnings, ...this.#warnings()],
      read: this.#read,
      leftOut: this.leftOut.rows(),
      newestAt: newestOf(targets),
      datedBy: 'document',
    };
  }

  #warnings(): string[] {
    return this.#disagreements
      .entries()
      .map(([key, number]) => `${key}: ${count(number, 'target')} with two different numbers; the first was kept`);
  }
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

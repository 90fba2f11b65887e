import type { Fact, Facts } from './facts.ts';

/** How two services differ in a fact. */
export type Kind = 'differs' | 'only in QDash' | 'only in Fiducial' | 'answered differently';

/** One difference; a side without the fact is null. */
export interface Example {
  subject: string;
  qdash: Fact | null;
  fiducial: Fact | null;
}

/** Differences of one kind in one field. */
export interface DifferenceGroup {
  /** What was read, such as `qubits`. */
  read: string;
  /** Null if the subject as a whole is on one side only, or was not answered. */
  field: string | null;
  kind: Kind;
  count: number;
  /** The first ones. */
  examples: Example[];
}

/** Collects differences in groups, with the first examples of each. */
export class Differences {
  readonly #groups = new Map<string, DifferenceGroup>();
  readonly #mostExamples: number;
  /** Facts that both sides have. */
  compared = 0;

  constructor(mostExamples: number) {
    this.#mostExamples = mostExamples;
  }

  /** The groups, the largest first. */
  get groups(): DifferenceGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }

  add(read: string, field: string | null, kind: Kind, example: Example): void {
    const key = JSON.stringify([read, field, kind]);
    const group = this.#groups.get(key) ?? { read, field, kind, count: 0, examples: [] };
    this.#groups.set(key, group);
    group.count += 1;
    if (group.examples.length < this.#mostExamples) group.examples.push(example);
  }

  /** Compares the facts of the same read. A subject that one side does not have is one difference. */
  compare(read: string, qdash: Facts, fiducial: Facts): void {
    for (const subject of new Set([...qdash.keys(), ...fiducial.keys()])) {
      const [theirs, ours] = [qdash.get(subject), fiducial.get(subject)];
      if (theirs && ours) this.#compareFields(read, subject, theirs, ours);
      else
        this.add(read, null, theirs ? 'only in QDash' : 'only in Fiducial', { subject, qdash: null, fiducial: null });
    }
  }

  #compareFields(read: string, subject: string, theirs: Map<string, Fact>, ours: Map<string, Fact>): void {
    for (const field of new Set([...theirs.keys(), ...ours.keys()])) {
      const [qdash = null, fiducial = null] = [theirs.get(field), ours.get(field)];
      if (qdash !== null && fiducial !== null) this.compared += 1;
      if (isSame(qdash, fiducial)) continue;
      const kind = qdash === null ? 'only in Fiducial' : fiducial === null ? 'only in QDash' : 'differs';
      this.add(read, lastPart(field), kind, { subject: `${subject} ${field}`, qdash, fiducial });
    }
  }
}

/** Numbers may have been converted to another unit and back. */
const tolerance = 1e-9;

function isSame(a: Fact | null, b: Fact | null): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return a === b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}

/** `t1.value` and `t2_echo.value` are one group. */
const lastPart = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

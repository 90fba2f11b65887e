import type { IndexedLayout } from './chip-layout.ts';
import type { Named, TargetChoice } from './document.ts';
import type { FlowProblem } from './problems.ts';
import type { RunRequest } from './run-request.ts';

/** Qubits and couplings. */
export interface Targets {
  qids: ReadonlySet<string>;
  couplingIds: ReadonlySet<string>;
}

/** Most qubits that a range may stand for. */
const RANGE_LIMIT = 4096;

/**
 * Looks names up on a chip and reports those that it lacks, each name once however many stages share it.
 */
export class TargetFinder {
  readonly problems: FlowProblem[] = [];
  readonly #layout: IndexedLayout;
  readonly #reported = new Set<Named>();

  constructor(layout: IndexedLayout) {
    this.#layout = layout;
  }

  /**
   * The targets that a choice stands for: qubits by id, range (`0..15`) or mux; couplings by id, else those between
   * chosen qubits; qubits, where only couplings are chosen, those of the couplings. No choice is the whole chip.
   */
  choose(choice: TargetChoice | undefined): Targets {
    const { qubits, muxes, couplings, exclude = [] } = choice ?? {};
    const chosenCouplings = couplings === undefined ? undefined : this.#couplings(couplings);
    const named = qubits !== undefined || muxes !== undefined;
    const qids = named
      ? new Set([...this.#qubits(qubits ?? []), ...this.#muxes(muxes ?? [])])
      : new Set(chosenCouplings ? this.#ends(chosenCouplings) : this.#layout.qids);
    const couplingIds = chosenCouplings ?? this.#between(qids);
    return this.#without({ qids, couplingIds }, this.#excluded(exclude));
  }

  /** What stays of targets when a run was asked for fewer. */
  narrow(targets: Targets, request: RunRequest): Targets {
    const { qids, muxIds, couplingIds, excludeQids } = request;
    const named = qids !== undefined || muxIds !== undefined;
    const only = named ? new Set([...this.#qubits(qids ?? []), ...this.#muxes(muxIds ?? [])]) : undefined;
    const onlyCouplings = couplingIds && this.#couplings(couplingIds);
    const narrowed = {
      qids: new Set([...targets.qids].filter((qid) => only?.has(qid) ?? true)),
      couplingIds: new Set(
        [...targets.couplingIds].filter(
          (id) =>
            (onlyCouplings?.has(id) ?? true) &&
            (only === undefined || this.#layout.qubitsOf(id).every((qid) => only.has(qid))),
        ),
      ),
    };
    return this.#without(narrowed, { qids: this.#qubits(excludeQids), couplingIds: new Set() });
  }

  #excluded(exclude: readonly Named[]): Targets {
    // A text that is not a coupling of the chip is looked up, and reported, as a qubit.
    const isCoupling = ({ text }: Named) => !this.#layout.hasQubit(text) && this.#layout.couplingOf(text) !== undefined;
    return {
      qids: this.#qubits(exclude.filter((name) => !isCoupling(name))),
      couplingIds: this.#couplings(exclude.filter(isCoupling)),
    };
  }

  /** A coupling goes with either of its qubits. */
  #without(targets: Targets, excluded: Targets): Targets {
    return {
      qids: new Set([...targets.qids].filter((qid) => !excluded.qids.has(qid))),
      couplingIds: new Set(
        [...targets.couplingIds].filter(
          (id) => !excluded.couplingIds.has(id) && !this.#layout.qubitsOf(id).some((qid) => excluded.qids.has(qid)),
        ),
      ),
    };
  }

  #qubits(names: 'all' | readonly Named[]): Set<string> {
    if (names === 'all') return new Set(this.#layout.qids);
    return new Set(
      names.flatMap((name) =>
        this.#expanded(name).filter((qid) => {
          if (this.#layout.hasQubit(qid)) return true;
          this.#missing(name, `Qubit '${qid}'`);
          return false;
        }),
      ),
    );
  }

  /** A range of numbers as its qubits, unless a qubit has exactly that name. */
  #expanded({ text }: Named): string[] {
    const range = /^(\d{1,4})\.\.(\d{1,4})$/.exec(text);
    if (!range || this.#layout.hasQubit(text)) return [text];
    const [first, last] = [Number(range[1]), Number(range[2])];
    const length = last - first + 1;
    if (length < 1 || length > RANGE_LIMIT) return [text];
    return Array.from({ length }, (_, n) => String(first + n));
  }

  #muxes(names: 'all' | readonly Named[]): Set<string> {
    if (names === 'all') return new Set(this.#layout.qids.filter((qid) => this.#layout.hasMuxOf(qid)));
    return new Set(
      names.flatMap((name) => {
        const qids = this.#layout.muxQubits(name.text);
        if (!qids) this.#missing(name, `Mux '${name.text}'`);
        return qids ?? [];
      }),
    );
  }

  #couplings(names: 'all' | readonly Named[]): Set<string> {
    if (names === 'all') return new Set(this.#layout.couplingIds);
    return new Set(
      names.flatMap((name) => {
        const id = this.#layout.couplingOf(name.text);
        if (id === undefined) this.#missing(name, `Coupling '${name.text}'`);
        return id ?? [];
      }),
    );
  }

  #ends(couplings: ReadonlySet<string>): string[] {
    return [...couplings].flatMap((id) => this.#layout.qubitsOf(id));
  }

  #between(qids: ReadonlySet<string>): Set<string> {
    return new Set(this.#layout.couplingIds.filter((id) => this.#layout.qubitsOf(id).every((qid) => qids.has(qid))));
  }

  #missing(name: Named, what: string): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    const message = `${what} not found in chip '${this.#layout.chipId}'`;
    this.problems.push({ place: name.place, message, path: name.path });
  }
}

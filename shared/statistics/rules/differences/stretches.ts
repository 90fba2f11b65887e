/** The bounds of a cool-down. */
interface Period {
  startedAt: string;
  endedAt?: string | undefined;
}

/** A part of time within which values are of one series; open at either end when absent. */
export interface Stretch {
  from: string | undefined;
  through: string | undefined;
}

const oneLater = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();
const oneEarlier = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/**
 * Time, cut where a cool-down of a chip begins and behind where it ends: what lies in one part was measured in one cool-down,
 * or between two of them (rule DIFF-3).
 */
export class Stretches {
  readonly #cuts: readonly string[];

  constructor(cooldowns: readonly Period[]) {
    const cuts = cooldowns.flatMap(({ startedAt, endedAt }) => [
      startedAt,
      ...(endedAt === undefined ? [] : [oneLater(endedAt)]),
    ]);
    this.#cuts = [...new Set(cuts)].sort();
  }

  /** The position of the part that holds an instant. */
  indexOf(instant: string): number {
    return this.#cuts.filter((cut) => cut <= instant).length;
  }

  at(index: number): Stretch {
    const end = this.#cuts[index];
    return { from: this.#cuts[index - 1], through: end === undefined ? undefined : oneEarlier(end) };
  }
}

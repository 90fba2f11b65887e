/** Counts by name, in the order of the names, so that warnings do not depend on the order of a document. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Counts one more, or `by` more, of `name`. */
  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  /** The count of `name`, 0 if it was never counted. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** All names with their counts, sorted by name. */
  entries(): [string, number][] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** `1 qubit`, `2 qubits`; a plural that needs more than an s is given. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : nouns}`;
}

/** One kind of entry that an import does not take over. */
export interface LeftOutEntries {
  /** Why, as it follows the name of the entry: `has no date`. */
  reason: string;
  /** Where the first of them is, such as `props.qubits[1][0].date`. */
  path: string;
  count: number;
}

/** Most kinds that are listed one by one; further ones share one row. */
const mostKinds = 200;

/**
 * Collects the entries of documents that are left out. Entries of one reason at the same kind of place are one row, in an
 * order that does not depend on the order of the documents.
 */
export class LeftOut {
  readonly #rows = new Map<string, LeftOutEntries>();

  /**
   * Counts an entry that is left out.
   * @param place what entries of the same kind share, such as `props.qubits[].date`; by default the path without its indexes.
   */
  add(path: string, reason: string, place = path.replaceAll(/\[\d+\]/g, '[]')): undefined {
    const key = JSON.stringify([place, reason]);
    const row = this.#rows.get(key);
    if (!row) this.#rows.set(key, { reason, path, count: 1 });
    else this.#rows.set(key, { reason, path: earlier(path, row.path), count: row.count + 1 });
  }

  /**
   * Counts the fields of an object that are not read, each name a kind of its own.
   * @param place what objects of the same kind share, as of `add`.
   */
  addUnread(
    object: Readonly<Record<string, unknown>>,
    read: ReadonlySet<string>,
    path: string,
    place = path.replaceAll(/\[\d+\]/g, '[]'),
  ): void {
    for (const name of Object.keys(object)) {
      const shown = name.slice(0, 80);
      if (!read.has(name)) this.add(`${path}.${shown}`, 'is not read', `${place}.${shown}`);
    }
  }

  /** All rows by their paths; what is beyond 200 kinds is counted in a last one. */
  rows(): LeftOutEntries[] {
    const rows = [...this.#rows.values()].sort(
      (a, b) => compareTexts(a.path, b.path) || compareTexts(a.reason, b.reason),
    );
    const [told, rest] = [rows.slice(0, mostKinds), rows.slice(mostKinds)];
    const [first] = rest;
    if (!first) return told;
    const count = rest.reduce((sum, row) => sum + row.count, 0);
    return [...told, { reason: `and ${rest.length} kinds more`, path: first.path, count }];
  }
}

const earlier = (a: string, b: string): string => (compareTexts(a, b) < 0 ? a : b);

/** Numbers within texts by their value, so that `[2]` comes before `[10]`; all else by code unit. */
function compareTexts(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => text.replaceAll(/\d+/g, (digits) => digits.padStart(12, '0')));
  if (one === other) return a < b ? -1 : a > b ? 1 : 0;
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

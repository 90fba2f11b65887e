import { compareTexts, type Image } from './values.ts';

/** The position of an item in a table or index: its partition, its sort key, and a tie-breaker. */
export interface Place {
  pk: string;
  sk: string;
  tie: string;
}

interface Entry extends Place {
  item: Image;
}

/** Items by partition, each in the order of its sort keys. */
export class Partitions {
  readonly #entries = new Map<string, Entry[]>();

  /** A copy that shares the items. */
  clone(): Partitions {
    const copy = new Partitions();
    for (const [pk, entries] of this.#entries) copy.#entries.set(pk, [...entries]);
    return copy;
  }

  get(place: Place): Image | undefined {
    const entries = this.#entries.get(place.pk) ?? [];
    const found = entries[indexOf(entries, place)];
    return found && compare(found, place) === 0 ? found.item : undefined;
  }

  set(place: Place, item: Image): void {
    const entries = this.#entries.get(place.pk) ?? [];
    this.#entries.set(place.pk, entries);
    const at = indexOf(entries, place);
    const isThere = entries[at] !== undefined && compare(entries[at], place) === 0;
    entries.splice(at, isThere ? 1 : 0, { ...place, item });
  }

  delete(place: Place): void {
    const entries = this.#entries.get(place.pk) ?? [];
    const at = indexOf(entries, place);
    if (entries[at] && compare(entries[at], place) === 0) entries.splice(at, 1);
  }

  /** The items of a partition after a place, in either direction. */
  *walk(pk: string, after: Place | undefined, descending: boolean): Generator<Entry> {
    const entries = [...(this.#entries.get(pk) ?? [])];
    if (descending) entries.reverse();
    for (const entry of entries) {
      const order = after ? compare(entry, after) : 1;
      if (after && (descending ? order >= 0 : order <= 0)) continue;
      yield entry;
    }
  }

  /** Every item, partition by partition. */
  *all(): Generator<Image> {
    for (const entries of this.#entries.values()) for (const { item } of entries) yield item;
  }
}

const compare = (a: Place, b: Place): number => compareTexts(a.sk, b.sk) || compareTexts(a.tie, b.tie);

/** The index of the first entry at or after a place. */
function indexOf(entries: readonly Entry[], place: Place): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(entries[middle] as Entry, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

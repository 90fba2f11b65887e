import { type IndexDefinition, slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { Partitions, type Place } from './partitions.ts';
import type { Image } from './values.ts';

/** A write that the index does not show yet. */
interface Waiting {
  key: string;
  before: Image | undefined;
  after: Image | undefined;
  /** It is visible from this instant on. */
  due: number;
}

/** A global secondary index that shows each write with a delay. Writes of one item become visible in order. */
export class LateIndex {
  readonly definition: IndexDefinition;
  readonly #shown: Partitions;
  #waiting: Waiting[] = [];

  constructor(definition: IndexDefinition, shown = new Partitions()) {
    this.definition = definition;
    this.#shown = shown;
  }

  /** Copies an index without pending writes. */
  clone(): LateIndex {
    this.show(Number.POSITIVE_INFINITY);
    return new LateIndex(this.definition, this.#shown.clone());
  }

  /** A write without `due` is visible at once, after earlier writes of its item. */
  write(key: string, before: Image | undefined, after: Image | undefined, due: number | undefined): void {
    if (!this.placeOf(before) && !this.placeOf(after)) return;
    const earlier = this.#waiting.findLast((one) => one.key === key);
    if (due === undefined && !earlier) this.#apply({ before, after });
    else this.#waiting.push({ key, before, after, due: Math.max(due ?? 0, earlier?.due ?? 0) });
  }

  /** The content that is visible at an instant. */
  show(now: number): Partitions {
    if (this.#waiting.length === 0) return this.#shown;
    const late: Waiting[] = [];
    for (const change of this.#waiting)
      if (change.due > now) late.push(change);
      else this.#apply(change);
    this.#waiting = late;
    return this.#shown;
  }

  /** The position of an item; undefined for one that lacks a key of the index. */
  placeOf(item: Image | undefined): Place | undefined {
    const pk = item?.[this.definition.partitionKey]?.S;
    const sk = item?.[this.definition.sortKey]?.S;
    if (!item || pk === undefined || sk === undefined) return undefined;
    return { pk, sk, tie: JSON.stringify([item.pk?.S, item.sk?.S]) };
  }

  /** The projection of an item in the index. */
  project(item: Image): Image {
    const { projection, partitionKey, sortKey } = this.definition;
    if (projection === 'all') return item;
    const { partitionKey: pk, sortKey: sk } = tableDefinition;
    const carried = [pk, sk, partitionKey, sortKey, ...slimAttributes];
    return Object.fromEntries(carried.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
  }

  #apply({ before, after }: Pick<Waiting, 'before' | 'after'>): void {
    const left = this.placeOf(before);
    if (left) this.#shown.delete(left);
    const place = this.placeOf(after);
    if (place && after) this.#shown.set(place, this.project(after));
  }
}

import { type IndexDefinition, slimAttributes, tableDefinition } from '#shared/store/dynamodb/table.ts';
import { Partitions, type Place } from './partitions.ts';
import type { Image } from './values.ts';

/** A write that the index does not show yet. */
interface Waiting {
  key: string;
  before: Image | undefined;
  after: Image | undefined;
  /** It is shown from this instant on. */
  due: number;
}

/** A global secondary index, which shows each write some time after it. Writes of one item are shown in their order. */
export class LateIndex {
  readonly definition: IndexDefinition;
  readonly #shown: Partitions;
  #waiting: Waiting[] = [];

  constructor(definition: IndexDefinition, shown = new Partitions()) {
    this.definition = definition;
    this.#shown = shown;
  }

  /** A copy of an index that shows everything. */
  clone(): LateIndex {
    this.show(Number.POSITIVE_INFINITY);
    return new LateIndex(this.definition, this.#shown.clone());
  }

  /** A write without `due` is shown at once, after those of its item that wait. */
  write(key: string, before: Image | undefined, after: Image | undefined, due: number | undefined): void {
    if (!this.placeOf(before) && !this.placeOf(after)) return;
    const earlier = this.#waiting.findLast((one) => one.key === key);
    if (due === undefined && !earlier) this.#apply({ before, after });
    else this.#waiting.push({ key, before, after, due: Math.max(due ?? 0, earlier?.due ?? 0) });
  }

  /** What is shown at an instant. */
  show(now: number): Partitions {
    if (this.#waiting.length === 0) return this.#shown;
    const late: Waiting[] = [];
    for (const change of this.#waiting)
      if (change.due > now) late.push(change);
      else this.#apply(change);
    this.#waiting = late;
    return this.#shown;
  }

  /** Where an item stands; undefined for one that lacks a key of the index. */
  placeOf(item: Image | undefined): Place | undefined {
    const pk = item?.[this.definition.partitionKey]?.S;
    const sk = item?.[this.definition.sortKey]?.S;
    if (!item || pk === undefined || sk === undefined) return undefined;
    return { pk, sk, tie: JSON.stringify([item.pk?.S, item.sk?.S]) };
  }

  /** What the index carries of an item. */
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

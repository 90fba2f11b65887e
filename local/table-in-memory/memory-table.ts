import { isDeepStrictEqual } from 'node:util';
import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { LateIndex } from './late-index.ts';
import { Partitions, type Place } from './partitions.ts';
import type { Image } from './values.ts';

/** A write as the stream reports it. */
export interface Written {
  /** Counted from 1. */
  sequence: number;
  pk: string;
  sk: string;
  before: Image | undefined;
  after: Image | undefined;
}

/** The service's table in memory: items, delayed indexes, and the stream. Every call is atomic and synchronous. */
export class MemoryTable {
  readonly stream: Written[] = [];
  /** Transactions by token. A repeated one is not applied again. */
  readonly transactions = new Map<string, TransactWriteItemsCommandInput['TransactItems']>();
  /** Most items of a page, in place of DynamoDB's megabyte. */
  pageItems = Number.POSITIVE_INFINITY;
  /** The current time, and how long indexes hide a new write; in milliseconds. */
  clock: () => number = () => 0;
  lag: () => number = () => 0;
  /** Number of executed calls. */
  calls = 0;
  readonly #items: Partitions;
  readonly #indexes: readonly LateIndex[];

  constructor(
    items = new Partitions(),
    indexes: readonly LateIndex[] = tableDefinition.indexes.map((one) => new LateIndex(one)),
  ) {
    this.#items = items;
    this.#indexes = indexes;
  }

  /** A table with the same items and an empty stream. */
  clone(): MemoryTable {
    return new MemoryTable(
      this.#items.clone(),
      this.#indexes.map((index) => index.clone()),
    );
  }

  get(pk: string, sk: string): Image | undefined {
    return this.#items.get(placeOf(pk, sk));
  }

  /** Puts an item, or none, at a key. */
  write(pk: string, sk: string, after: Image | undefined): void {
    const before = this.get(pk, sk);
    if (after) this.#items.set(placeOf(pk, sk), after);
    else this.#items.delete(placeOf(pk, sk));
    const key = JSON.stringify([pk, sk]);
    const [now, lag] = [this.clock(), this.lag()];
    const due = lag > 0 ? now + lag : undefined;
    for (const index of this.#indexes) index.write(key, before, after, due);
    // A write without a change is not reported.
    if (isDeepStrictEqual(before, after)) return;
    this.stream.push({ sequence: this.stream.length + 1, pk, sk, before, after });
  }

  /** The source of a query: the table, or an index with its delay. */
  source(indexName: string | undefined): { items: Partitions; placeOf: (item: Image) => Place; partitionKey: string } {
    if (indexName === undefined)
      return { items: this.#items, placeOf: placeOfItem, partitionKey: tableDefinition.partitionKey };
    const index = this.#indexes.find(({ definition }) => definition.name === indexName);
    if (!index) throw new Error(`The table has no index ${indexName}`);
    const place = (item: Image) => index.placeOf(item) ?? placeOfItem(item);
    return { items: index.show(this.clock()), placeOf: place, partitionKey: index.definition.partitionKey };
  }

  /** The items of a partition, in order. */
  partition(pk: string): Image[] {
    return [...this.#items.walk(pk, undefined, false)].map(({ item }) => item);
  }

  /** Every item. */
  all(): Image[] {
    return [...this.#items.all()];
  }
}

const placeOf = (pk: string, sk: string): Place => ({ pk, sk, tie: '' });

const placeOfItem = (item: Image): Place => placeOf(item.pk?.S ?? '', item.sk?.S ?? '');

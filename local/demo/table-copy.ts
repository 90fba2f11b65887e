import { randomUUID } from 'node:crypto';
import {
  type DynamoDBClient,
  paginateScan,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { LoadLog, LoggedWrite } from '#local/demo/load-log.ts';
import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';

/** Many more than an unused service has. */
const mostItems = 500;
/** DynamoDB's limit. The engine needs little more time for a full transaction than for a single item. */
const itemsOfTransaction = 100;
/** After so many checks without a change, an item is considered final. */
const looksUnchanged = 6;

const keyOf = ({ pk, sk }: { pk: string; sk: string }): string => JSON.stringify([pk, sk]);

const placeOf = ({ pk, sk }: Image): { pk: string; sk: string } => ({ pk: pk?.S ?? '', sk: sk?.S ?? '' });

/** Returns all items of an unused table; undefined if there are more than expected. */
export async function readUnused(client: DynamoDBClient, tableName: string): Promise<Image[] | undefined> {
  const items: Image[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    items.push(...(page.Items ?? []));
    if (items.length > mostItems) return undefined;
  }
  return items;
}

/**
 * Copies changes of a table in memory to a real table while they continue: items that have been stable for a while at
 * once, the rest at the end. The real table must contain only the initial items and what was copied.
 */
export class TableCopy {
  readonly #target: { client: DynamoDBClient; tableName: string };
  readonly #table: MemoryTable;
  readonly #isLast: (image: Image) => boolean;
  readonly #log: Pick<LoadLog, 'append' | 'remove'>;
  /** The content of the real table, by key. */
  readonly #written: Map<string, Image>;
  /** Keys that are new in the real table. The log needs each of them once. */
  readonly #added = new Set<string>();
  /** The check at which an item last changed, by key, least recent first. */
  readonly #changed = new Map<string, Place>();
  #looks = 0;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param before the initial items of both tables.
   * @param isLast whether an item is copied only after all others.
   * @param log receives every transaction before it is sent.
   */
  constructor(
    target: { client: DynamoDBClient; tableName: string },
    table: MemoryTable,
    {
      before,
      isLast,
      log,
    }: { before: readonly Image[]; isLast: (image: Image) => boolean; log: Pick<LoadLog, 'append' | 'remove'> },
  ) {
    this.#target = target;
    this.#log = log;
    this.#table = table;
    this.#isLast = isLast;
    this.#written = new Map(before.map((image) => [keyOf(placeOf(image)), image]));
    for (const image of before) {
      const { pk, sk } = placeOf(image);
      table.write(pk, sk, image);
    }
    table.stream.length = 0;
  }

  /** Checks for changes since the last call, and starts to copy stable items. `now`: see `finish`. */
  look(now: Date): void {
    this.#looks += 1;
    for (const { pk, sk } of this.#table.stream) {
      const key = keyOf({ pk, sk });
      this.#changed.delete(key);
      this.#changed.set(key, { look: this.#looks, pk, sk });
    }
    // The stream would keep every version of every item.
    this.#table.stream.length = 0;
    const due: Place[] = [];
    for (const [key, place] of this.#changed) {
      if (place.look > this.#looks - looksUnchanged) break;
      // The item stays among the changed ones and waits for the end.
      if (this.#waits(place)) continue;
      this.#changed.delete(key);
      due.push(place);
    }
    this.#begin(due, now);
  }

  /**
   * Copies the rest, except what has expired by `now`.
   * @throws TransactionCanceledException if another client has written one of the items.
   */
  async finish(now: Date): Promise<void> {
    this.look(now);
    const left = [...this.#changed.values()];
    this.#begin(
      left.filter((place) => !this.#waits(place)),
      now,
    );
    this.#begin(
      left.filter((place) => this.#waits(place)),
      now,
      true,
    );
    await this.#writing;
  }

  #waits({ pk, sk }: Place): boolean {
    const image = this.#table.get(pk, sk);
    return image !== undefined && this.#isLast(image);
  }

  /** Queues a copy of the current items at some places. */
  #begin(places: readonly Place[], now: Date, isLast = false): void {
    const writes = places.map(({ pk, sk }) => ({ pk, sk, image: this.#table.get(pk, sk) }));
    this.#writing = this.#writing.then(() => this.#write(writes, now, isLast));
    // The error is reported by `finish`.
    this.#writing.catch(() => undefined);
  }

  async #write(changes: readonly Change[], now: Date, isLast: boolean): Promise<void> {
    const writes = changes.flatMap((change) => {
      const write = this.#writeOf(change, now);
      return write ? [{ write, change }] : [];
    });
    for (let from = 0; from < writes.length; from += itemsOfTransaction)
      await this.#send(writes.slice(from, from + itemsOfTransaction), isLast);
    for (const { pk, sk, image } of changes) {
      const key = keyOf({ pk, sk });
      // Expired items are not written, so the old item remains.
      if (image && hasExpired(image, now)) continue;
      if (image) this.#written.set(key, image);
      else this.#written.delete(key);
    }
  }

  async #send(writes: readonly { write: TransactWriteItem; change: Change }[], isLast: boolean): Promise<void> {
    const logged = this.#log.append(
      writes.flatMap(({ change }) => this.#loggedOf(change) ?? []),
      isLast,
    );
    try {
      const TransactItems = writes.map(({ write }) => write);
      // If the first attempt succeeded but its answer was lost, the retry must not fail.
      const ClientRequestToken = randomUUID();
      await this.#target.client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));
    } catch (error) {
      // Only in this case is it certain that nothing was written.
      if (error instanceof TransactionCanceledException) this.#log.remove(logged);
      throw error;
    }
  }

  /** Undefined if the log already contains the item. */
  #loggedOf({ pk, sk, image }: Change): LoggedWrite | undefined {
    const key = keyOf({ pk, sk });
    if (this.#added.has(key)) return undefined;
    const before = this.#written.get(key);
    if (!before) this.#added.add(key);
    return { pk, sk, ...(before && { before }), ...(image?.rev?.N !== undefined && { rev: image.rev.N }) };
  }

  /** Undefined if there is nothing to write. */
  #writeOf({ pk, sk, image }: Change, now: Date): TransactWriteItem | undefined {
    const written = this.#written.get(keyOf({ pk, sk }));
    const TableName = this.#target.tableName;
    const ifUnchanged = written?.rev && {
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: { ':rev': written.rev },
    };
    if (!image) return written && { Delete: { TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ...ifUnchanged } };
    if (hasExpired(image, now)) return undefined;
    if (!written) return { Put: { TableName, Item: image, ConditionExpression: 'attribute_not_exists(pk)' } };
    // Items without a revision (login counters) stay unchanged.
    if (!ifUnchanged || written.rev?.N === image.rev?.N) return undefined;
    return { Put: { TableName, Item: image, ...ifUnchanged } };
  }
}

/** The key of an item, and the check at which it last changed. */
interface Place {
  look: number;
  pk: string;
  sk: string;
}

/** The intended item; undefined if it is to be deleted. */
interface Change {
  pk: string;
  sk: string;
  image: Image | undefined;
}

const hasExpired = (image: Image, now: Date): boolean =>
  Number(image[tableDefinition.ttlAttribute]?.N ?? Number.POSITIVE_INFINITY) * 1000 <= now.getTime();

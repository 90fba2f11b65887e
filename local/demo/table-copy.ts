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
import { tableDefinition } from '#shared/store/dynamodb/table.ts';

/** Many more than a service has before anybody has used it. */
const mostItems = 500;
/** What DynamoDB takes; a transaction of so many takes the engine little longer than one of a single item. */
const itemsOfTransaction = 100;
/** An item that stood so many looks long is taken to be as it will stay. */
const looksUnchanged = 6;

const keyOf = ({ pk, sk }: { pk: string; sk: string }): string => JSON.stringify([pk, sk]);

const placeOf = ({ pk, sk }: Image): { pk: string; sk: string } => ({ pk: pk?.S ?? '', sk: sk?.S ?? '' });

/** All items of a table that nobody has used yet; undefined where there are more. */
export async function readUnused(client: DynamoDBClient, tableName: string): Promise<Image[] | undefined> {
  const items: Image[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    items.push(...(page.Items ?? []));
    if (items.length > mostItems) return undefined;
  }
  return items;
}

/**
 * Copies what changes in a table in memory into a real one, while it goes on changing: what has stood for a while at once, the rest when
 * all is done. Whatever stands in the real table is to stand as the table in memory had it at first, or as it was copied.
 */
export class TableCopy {
  readonly #target: { client: DynamoDBClient; tableName: string };
  readonly #table: MemoryTable;
  readonly #isLast: (image: Image) => boolean;
  readonly #log: Pick<LoadLog, 'append' | 'remove'>;
  /** What stands in the real table, by key. */
  readonly #standing: Map<string, Image>;
  /** Keys that the real table did not have before. The log needs to name each once. */
  readonly #added = new Set<string>();
  /** The look at which an item was last seen to have changed, by key; the least recent first. */
  readonly #changed = new Map<string, Place>();
  #looks = 0;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param before what the table in memory begins with, and the real one has.
   * @param isLast whether an item is copied when all others are there, rather than as soon as it has stood for a while.
   * @param log is told of every transaction before it is sent.
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
    this.#standing = new Map(before.map((image) => [keyOf(placeOf(image)), image]));
    for (const image of before) {
      const { pk, sk } = placeOf(image);
      table.write(pk, sk, image);
    }
    table.stream.length = 0;
  }

  /** Looks at what has changed since the last look, and begins to copy what has stood since. `now`: see `finish`. */
  look(now: Date): void {
    this.#looks += 1;
    for (const { pk, sk } of this.#table.stream) {
      const key = keyOf({ pk, sk });
      this.#changed.delete(key);
      this.#changed.set(key, { look: this.#looks, pk, sk });
    }
    // It holds every version of every item.
    this.#table.stream.length = 0;
    const due: Place[] = [];
    for (const [key, place] of this.#changed) {
      if (place.look > this.#looks - looksUnchanged) break;
      // It stays first among those that changed, and waits for the end.
      if (this.#waits(place)) continue;
      this.#changed.delete(key);
      due.push(place);
    }
    this.#begin(due, now);
  }

  /**
   * Copies all that is left; what has expired by `now` is left out.
   * @throws TransactionCanceledException where somebody else has written one of the items.
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

  /** Copies the items at some places as they stand now, behind what is being copied. */
  #begin(places: readonly Place[], now: Date, isLast = false): void {
    const writes = places.map(({ pk, sk }) => ({ pk, sk, image: this.#table.get(pk, sk) }));
    this.#writing = this.#writing.then(() => this.#write(writes, now, isLast));
    // Whoever finishes is told.
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
      // What had expired was not written: whatever stood there stands.
      if (image && hasExpired(image, now)) continue;
      if (image) this.#standing.set(key, image);
      else this.#standing.delete(key);
    }
  }

  async #send(writes: readonly { write: TransactWriteItem; change: Change }[], isLast: boolean): Promise<void> {
    const logged = this.#log.append(
      writes.flatMap(({ change }) => this.#loggedOf(change) ?? []),
      isLast,
    );
    try {
      const TransactItems = writes.map(({ write }) => write);
      // A retry of a request that was carried out and not answered must not count as refused.
      const ClientRequestToken = randomUUID();
      await this.#target.client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));
    } catch (error) {
      // Only then it is known that nothing was written.
      if (error instanceof TransactionCanceledException) this.#log.remove(logged);
      throw error;
    }
  }

  /** Undefined where the log names the item already. */
  #loggedOf({ pk, sk, image }: Change): LoggedWrite | undefined {
    const key = keyOf({ pk, sk });
    if (this.#added.has(key)) return undefined;
    const before = this.#standing.get(key);
    if (!before) this.#added.add(key);
    return { pk, sk, ...(before && { before }), ...(image?.rev?.N !== undefined && { rev: image.rev.N }) };
  }

  /** Undefined where nothing is to be written. */
  #writeOf({ pk, sk, image }: Change, now: Date): TransactWriteItem | undefined {
    const standing = this.#standing.get(keyOf({ pk, sk }));
    const TableName = this.#target.tableName;
    const asItStands = standing?.rev && {
      ConditionExpression: 'rev = :standing',
      ExpressionAttributeValues: { ':standing': standing.rev },
    };
    if (!image) return standing && { Delete: { TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ...asItStands } };
    if (hasExpired(image, now)) return undefined;
    if (!standing) return { Put: { TableName, Item: image, ConditionExpression: 'attribute_not_exists(pk)' } };
    // What has no revision (the counters of logins) stays as it was.
    if (!asItStands || standing.rev?.N === image.rev?.N) return undefined;
    return { Put: { TableName, Item: image, ...asItStands } };
  }
}

/** Where an item stands or stood, and at which look it was last seen to have changed. */
interface Place {
  look: number;
  pk: string;
  sk: string;
}

/** An item as it is to stand; undefined where it is to be gone. */
interface Change {
  pk: string;
  sk: string;
  image: Image | undefined;
}

const hasExpired = (image: Image, now: Date): boolean =>
  Number(image[tableDefinition.ttlAttribute]?.N ?? Number.POSITIVE_INFINITY) * 1000 <= now.getTime();

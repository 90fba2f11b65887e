import type { Key } from '../keys.ts';
import type { Item } from './codec.ts';
import { staleRead } from './conflict.ts';
import { type Condition, type Database, type QueryRange, queryPages } from './database.ts';
import { Transaction, transactionLimit } from './transaction.ts';
import type { UpdateExpression } from './update.ts';

/** Adds to a transaction the condition that the writer still holds the lease of its work. */
export type Guard = (transaction: Transaction) => void;

/** One write of a longer work; if its own condition fails, something that the work has read has changed. */
export type GuardedWrite = { condition?: Condition } & (
  | { put: Item }
  | { update: Key; with: UpdateExpression }
  | { delete: Key }
);

/** Room for what the guard requires. */
const writesAtOnce = transactionLimit - 2;

/**
 * Writes of a work that takes many transactions, each of which succeeds only under the guard (rule STORE-10): a writer
 * that paused while another took the work over writes nothing more. The transactions run one after another, since all
 * of them require the same item.
 */
export class GuardedWriter {
  readonly #db: Database;
  readonly #guard: Guard;
  #pending = new Map<string, GuardedWrite>();
  #last: Promise<void> = Promise.resolve();

  constructor(db: Database, guard: Guard) {
    this.#db = db;
    this.#guard = guard;
  }

  /**
   * Takes writes; they are there after the next `flush`. Of two writes of one key the later counts.
   * @throws what the guard says, or StaleReadError.
   */
  async write(writes: readonly GuardedWrite[]): Promise<void> {
    for (const write of writes) {
      this.#pending.set(keyTextOf(write), write);
      if (this.#pending.size === writesAtOnce) this.#commit();
    }
    await this.#last;
  }

  /** Writes what is left. */
  async flush(): Promise<void> {
    if (this.#pending.size > 0) this.#commit();
    await this.#last;
  }

  /** Deletes the items of a range, page by page. */
  async deleteRange(range: QueryRange, wanted: (key: Key) => boolean = () => true): Promise<void> {
    for await (const items of queryPages(this.#db, range)) {
      const keys = items.map((item) => item as unknown as Key).filter(wanted);
      await this.write(keys.map((key) => ({ delete: key })));
    }
  }

  #commit(): void {
    const writes = [...this.#pending.values()];
    this.#pending = new Map();
    this.#last = this.#last.then(() => commitGuarded(this.#db, this.#guard, writes));
  }
}

/** Writes in transactions, each under the guard. Takes the writes of a transaction when those before it are there. */
export async function writeGuarded(
  db: Database,
  guard: Guard,
  writes: Iterable<GuardedWrite>,
  atOnce: number = writesAtOnce,
): Promise<void> {
  let part: GuardedWrite[] = [];
  for (const write of writes) {
    part.push(write);
    if (part.length < atOnce) continue;
    await commitGuarded(db, guard, part);
    part = [];
  }
  if (part.length > 0) await commitGuarded(db, guard, part);
}

async function commitGuarded(db: Database, guard: Guard, writes: readonly GuardedWrite[]): Promise<void> {
  const transaction = new Transaction(db);
  // First, so that a writer that lost its lease gets that error, and no other.
  guard(transaction);
  for (const write of writes)
    if ('put' in write) transaction.put(write.put, write.condition, staleRead);
    else if ('update' in write) transaction.update(write.update, write.with, write.condition, staleRead);
    else transaction.delete(write.delete, write.condition, staleRead);
  await transaction.commit();
}

function keyTextOf(write: GuardedWrite): string {
  const key = 'put' in write ? write.put : 'update' in write ? write.update : write.delete;
  return JSON.stringify([key.pk, key.sk]);
}

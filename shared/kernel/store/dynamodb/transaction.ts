import { randomUUID } from 'node:crypto';
import {
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { Key } from '../keys.ts';
import { fromImage, toImage } from './attribute-values.ts';
import { backOff } from './back-off.ts';
import type { Item } from './codec.ts';
import { isTableBusy } from './conflict.ts';
import { type Condition, conditionInput, type Database, expressionInput, keyImage } from './database.ts';
import type { UpdateExpression } from './update.ts';

/**
 * Several writes that happen together or not at all. Each write names the error that its failed condition stands for;
 * conflicts with other transactions and throttling are tried again and never become an error of the domain
 * (docs/design/write-protocols.md#two-writers-meet).
 */

/** Most writes of one transaction (DynamoDB API, TransactWriteItems). */
export const transactionLimit = 100;

type Failure = (existing: Item | undefined) => Error;

interface Step {
  write: TransactWriteItem;
  onConflict: Failure | undefined;
}

const attempts = 8;

/** Collects writes and commits them. */
export class Transaction {
  readonly #db: Database;
  readonly #steps: Step[] = [];
  readonly #committed: (() => void)[] = [];
  // One token for every attempt: a commit whose answer was lost is not applied again.
  readonly #token: string = randomUUID();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Number of writes so far. */
  get size(): number {
    return this.#steps.length;
  }

  /** Whether it writes anything, and not only requires. */
  get writes(): boolean {
    return this.#steps.some(({ write }) => write.ConditionCheck === undefined);
  }

  /** Puts an item; `onConflict` makes the error of a failed condition from the existing item. */
  put(item: Item, condition?: Condition, onConflict?: Failure): this {
    return this.#add(
      { Put: { TableName: this.#db.tableName, Item: toImage(item), ...this.#conditioned(condition) } },
      onConflict,
    );
  }

  update(key: Key, update: UpdateExpression, condition?: Condition, onConflict?: Failure): this {
    return this.#add(
      {
        Update: {
          TableName: this.#db.tableName,
          Key: keyImage(key),
          ...expressionInput(update, condition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        },
      },
      onConflict,
    );
  }

  delete(key: Key, condition?: Condition, onConflict?: Failure): this {
    return this.#add(
      { Delete: { TableName: this.#db.tableName, Key: keyImage(key), ...this.#conditioned(condition) } },
      onConflict,
    );
  }

  /** Requires something of an item that the transaction does not write. */
  check(key: Key, condition: Condition, onConflict: Failure): this {
    return this.#add(
      {
        ConditionCheck: {
          TableName: this.#db.tableName,
          Key: keyImage(key),
          ...conditionInput(condition),
          ConditionExpression: condition.expression,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
        },
      },
      onConflict,
    );
  }

  /** Calls `act` once the transaction is committed. */
  onCommit(act: () => void): this {
    this.#committed.push(act);
    return this;
  }

  /**
   * Commits. @throws the error of the first failed condition, or DynamoDB's own error when every attempt met
   * conflicts or throttling.
   */
  async commit(): Promise<void> {
    if (this.#steps.length === 0) return;
    if (this.#steps.length > transactionLimit)
      throw new Error(`A transaction of ${this.#steps.length} writes is too large`);
    const command = new TransactWriteItemsCommand({
      TransactItems: this.#steps.map((step) => step.write),
      ClientRequestToken: this.#token,
    });
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#db.client.send(command);
        break;
      } catch (error) {
        const failure = this.#failureOf(error);
        if (failure) throw failure;
        if (attempt === attempts || !isTableBusy(error)) {
          // It may have been applied.
          await this.#db.written?.(this.#writtenKeys());
          throw error;
        }
        await backOff(attempt);
      }
    }
    for (const act of this.#committed) act();
    await this.#db.written?.(this.#writtenKeys());
  }

  #writtenKeys(): { pk: string }[] {
    return this.#steps.flatMap(({ write: { Put, Update, Delete } }) => {
      const pk = (Put?.Item ?? Update?.Key ?? Delete?.Key)?.pk?.S;
      return pk === undefined ? [] : [{ pk }];
    });
  }

  #conditioned(condition: Condition | undefined) {
    return condition ? { ...conditionInput(condition), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const } : {};
  }

  #add(write: Step['write'], onConflict: Failure | undefined): this {
    this.#steps.push({ write, onConflict });
    return this;
  }

  /** The domain's error for the first condition that failed, if one did. */
  #failureOf(error: unknown): Error | undefined {
    if (!(error instanceof TransactionCanceledException)) return undefined;
    const index = (error.CancellationReasons ?? []).findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
    if (index < 0) return undefined;
    const existing = error.CancellationReasons?.[index]?.Item;
    return this.#steps[index]?.onConflict?.(existing && fromImage(existing));
  }
}

import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleReadOf } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifRevision, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { archivedMonthKeys } from '../../../kernel/store/keys.ts';
import { type ArchivedMonthRecord, archivedMonthEntity, getArchivedMonth } from '../../store/archived-months.ts';

/** A month of a chip. */
export type MonthRef = Pick<ArchivedMonthRecord, 'projectId' | 'chipId' | 'month'>;

/** Longer than a sweep works on a message: who has not written for so long has died. */
const leaseSeconds = 600;

/** A month that one sweep works on. Each write requires that no one else has written it, and renews the lease. */
export class HeldMonth {
  readonly #ctx: Context;
  #record: Stored<ArchivedMonthRecord>;

  private constructor(ctx: Context, record: Stored<ArchivedMonthRecord>) {
    this.#ctx = ctx;
    this.#record = record;
  }

  /** Takes a month that is due; undefined for one that is not, or that another sweep has taken. */
  static async claim(ctx: Context, ref: MonthRef): Promise<HeldMonth | undefined> {
    const found = await getArchivedMonth(ctx.db, ref);
    if (found?.dueAt === undefined || found.dueAt > nowOf(ctx)) return undefined;
    const held = new HeldMonth(ctx, found);
    return (await isDoneUnlessStale(held.write({}))) ? held : undefined;
  }

  get record(): Stored<ArchivedMonthRecord> {
    return this.#record;
  }

  #stale() {
    const { month, chipId } = this.#record;
    return staleReadOf(`The archive of ${month} of chip '${chipId}'`);
  }

  /** @throws StaleReadError if another caller has written it. */
  async write(changes: Partial<ArchivedMonthRecord>): Promise<void> {
    const { rev, ...before } = this.#record;
    const dueAt = new Date(this.#ctx.clock().getTime() + leaseSeconds * 1000).toISOString();
    const record = { ...before, dueAt, ...changes };
    const put = archivedMonthEntity.encode(record, rev + 1);
    const { ok } = await writeItem(this.#ctx.db, { put, condition: ifRevision(rev) });
    if (!ok) throw this.#stale()();
    this.#record = { ...record, rev: rev + 1 };
  }

  /** Has a transaction change nothing if another caller has written the month: this sweep may have paused past its lease. */
  fence(transaction: Transaction): void {
    const { projectId, chipId, month, rev } = this.#record;
    transaction.check(archivedMonthKeys.month(projectId, chipId, month), ifRevision(rev), this.#stale());
  }

  /** Leaves the rest to the next sweep. */
  leave(): Promise<void> {
    return this.write({ dueAt: nowOf(this.#ctx) });
  }
}

import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { rowsOf, type ThreadRow, threadRowEntity } from '../store/thread-rows.ts';
import { type ThreadRecord, threadEntity } from '../store/threads.ts';

/**
 * The one write of threads (docs/design/write-protocols.md#threads): the thread over what was read, and of its rows those
 * that change with it.
 */
export function addThread(
  transaction: Transaction,
  before: Stored<ThreadRecord> | undefined,
  after: ThreadRecord,
): void {
  const rev = (before?.rev ?? 0) + 1;
  transaction.put(threadEntity.encode(after, rev), before ? ifRevision(before.rev) : ifAbsent, staleRead);
  const standing = new Map((before ? rowsOf(before) : []).map((row) => [placeText(row), row]));
  for (const row of rowsOf(after)) {
    const old = standing.get(placeText(row));
    standing.delete(placeText(row));
    // Rows are written with their thread alone, whose condition covers them.
    if (JSON.stringify(old) !== JSON.stringify(row)) transaction.put(threadRowEntity.encode(row, rev));
  }
  for (const row of standing.values()) transaction.delete(threadRowEntity.keys(row));
}

const placeText = ({ place }: ThreadRow): string => JSON.stringify(place ?? null);

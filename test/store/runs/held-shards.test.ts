import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { getLock, type LockRecord, listHeldLocks, lockEntity, releaseLock } from '#shared/runs/store/locks.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(() => verbs.empty());

const lockOf = (n: number): LockRecord => {
  const acquiredAt = new Date(Date.parse('2025-03-01T12:00:00.000Z') - n * 1000).toISOString();
  const run = { executionId: '20250301-001', flowRunId: `run-${n}`, chipId: 'chip', username: 'alice', acquiredAt };
  return { projectId: `p-${n}`, last: { date: '20250301', index: 1 }, holder: run, updatedAt: acquiredAt };
};
const putLocks = (count: number) =>
  batchWriteItems(
    verbs.db,
    Array.from({ length: count }, (_, n) => ({ put: lockEntity.encode(lockOf(n), 1) })),
  );
/** As an earlier version wrote it. */
const intoFormerPartition = (n: number) =>
  writeItem(verbs.db, { update: runKeys.lock(`p-${n}`), with: updateOf({ set: { gsi2pk: 'HELD' } }) });
const projects = async () => (await listHeldLocks(verbs.db)).map(({ projectId }) => projectId);

test('held locks are in several partitions, each with its part, and one project always in the same', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 4000; n += 1) {
    const pk = runKeys.held(`p-${n}`);
    expect(runKeys.held(`p-${n}`)).toBe(pk);
    counts.set(pk, (counts.get(pk) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['HELD#0', 'HELD#1', 'HELD#2', 'HELD#3']);
  for (const count of counts.values()) expect(count).toBeGreaterThan(800);
});

test('the locks of all partitions are listed, the oldest first, with those that an earlier version wrote', async () => {
  await putLocks(12);
  await intoFormerPartition(5);
  expect(await projects()).toEqual(Array.from({ length: 12 }, (_, n) => `p-${11 - n}`));
});

test('a lock in the partition of an earlier version is released, and moves to its own with its next write', async () => {
  await putLocks(2);
  await intoFormerPartition(0);
  await intoFormerPartition(1);
  const [released, kept] = [await getLock(verbs.db, 'p-0'), await getLock(verbs.db, 'p-1')];
  const transaction = new Transaction(verbs.db);
  releaseLock(transaction, released, '20250301-001', verbs.now.toISOString(), () => new Error('stale'));
  if (!kept) throw new Error('no lock');
  const { rev, ...record } = kept;
  transaction.put(lockEntity.encode(record, rev + 1));
  await transaction.commit();
  expect(await projects()).toEqual(['p-1']);
});

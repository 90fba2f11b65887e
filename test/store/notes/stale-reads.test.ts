import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLastCalibrated, ifChipInCooldown } from '#shared/chips/store/chip-conditions.ts';
import { type ChipRecord, chipEntity, emptyNote } from '#shared/chips/store/chips.ts';
import { checkChip } from '#shared/chips/verbs/chip-writes.ts';
import type { Item, Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { StaleReadError } from '#shared/kernel/store/dynamodb/conflict.ts';
import { allOf, batchWriteItems, getItem, ifAbsent, ifRevision } from '#shared/kernel/store/dynamodb/database.ts';
import { type GuardedWrite, writeGuarded } from '#shared/kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { chipKeys, type Key } from '#shared/kernel/store/keys.ts';
import { listSigningKeys, publishSigningKey } from '#shared/kernel/store/system/system.ts';
import { globalScope } from '#shared/notes/rules/scope.ts';
import { addContextWrites } from '#shared/notes/verbs/add-context-writes.ts';
import type { NoteEdit } from '#shared/notes/verbs/write-note.ts';
import { type LatestResultRecord, latestResultEntity } from '#shared/results/store/latest-results.ts';
import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import { openDay, openDayKey, openSpanEntity } from '#shared/values/store/open-spans.ts';
import { addLatestState } from '#shared/values/verbs/exclusions/latest-state.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/*
 * What a transaction requires of what was read before it: the write is refused for each single item that has changed,
 * and succeeds if nothing has changed.
 */

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

type Add = (transaction: Transaction) => void;

/** Whether a transaction goes through over these items. */
async function isWritten(items: readonly Item[], add: Add): Promise<boolean> {
  await batchWriteItems(
    verbs.db,
    items.map((put) => ({ put })),
  );
  const transaction = new Transaction(verbs.db);
  add(transaction);
  return transaction.commit().then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StaleReadError);
      return false;
    },
  );
}

const instant = '2025-03-01T12:00:00.000Z';
const later = '2025-03-01T13:00:00.000Z';

/** A chip of its own for each case, at its third revision. */
const chipAs = (more: Partial<ChipRecord> = {}): Stored<ChipRecord> => ({
  ...{ projectId: 'p', chipId: randomUUID(), username: 'alice', size: 4, topologyId: 'linear-4' },
  ...{ qubitCount: 4, couplingCount: 3, activityStatus: 'active', note: emptyNote },
  ...{ createdAt: instant, updatedAt: instant, rev: 3, ...more },
});
const itemOf = ({ rev, ...chip }: Stored<ChipRecord>, more: Partial<ChipRecord> = {}, raised = 0): Item =>
  chipEntity.encode({ ...chip, ...more }, rev + raised);

const full: Partial<ChipRecord> = { currentCooldownId: 'cd-1', dayFence: '20250227', lastCalibratedAt: instant };

describe('a chip whose targets are written', () => {
  const add = (chip: Stored<ChipRecord>, newest: string | undefined) => (transaction: Transaction) => {
    const sameChip = { expression: 'createdAt = :created', values: { ':created': chip.createdAt } };
    addLastCalibrated(transaction, chip, allOf(ifChipInCooldown(chip), sameChip), newest);
  };

  it.each([
    ['nothing', {}, {}, true],
    ['nothing', full, {}, true],
    ['its deletion', {}, { deletingAt: later }, false],
    ['its deletion', full, { deletingAt: later }, false],
    ['its cool-down, which began', {}, { currentCooldownId: 'cd-1' }, false],
    ['its cool-down, which ended', full, { currentCooldownId: undefined }, false],
    ['its cool-down, which is another', full, { currentCooldownId: 'cd-2' }, false],
    ['a day that was closed', {}, { dayFence: '20250227' }, false],
    ['another day that was closed', full, { dayFence: '20250228' }, false],
    ['the chip, which was made again', {}, { createdAt: later }, false],
  ])('what is required of a chip changes with %s: %j, then %j', async (_, read, now, expected) => {
    const [same, moved] = [chipAs(read), chipAs(read)];
    expect(await isWritten([itemOf(same, now)], add(same, same.lastCalibratedAt))).toBe(expected);
    expect(await isWritten([itemOf(moved, now)], add(moved, later))).toBe(expected);
  });

  it.each([
    ['a first value', {}, { lastCalibratedAt: instant }],
    ['another value', full, { lastCalibratedAt: later }],
  ])('the newest value is set over the one that was read: not over %s', async (_, read, now) => {
    const chip = chipAs(read);
    expect(await isWritten([itemOf(chip, now)], add(chip, '2025-03-02T00:00:00.000Z'))).toBe(false);
  });

  it('a chip that is gone is written to by no one', async () => {
    for (const newest of [undefined, later]) {
      const chip = chipAs();
      const placed = (transaction: Transaction) => addLastCalibrated(transaction, chip, ifChipInCooldown(chip), newest);
      expect(await isWritten([], placed)).toBe(false);
      expect(await getItem(verbs.db, chipKeys.chip('p', chip.chipId))).toBeUndefined();
    }
  });
});

describe('a chip behind which a consumer writes', () => {
  it.each([
    [{}, true],
    [{ deletingAt: later }, false],
    [{ createdAt: later }, false],
  ])('the chip is the same, and not being deleted: %j', async (now, expected) => {
    const chip = chipAs();
    expect(await isWritten([itemOf(chip, now)], (transaction) => checkChip(transaction, chip))).toBe(expected);
  });
});

describe('a chip whose notes are written', () => {
  /**
   * Adds a note of the chip itself, in all cool-downs or in one; `rev` is the revision of the note before it, 0 for one
   * in the chip alone.
   */
  const add =
    (chip: Stored<ChipRecord>, isGlobal: boolean, rev: number, { followsPointer = true } = {}) =>
    (transaction: Transaction) => {
      const scope = isGlobal ? globalScope : { key: 'cooldown#cd-1' };
      const context = {
        chip,
        target: undefined,
        scope,
        cooldown: undefined,
        cooldowns: [],
        marked: true,
        followsPointer,
      };
      const subject = { level: 'chip' };
      const edit = { before: { subject, rev }, after: undefined, event: { createdAt: later } };
      addContextWrites(transaction, context as never, edit as unknown as NoteEdit);
    };

  it.each([
    ['nothing', {}, {}, true],
    ['nothing', full, {}, true],
    ['its deletion', {}, { deletingAt: later }, false],
    ['its cool-down, which began', {}, { currentCooldownId: 'cd-1' }, false],
    ['its cool-down, which is another', full, { currentCooldownId: 'cd-2' }, false],
  ])('a note of a chip changes with %s: %j, then %j', async (_, read, now, expected) => {
    for (const isGlobal of [true, false]) {
      const chip = chipAs(read);
      expect(await isWritten([itemOf(chip, now)], add(chip, isGlobal, 1))).toBe(expected);
    }
  });

  it('a note that names its cool-down is written whichever the chip is in, but not without the chip', async () => {
    for (const isGlobal of [true, false]) {
      const chip = chipAs(full);
      const placed = add(chip, isGlobal, 1, { followsPointer: false });
      expect(await isWritten([itemOf(chip, { currentCooldownId: 'cd-2' })], placed)).toBe(true);
      expect(await isWritten([], add(chipAs(), isGlobal, 1, { followsPointer: false }))).toBe(false);
      expect(await isWritten([], add(chipAs(), isGlobal, 1))).toBe(false);
    }
  });

  it('a note that is in the chip alone is changed where the chip is as it was read', async () => {
    for (const rev of [0, 1]) {
      const chip = chipAs();
      expect(await isWritten([itemOf(chip, {}, 1)], add(chip, true, rev))).toBe(rev === 1);
    }
  });
});

describe('a latest result', () => {
  const chip = chipAs();
  const target = { kind: 'qubit', id: '0' } as const;
  const resultOf = (taskId: string, excluded: boolean) =>
    ({
      ...{ name: 'CheckT1', taskId, status: 'completed', endAt: instant, createdAt: instant },
      excluded,
    }) as TaskResultRecord;
  const rowOf = (taskId: string, task: string): LatestResultRecord => ({
    ...{ projectId: 'p', chipId: chip.chipId, task, target, endAt: instant, taskId },
    result: {} as LatestResultRecord['result'],
  });

  /** Whether a row is written that was read as `read`, is now `now`, and is to become `best`. */
  async function written(
    read: string | undefined,
    best: string | undefined,
    now: { taskId: string; rev: number } | undefined,
    excluded: boolean,
  ) {
    const task = randomUUID();
    const existing = read === undefined ? undefined : { ...rowOf(read, task), rev: 5 };
    const changed = { ...resultOf('changed', excluded), name: task };
    const state = { date: undefined, existing, best: best === undefined ? undefined : resultOf(best, false) };
    const items = now ? [latestResultEntity.encode(rowOf(now.taskId, task), now.rev)] : [];
    return isWritten(items, (transaction) => addLatestState(transaction, { chip, changed }, target, state));
  }

  it.each([
    ['is raised', 'a', 'a', false],
    ['stays', 'a', 'a', true],
    ['goes', 'a', undefined, true],
    ['is replaced', 'a', 'b', true],
  ])('a latest result that %s is as it was read', async (_, read, best, excluded) => {
    const over = (now: { taskId: string; rev: number } | undefined) => written(read, best, now, excluded);
    expect(await over({ taskId: 'a', rev: 5 })).toBe(true);
    expect(await over({ taskId: 'a', rev: 6 })).toBe(false);
    expect(await over({ taskId: 'c', rev: 5 })).toBe(false);
    expect(await over(undefined)).toBe(false);
  });

  it.each([undefined, 'b'])('where there was no latest result, none came: it is to be %s', async (best) => {
    expect(await written(undefined, best, undefined, true)).toBe(true);
    expect(await written(undefined, best, { taskId: 'c', rev: 1 }, true)).toBe(false);
  });
});

describe('the mark of an open day', () => {
  /** Opens a day whose mark was read with one token, and has another or none now. */
  async function opened(read: string | undefined, now: string | undefined, { closing = false } = {}) {
    const ref = { projectId: 'p', chipId: randomUUID(), day: '20250301' };
    const mark = (token: string) => ({
      ...{ projectId: ref.projectId, chipId: ref.chipId, span: 'day' as const, date: ref.day },
      ...{ metrics: ['t1'], token, ...(closing && { closing }) },
    });
    const items = now === undefined ? [] : [openSpanEntity.encode(mark(now), 1)];
    const existing = read === undefined ? undefined : { ...mark(read), rev: 1 };
    const stale = () => new StaleReadError('the day');
    const measured = [{ metric: 't1', at: '2025-03-01T12:00:00.000Z' }];
    const isDone = await isWritten(items, (transaction) => openDay(transaction, existing, ref, measured, stale));
    return { isDone, stands: (await getItem(verbs.db, openDayKey(ref))) !== undefined };
  }

  it.each([{ closing: false }, { closing: true }])('a day is opened over the mark that was read: %j', async (how) => {
    expect(await opened('a', 'a', how)).toEqual({ isDone: true, stands: true });
    expect(await opened('a', 'b', how)).toEqual({ isDone: false, stands: true });
    expect(await opened('a', undefined, how)).toEqual({ isDone: false, stands: false });
  });

  it('a day that had no mark is opened where it has none', async () => {
    expect(await opened(undefined, undefined)).toEqual({ isDone: true, stands: true });
    expect(await opened(undefined, 'b')).toEqual({ isDone: false, stands: true });
  });
});

describe('writes of a longer work', () => {
  const key = (): Key => ({ pk: `WORK#${randomUUID()}`, sk: 'A' }) as Key;

  it('each write of a longer work has its own condition, whatever it does', async () => {
    const [there, gone] = [key(), key()];
    await batchWriteItems(verbs.db, [{ put: { ...there, rev: 2 } }]);
    const guard = () => undefined;
    const refused = (write: GuardedWrite) =>
      expect(writeGuarded(verbs.db, guard, [write])).rejects.toBeInstanceOf(StaleReadError);
    await refused({ put: { ...there, rev: 9 }, condition: ifAbsent });
    await refused({ put: { ...there, rev: 9 }, condition: ifRevision(1) });
    await refused({ delete: there, condition: ifRevision(1) });
    expect(await getItem(verbs.db, there)).toMatchObject({ rev: 2 });
    await writeGuarded(verbs.db, guard, [{ put: { ...gone, rev: 1 }, condition: ifAbsent }]);
    await writeGuarded(verbs.db, guard, [{ delete: there, condition: ifRevision(2) }]);
    expect([await getItem(verbs.db, gone), await getItem(verbs.db, there)]).toMatchObject([{ rev: 1 }, undefined]);
  });
});

describe('a signing key', () => {
  it('a signing key that is published again stays as it was', async () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'x' };
    await publishSigningKey(verbs.db, { kid: 'k', jwk, createdAt: instant });
    await publishSigningKey(verbs.db, { kid: 'k', jwk, createdAt: later });
    expect((await listSigningKeys(verbs.db)).find(({ kid }) => kid === 'k')?.createdAt).toBe(instant);
  });
});

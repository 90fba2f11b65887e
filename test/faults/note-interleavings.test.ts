import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { assignChip, deleteCooldown, unassignChip, updateCooldown } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { IdempotencyMark, ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { chipKeys } from '#shared/kernel/store/keys.ts';
import { createComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { readTaskNote, upsertTaskNote } from '#shared/notes/verbs/task-note.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';

/**
 * The writer of a note pauses between read and write, while the chip, target, cool-down or the note itself is changed.
 * One test for each condition on the items around a note: without it the test fails.
 */
let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const chipId = 'c';
const target = { kind: 'qubit', id: '0' } as const;
const week = { startAt: '2025-01-01T00:00:00.000Z', endAt: '2025-01-08T00:00:00.000Z' };
const chipNote = { note: { chipId, level: 'chip' }, scope: {} } as const;
const qubitNote = { note: { chipId, level: 'target', target }, scope: {} } as const;
const metricNote = { note: { chipId, level: 'metric', target, metric: 't1' }, scope: {} } as const;
const comment = (scope = {}) => createComment(ctx, { chipId, target, scope }, 'new');
const cooldown = {
  startedAt: '2025-02-01T00:00:00.000Z',
  chipIds: [],
  description: '',
  wiringInfo: '',
  wiringBlocks: '[]',
};

beforeEach(async () => {
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId, topologyId: 'linear-2' });
  const fields = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
  await createCryostat(ctx, 'cryo', fields);
  await createCooldown(ctx, { cooldownId: 'cd', cryoId: 'cryo', ...cooldown });
  const result = taskResultRecord({ projectId: ctx.projectId, chipId, taskId: 'task' });
  await batchWriteItems(verbs.db, [{ put: taskResultEntity.encode(result, 1) }]);
});

const during = <T>(meanwhile: () => Promise<unknown>, work: () => Promise<T>) =>
  interleaved(verbs.client, { work, meanwhile, where: ({ command }) => command === 'TransactWriteItems' });
const eventsOf = async () => checkNotes(await verbs.table(), ctx.projectId);
const assigned = () => assignChip(ctx, 'cd', chipId);

/** The deletion of the chip has begun, and its process has died. */
const marked = () =>
  writeItem(verbs.db, {
    update: chipKeys.chip(ctx.projectId, chipId),
    with: updateOf({ set: { deletingAt: verbs.now.toISOString() } }),
  });
const deleted = () => deleteChip(ctx, chipId, { force: true, permanent: true });

const edits: Record<string, () => Promise<unknown>> = {
  'a chip note': () => upsertNote(ctx, chipNote, 'new'),
  'a chip note of a range': () => upsertNote(ctx, { ...chipNote, scope: week }, 'new'),
  'a qubit note': () => upsertNote(ctx, qubitNote, 'new'),
  'a metric note of a range': () => upsertNote(ctx, { ...metricNote, scope: week }, 'new'),
  'a comment': comment,
};

test.each(
  Object.entries(edits).flatMap(([name, edit]) => [
    [name, 'is deleted', deleted, edit] as const,
    [name, 'begins to be deleted', marked, edit] as const,
  ]),
)('%s is not written on a chip that %s meanwhile, and no event says so', async (_, _happens, meanwhile, edit) => {
  await expect(during(meanwhile, edit)).rejects.toMatchObject({ kind: 'not-found' });
  expect(await eventsOf()).toEqual([]);
  expect([...(await verbs.table()).values()].filter((item) => item.includes('"new"'))).toEqual([]);
});

test.each([
  ['a metric note of a range', () => upsertNote(ctx, { ...metricNote, scope: week }, 'new')],
  ['a comment of a range', () => comment(week)],
])('%s is not written on a qubit that goes meanwhile', async (_, edit) => {
  const gone = () => batchWriteItems(verbs.db, [{ delete: chipKeys.target(ctx.projectId, chipId, target) }]);
  await expect(during(gone, edit)).rejects.toMatchObject({ kind: 'not-found' });
});

test.each([
  ['a metric note', () => upsertNote(ctx, metricNote, 'new')],
  ['a comment', () => comment()],
])('%s is in the cool-down into which its chip is put meanwhile', async (_, edit) => {
  expect(await during(assigned, edit)).toMatchObject({ scope: { cooldownId: 'cd' } });
});

test.each([
  ['a metric note', () => upsertNote(ctx, metricNote, 'new')],
  ['a comment', () => comment()],
])('%s is in no cool-down when its chip is taken out of it meanwhile', async (_, edit) => {
  await assigned();
  const { scope } = await during(() => unassignChip(ctx, 'cd', chipId), edit);
  expect(scope.cooldownId).toBeUndefined();
});

test('a note bears the bounds that its cool-down gets meanwhile', async () => {
  await assigned();
  const startedAt = '2025-02-02T00:00:00.000Z';
  const note = await during(
    () => updateCooldown(ctx, 'cd', { startedAt }),
    () => upsertNote(ctx, metricNote, 'new'),
  );
  expect(note.scope).toMatchObject({ cooldownId: 'cd', startedAt });
});

test('a note is not written under a cool-down that is deleted meanwhile', async () => {
  await assigned();
  const scope = { cooldownId: 'cd' };
  const edit = () => upsertNote(ctx, { ...metricNote, scope }, 'new');
  await expect(during(() => deleteCooldown(ctx, 'cd', true), edit)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await eventsOf()).toEqual([]);
});

test('a request that is carried out under its key meanwhile is answered as it was, with one event', async () => {
  const forgetAt = Math.floor(verbs.now.getTime() / 1000) + 86_400;
  const mark: IdempotencyMark = { userId: 'usr_alice', digest: 'once', forgetAt, repeated: true };
  const edit = () => upsertNote({ ...ctx, idempotency: mark }, qubitNote, 'new');
  let first: unknown;
  const second = await during(async () => {
    first = await edit();
  }, edit);
  expect(second).toEqual(first);
  expect(await eventsOf()).toHaveLength(1);
});

test('a note that is deleted as another editor deletes it has one event of that', async () => {
  await upsertNote(ctx, { ...metricNote, scope: week }, 'old');
  const remove = () => deleteNote(ctx, { ...metricNote, scope: week });
  await expect(during(remove, remove)).rejects.toMatchObject({ kind: 'not-found' });
  expect(await eventsOf()).toHaveLength(2);
});

test('an editor who saw the note of another range is told when that is changed meanwhile', async () => {
  const { eventId } = await upsertNote(ctx, { ...metricNote, scope: week }, 'seen');
  const scope = { startAt: '2025-01-05T00:00:00.000Z', endAt: '2025-01-12T00:00:00.000Z' };
  const edit = () => upsertNote(ctx, { ...metricNote, scope, ifMatch: `"${eventId}"` }, 'new');
  const change = () => upsertNote(ctx, { ...metricNote, scope: week }, 'changed');
  await expect(during(change, edit)).rejects.toMatchObject({ code: 'etag_mismatch' });
});

const taskNote = (text: string, ifMatch?: string) => upsertTaskNote(ctx, 'task', text, ifMatch);

test.each([
  ['is deleted', deleted],
  ['begins to be deleted', marked],
])('a task note is among the notes of its chip no more when that %s meanwhile', async (_, meanwhile) => {
  await during(meanwhile, () => taskNote('new'));
  expect(await readTaskNote(ctx, 'task')).toMatchObject({ content: 'new' });
  const rows = [...(await verbs.table()).values()].filter((item) => item.includes('"note"') && item.includes('"new"'));
  expect(rows.filter((item) => JSON.parse(item).entity.S === 'note')).toEqual([]);
});

test('a task note is among the notes of a chip that is made anew meanwhile', async () => {
  await deleted();
  await during(
    () => createChip(ctx, { chipId, topologyId: 'linear-2' }),
    () => taskNote('new'),
  );
  const rows = [...(await verbs.table()).values()].filter((item) => JSON.parse(item).entity.S === 'note');
  expect(rows).toHaveLength(1);
});

test('a task note whose result goes meanwhile is not written', async () => {
  const key = taskResultEntity.keys(taskResultRecord({ projectId: ctx.projectId, chipId, taskId: 'task' }));
  const gone = () => batchWriteItems(verbs.db, [{ delete: { pk: key.pk, sk: key.sk } }]);
  await expect(during(gone, () => taskNote('new'))).rejects.toMatchObject({ kind: 'not-found' });
  expect(await eventsOf()).toEqual([]);
});

test.each([
  ['first', false],
  ['later', true],
])(
  'of two editors of the note of a result without a chip who saw the same, the %s note, one is told',
  async (_, isThere) => {
    await deleted();
    const seen = isThere ? `"${(await taskNote('old')).eventId}"` : '"0"';
    await expect(
      during(
        () => taskNote('first', seen),
        () => taskNote('second', seen),
      ),
    ).rejects.toMatchObject({
      code: 'etag_mismatch',
    });
    expect(await readTaskNote(ctx, 'task')).toMatchObject({ content: 'first' });
  },
);

/** Another process, whose clock is so far from this one's. */
const shifted = (milliseconds: number): ProjectContext => ({
  ...ctx,
  clock: () => new Date(verbs.now.getTime() + milliseconds),
});

test('a note that is made again is later than its deletion, by the clock of its maker', async () => {
  await upsertNote(ctx, metricNote, 'first');
  await deleteNote(shifted(2000), metricNote);
  const again = await upsertNote(shifted(-2000), metricNote, 'again');
  expect(again.content).toBe('again');
  expect(await eventsOf()).toEqual(['upsert first', 'delete', 'upsert again']);
});

test('a note that is made again while it is deleted by a clock that is ahead is later than its deletion', async () => {
  await upsertNote(ctx, metricNote, 'first');
  const edits = async () => {
    await upsertNote(ctx, metricNote, 'second');
    await deleteNote(shifted(2000), metricNote);
  };
  await deleteNote(ctx, metricNote);
  await during(edits, () => upsertNote(shifted(-2000), metricNote, 'third'));
  expect((await eventsOf()).at(-1)).toBe('upsert third');
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import type { IdempotencyMark, ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { createComment, deleteComment, updateComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { deleteTaskNote, upsertTaskNote } from '#shared/notes/verbs/task-note.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { startWorld, type World } from '#test/api/support/world.ts';
import { crashAt, crashStep, injectFaults, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';

let verbs: Verbs;
let owner: ProjectContext;
let commentId = '';
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const chipId = 'c';
const target = { kind: 'qubit', id: '0' } as const;
const chipNote = { note: { chipId, level: 'chip' }, scope: {} } as const;
const qubitNote = { note: { chipId, level: 'target', target }, scope: {} } as const;
const week = { startAt: '2025-01-01T00:00:00.000Z', endAt: '2025-01-08T00:00:00.000Z' };
const metricNote = { note: { chipId, level: 'metric', target, metric: 't1' }, scope: week } as const;
const comment = () => ({ chipId, target, commentId, scope: {} });

/** Every edit, over existing notes. */
const edits: Record<string, (ctx: ProjectContext) => Promise<unknown>> = {
  'a chip note': (ctx) => upsertNote(ctx, chipNote, 'new'),
  'a chip note, deleted': (ctx) => deleteNote(ctx, chipNote),
  'a chip note by way of the chip': (ctx) => updateChip(ctx, chipId, { note: 'new' }),
  'a qubit note': (ctx) => upsertNote(ctx, qubitNote, 'new'),
  'a metric note of a range': (ctx) => upsertNote(ctx, metricNote, 'new'),
  'a metric note of a range, deleted': (ctx) => deleteNote(ctx, metricNote),
  'a new comment': (ctx) => createComment(ctx, { chipId, target, scope: week }, 'new'),
  'a comment, edited': (ctx) => updateComment(ctx, comment(), 'new'),
  'a comment, deleted': (ctx) => deleteComment(ctx, comment()),
  'a task note': (ctx) => upsertTaskNote(ctx, 'task', 'new', undefined),
  'a task note, deleted': (ctx) => deleteTaskNote(ctx, 'task', undefined),
};

beforeEach(() => restart());

const eventsOf = async () => checkNotes(await verbs.table(), owner.projectId);

describe.each(Object.entries(edits))('%s', (name, edit) => {
  test.each(['before', 'after'] as const)(
    `${name} is there with its event or not at all, whichever call the process dies %s; asked again, once`,
    async (when) => {
      const before = (await eventsOf()).length;
      verbs.faults.plan(() => undefined);
      let call = 1;
      for (let total = call; call <= total; call += crashStep) {
        verbs.now = new Date(verbs.now.getTime() + 1000);
        const forgetAt = Math.floor(verbs.now.getTime() / 1000) + 86_400;
        const mark: IdempotencyMark = { userId: 'usr_alice', digest: `k-${call}`, forgetAt, repeated: false };
        verbs.faults.plan(crashAt(call, when));
        const died = await edit({ ...owner, idempotency: mark }).then(
          () => false,
          () => true,
        );
        await verbs.faults.idle();
        total = Math.max(total, died ? call + crashStep : call);
        verbs.faults.clear();
        expect((await eventsOf()).length - before, `call ${call}`).toBeLessThanOrEqual(1);
        await edit({ ...owner, idempotency: { ...mark, repeated: true } });
        expect((await eventsOf()).length - before, `call ${call}`).toBe(1);
        if (died) await restart();
      }
      expect(call).toBeGreaterThan(3);
    },
  );
});

/** One note of each kind. */
async function restart(): Promise<void> {
  await verbs.empty();
  owner = await verbs.member('alice');
  const { projectId } = owner;
  await createChip(owner, { chipId, topologyId: 'linear-2' });
  const result = taskResultRecord({ projectId, chipId, taskId: 'task' });
  await batchWriteItems(verbs.db, [{ put: taskResultEntity.encode(result, 1) }]);
  for (const note of [chipNote, qubitNote, metricNote]) await upsertNote(owner, note, 'old');
  await upsertTaskNote(owner, 'task', 'old', undefined);
  const made = await createComment(owner, { chipId, target, scope: {} }, 'old');
  commentId = made.subject.level === 'comment' ? made.subject.commentId : '';
}

describe('two editors at once', () => {
  test('two editors at once who do not ask both have their event, and the later one its note', async () => {
    const texts = ['a', 'b', 'c', 'd'];
    await Promise.all(texts.map((text) => upsertNote(owner, qubitNote, text)));
    const events = (await eventsOf()).filter((event) => texts.some((text) => event === `upsert ${text}`));
    expect(events).toHaveLength(4);
  });

  test('of editors at once who saw the same note and say so, one writes and the others are told', async () => {
    const { eventId } = await upsertNote(owner, qubitNote, 'seen');
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => upsertNote(owner, { ...qubitNote, ifMatch: `"${eventId}"` }, text)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'conflict' });
    await eventsOf();
  });
});

describe('over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  test.each([
    ['is told 500', 0],
    ['hears nothing because the function died', 61],
  ])('a client that %s after the commit and sends the request again makes no second event', async (_, seconds) => {
    const caller = await world.register(`caller-${seconds}`);
    await caller.api.createChip({ body: { chip_id: chipId, topology_id: 'linear-2' } });
    const faults = injectFaults(world.stack.runtime.client);
    const params = { chip_id: chipId, qid: '0' };
    const put = () =>
      caller.api.upsertQubitNote({ params, headers: { 'idempotency-key': 'once' }, body: { content: 'seen' } });
    // Dead from the commit on: not even the key is released; or alive, but every answer of the commit is lost.
    let dead = false;
    faults.plan(({ command }) => {
      if (dead) return { before: timedOut() };
      if (command !== 'TransactWriteItems') return undefined;
      dead = seconds > 0;
      return { after: timedOut() };
    });
    await expect(put()).rejects.toMatchObject({ status: 500 });
    faults.clear();
    await faults.idle();
    world.advance(seconds);
    expect(await put()).toMatchObject({ content: 'seen', updated_by: caller.username });
    const { events, total } = await caller.api.listChipNoteEvents({ params: { chip_id: chipId } });
    expect([events.length, total]).toEqual([1, 1]);
    world.stack.runtime.client.middlewareStack.remove('injectFaults');
  });
});

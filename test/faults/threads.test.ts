import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import type { IdempotencyMark, ProjectContext } from '#shared/kernel/context.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { crashAt, crashStep } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkThreads } from '#test/support/invariants/thread-invariants.ts';

let verbs: Verbs;
let owner: ProjectContext;
let threadId = '';
const replyId = () => `${threadId}-1`;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const qubit = (targetId: string) => ({
  ...{ type: 'qubit' as const, chipId: 'c', targetType: 'qubit' as const, targetId },
});
const newThread = (title: string) => ({
  ...{ title, category: 'qubit', content: 'text', contentBlocks: '[]', labels: [], assignees: [] },
  ...{ subjects: [qubit('0')], status: 'open' as const },
});
const inPlace = (content: string) => ({ parentId: threadId, content, contentBlocks: '[]' });

/** Every verb, over a thread with one reply, with the expected state afterwards. */
const verbsOf: Record<string, { act: (ctx: ProjectContext) => Promise<unknown>; after: string[] }> = {
  'a new thread': {
    act: (ctx) => createThread(ctx, newThread('new')),
    after: ['new, open: text', 'old, open: text', 'reply'],
  },
  'a reply': { act: (ctx) => createReply(ctx, inPlace('another')), after: ['another', 'old, open: text', 'reply'] },
  'an edit of a thread': {
    act: (ctx) => updateThread(ctx, threadId, { title: 'edited', content: 'new', subjects: () => [qubit('1')] }),
    after: ['edited, open: new (text)', 'reply'],
  },
  'a closing': {
    act: (ctx) => updateThread(ctx, threadId, { status: { status: 'resolved' } }),
    after: ['old, resolved: text', 'reply'],
  },
  'an edit of a reply': {
    act: (ctx) => updateReply(ctx, replyId(), { content: 'new' }),
    after: ['new (reply)', 'old, open: text'],
  },
  'the end of a reply': { act: (ctx) => deletePost(ctx, replyId()), after: ['old, open: text'] },
  'the end of a thread': { act: (ctx) => deletePost(ctx, threadId), after: [] },
};

const thereNow = async () => checkThreads(await verbs.table(), owner.projectId).sort();

async function restart(): Promise<void> {
  await verbs.empty();
  owner = await verbs.member('alice');
  await createChip(owner, { chipId: 'c', topologyId: 'linear-2' });
  ({ threadId } = await createThread(owner, newThread('old')));
  await createReply(owner, inPlace('reply'));
}
beforeEach(() => restart());

describe.each(Object.entries(verbsOf))('%s', (name, { act, after }) => {
  test.each(['before', 'after'] as const)(
    `${name} is whole or not at all, whichever call the process dies %s; asked again under its key, once`,
    async (when) => {
      const before = await thereNow();
      let call = 1;
      for (let total = call; call <= total; call += crashStep) {
        verbs.now = new Date(verbs.now.getTime() + 1000);
        const forgetAt = Math.floor(verbs.now.getTime() / 1000) + 86_400;
        const mark: IdempotencyMark = { userId: 'usr_alice', digest: `k-${call}`, forgetAt, repeated: false };
        verbs.faults.plan(crashAt(call, when));
        const died = await act({ ...owner, idempotency: mark }).then(
          () => false,
          () => true,
        );
        await verbs.faults.idle();
        total = Math.max(total, died ? call + crashStep : call);
        verbs.faults.clear();
        expect([before, after.toSorted()], `call ${call}`).toContainEqual(await thereNow());
        await act({ ...owner, idempotency: { ...mark, repeated: true } });
        expect(await thereNow(), `call ${call}`).toEqual(after.toSorted());
        if (died) await restart();
      }
      expect(call).toBeGreaterThan(3);
    },
  );
});

test('a thread whose removal broke off is read by no one, and the sweep removes what is left of it', async () => {
  await updateThread(owner, threadId, { content: 'edited' });
  const rowsOf = async () => [...(await verbs.table()).keys()].filter((key) => key.includes(threadId));
  let call = 1;
  for (let total = call; call <= total; call += 1) {
    verbs.faults.plan(crashAt(call, 'after'));
    const died = await deletePost(owner, threadId).then(
      () => false,
      () => true,
    );
    await verbs.faults.idle();
    verbs.faults.clear();
    total = Math.max(total, died ? call + 1 : call);
    const stands = (await thereNow()).length > 0;
    expect(await sweepPending(verbs.ctx)).toMatchObject({ failed: 0 });
    if (!stands) expect(await rowsOf(), `call ${call}`).toEqual([]);
    await restart();
    await updateThread(owner, threadId, { content: 'edited' });
  }
  expect(call).toBeGreaterThan(4);
});

test('posts that are written, edited and deleted side by side leave a thread that is whole', async () => {
  const work = Array.from({ length: 4 }, (_, n) => [
    createReply(owner, inPlace(`${n}`)),
    updateThread(owner, threadId, { content: `text ${n}` }),
    updateThread(owner, threadId, { subjects: () => [qubit(String(n % 2))] }),
  ]).flat();
  await Promise.allSettled([...work, deletePost(owner, replyId())]);
  const there = await thereNow();
  expect(there.filter((text) => /^\d$/.test(text))).toEqual(['0', '1', '2', '3']);
});

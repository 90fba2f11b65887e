import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import { deleteKnowledge, extractKnowledge } from '#shared/discussions/verbs/knowledge.ts';
import { imageAddress } from '#shared/images/rules/reference.ts';
import { fetchImage } from '#shared/images/verbs/fetch-image.ts';
import { storeImage } from '#shared/images/verbs/store-image.ts';
import { sweepImages } from '#shared/images/verbs/sweep-images.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { createComment, deleteComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { deleteTaskNote, upsertTaskNote } from '#shared/notes/verbs/task-note.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { deleteTaskMarkdown, writeTaskMarkdown } from '#shared/results/verbs/tasks/task-knowledge.ts';
import { png } from '#test/api/support/images.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';

let verbs: Verbs;
let owner: ProjectContext;
/** The name of the image, and a text that shows it. */
let name = '';
let text = '';
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const start = Date.parse('2025-03-01T12:00:00.000Z');
const day = (days: number) => {
  verbs.now = new Date(start + days * 86_400_000);
};
const bytes = png(3, 2);
const send = async () => (await storeImage({ ...owner, objects: verbs.ctx.objects }, bytes)).name;
const sweep = () => sweepImages(verbs.ctx, new Date(verbs.now.getTime() + 60_000));
const isThere = () =>
  fetchImage({ projectId: owner.projectId, objects: verbs.ctx.objects }, name).then(
    () => true,
    () => false,
  );
/** Everything that is kept of images: rows, and objects. */
const kept = async () => [
  ...[...(await verbs.table()).keys()].filter((key) => key.includes('IMAGE')),
  ...[...verbs.ctx.objects.kept.keys()].filter((key) => key.startsWith('images/')),
];

async function restart(): Promise<void> {
  await verbs.empty();
  day(0);
  owner = await verbs.member('alice');
  await createChip(owner, { chipId: 'c', topologyId: 'linear-2' });
  const { projectId } = owner;
  const result = taskResultRecord({ projectId, taskId: 'task', chipId: 'c' });
  await batchWriteItems(owner.db, [{ put: taskResultEntity.encode(result, 1) }]);
  name = await send();
  text = `Seen ![T1](${imageAddress(name)})`;
}
beforeEach(restart);

const qubit = { kind: 'qubit', id: '0' } as const;
const ofTarget = { note: { chipId: 'c', level: 'target', target: qubit }, scope: {} } as const;
const ofChip = { note: { chipId: 'c', level: 'chip' }, scope: {} } as const;
const ofMetric = { note: { chipId: 'c', level: 'metric', target: qubit, metric: 't1' }, scope: {} } as const;
const newThread = (content: string) => ({
  ...{ title: 'T1', category: 'qubit', content, contentBlocks: '[]', labels: [], assignees: [] },
  ...{ subjects: [{ type: 'task_result', taskId: 'task' } as const], status: 'open' as const },
});
const thread = async (content = 'text') => (await createThread(owner, newThread(content))).threadId;
const reply = async (content: string) => {
  const written = await createReply(owner, { parentId: await thread(), content, contentBlocks: '[]' });
  return `${written.thread.threadId}-${written.reply.reply}`;
};

/** How each text comes to show the image, and how it goes. */
const places: Record<string, () => Promise<() => Promise<unknown>>> = {
  'the note of a chip': async () => {
    await upsertNote(owner, ofChip, text);
    return () => deleteNote(owner, ofChip);
  },
  'the note of a qubit': async () => {
    await upsertNote(owner, ofTarget, text);
    return () => deleteNote(owner, ofTarget);
  },
  'the note on a metric': async () => {
    await upsertNote(owner, ofMetric, text);
    return () => deleteNote(owner, ofMetric);
  },
  'a comment': async () => {
    const { subject } = await createComment(owner, { chipId: 'c', target: qubit, scope: {} }, text);
    const commentId = subject.level === 'comment' ? subject.commentId : '';
    return () => deleteComment(owner, { chipId: 'c', target: qubit, commentId, scope: {} });
  },
  'the note of a task result': async () => {
    await upsertTaskNote(owner, 'task', text, undefined);
    return () => deleteTaskNote(owner, 'task', undefined);
  },
  'a thread': async () => {
    const id = await thread(text);
    return () => deletePost(owner, id);
  },
  'a thread that was edited': async () => {
    const id = await thread();
    await updateThread(owner, id, { content: text });
    return () => deletePost(owner, id);
  },
  'a reply': async () => {
    const id = await reply(text);
    return () => deletePost(owner, id);
  },
  'a reply that was edited': async () => {
    const id = await reply('text');
    await updateReply(owner, id, { content: text });
    return () => deletePost(owner, id);
  },
  'a case whose issue is deleted': async () => {
    const id = await thread(text);
    await extractKnowledge(owner, id);
    await deletePost(owner, id);
    return () => deleteKnowledge(owner, id);
  },
  'the document of a task': async () => {
    await writeTaskMarkdown(owner, 'CheckT1', text);
    return () => deleteTaskMarkdown(owner, 'CheckT1');
  },
};

describe('the life of an image', () => {
  test('an image that no text shows is there for seven days, and then nothing of it is', async () => {
    day(6.9);
    expect(await sweep()).toEqual({ imagesRemoved: 0, failed: 0 });
    expect(await isThere()).toBe(true);
    day(7.1);
    expect(await sweep()).toEqual({ imagesRemoved: 1, failed: 0 });
    expect(await kept()).toEqual([]);
  });

  test('an image that is sent again has seven days more, and can be sent again once it was removed', async () => {
    day(6);
    expect(await send()).toBe(name);
    day(8);
    await sweep();
    expect(await isThere()).toBe(true);
    day(14);
    await sweep();
    expect(await kept()).toEqual([]);
    await send();
    expect(await isThere()).toBe(true);
  });

  test.each(Object.entries(places))('an image in %s stays with it, and goes days after it', async (_, make) => {
    const remove = await make();
    for (const days of [10, 20, 30]) {
      day(days);
      expect(await sweep()).toEqual({ imagesRemoved: 0, failed: 0 });
      expect(await isThere()).toBe(true);
    }
    await remove();
    day(40);
    // One sweep forgets the places that are gone, the next one finds none.
    await sweep();
    expect(await sweep()).toEqual({ imagesRemoved: 1, failed: 0 });
    expect(await kept()).toEqual([]);
  });

  test('an image of two texts stays until both are gone, also behind places that are', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 95; n += 1) ids.push(await thread(text));
    const last = ids.pop() ?? '';
    for (const id of ids) await deletePost(owner, id);
    for (const days of [10, 20]) {
      day(days);
      for (let n = 0; n < 3; n += 1) await sweep();
      expect(await isThere()).toBe(true);
    }
    await deletePost(owner, last);
    day(30);
    for (let n = 0; n < 2; n += 1) await sweep();
    expect(await kept()).toEqual([]);
  });

  test('an image that was taken out of a text stays, since the earlier text shows it', async () => {
    const id = await thread(text);
    await updateThread(owner, id, { content: 'without' });
    day(10);
    await sweep();
    expect(await isThere()).toBe(true);
  });

  test('a text may name images that are not there, and no more than twenty', async () => {
    const names = Array.from({ length: 21 }, (_, n) => `${String(n).padStart(32, '0')}-1x1.png`);
    const shown = (some: readonly string[]) => some.map((one) => `![](${imageAddress(one)})`).join(' ');
    await upsertNote(owner, ofTarget, shown(names.slice(0, 20)));
    await expect(upsertNote(owner, ofTarget, shown(names))).rejects.toThrow(
      'A text may show 20 images; this one shows 21',
    );
  });
});

describe('what breaks off', () => {
  const dying = async <T>(call: number, when: 'before' | 'after', work: () => Promise<T>): Promise<T | undefined> => {
    verbs.faults.plan(crashAt(call, when));
    const done = await work().catch(() => undefined);
    await verbs.faults.idle();
    verbs.faults.clear();
    return done;
  };

  test.each(['before', 'after'] as const)(
    'an image whose sending dies %s any call is whole when it is sent again, and else swept with all that came of it',
    async (when) => {
      for (const again of [true, false])
        for (let call = 1, died = true; died; call += 1) {
          await verbs.empty();
          day(0);
          owner = await verbs.member('alice');
          died = (await dying(call, when, send)) === undefined;
          if (again) {
            expect(await send()).toBe(name);
            expect(await isThere()).toBe(true);
          } else {
            day(8);
            await sweep();
            expect(await kept()).toEqual([]);
          }
          expect(call).toBeLessThan(10);
        }
    },
  );

  test('an image whose bytes the bucket refuses is swept, or sent again', async () => {
    await verbs.empty();
    owner = await verbs.member('alice');
    const objects = { put: () => Promise.reject(new Error('The bucket is gone')), list: async () => [] };
    await expect(storeImage({ ...owner, objects }, bytes)).rejects.toThrow('The bucket is gone');
    expect(await isThere()).toBe(false);
    await send();
    expect(await isThere()).toBe(true);
  });

  test.each(['before', 'after'] as const)(
    'a sweep that dies %s any call is followed by one that ends it',
    async (when) => {
      let calls = 0;
      for (let died = true; died; ) {
        calls += 1;
        await restart();
        day(8);
        died = (await dying(calls, when, sweep))?.failed !== 0;
        day(8.1);
        await sweep();
        expect(await kept(), `call ${calls}`).toEqual([]);
      }
      expect(calls).toBeGreaterThan(3);
    },
  );

  test('an image that is being removed is refused to who sends it, and passed over by texts', async () => {
    day(8);
    const broken = { ...verbs.ctx, objects: { deleteBelow: () => Promise.reject(new Error('The bucket is gone')) } };
    expect(await sweepImages(broken, new Date(verbs.now.getTime() + 60_000))).toEqual({ imagesRemoved: 0, failed: 1 });
    await expect(send()).rejects.toThrow(`Image '${name}' is being removed`);
    await thread(text);
    day(8.1);
    await sweep();
    expect(await kept()).toEqual([]);
  });
});

describe('who meets the sweep', () => {
  const takers: Record<string, () => Promise<unknown>> = {
    'a thread': () => thread(text),
    'a reply': () => reply(text),
    'a note': () => upsertNote(owner, ofTarget, text),
    'a user who sends it again': () => send(),
  };

  test.each(Object.entries(takers))('an image that %s takes up while it is found unused stays', async (_, take) => {
    day(8);
    await interleaved(verbs.client, { work: sweep, meanwhile: take });
    expect(await isThere()).toBe(true);
    await sweep();
    expect(await isThere()).toBe(true);
  });

  test('a text that is saved while its image is removed is saved', async () => {
    day(8);
    const id = await interleaved(verbs.client, { work: () => thread(text), meanwhile: sweep });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await kept()).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { refusal, refused } from '../support/refusal.ts';
import { startTwoCooldowns, type TwoCooldowns } from './two-cooldowns.ts';

let scene: TwoCooldowns;
beforeAll(async () => {
  scene = await startTwoCooldowns();
});
afterAll(() => scene.world.stop());

type Query = NonNullable<Parameters<TwoCooldowns['api']['listTaskResults']>[0]>['query'];

/** What the whole list has of a cool-down, by what each result says of itself. */
async function expected(cooldown_id: string, query: Query = {}) {
  const { items } = await scene.api.listTaskResults({ query: { ...query, limit: 100 } });
  const details = await Promise.all(items.map(({ task_id }) => scene.api.getTaskResult({ params: { task_id } })));
  return items.filter((_, n) => details[n]?.cooldown_id === cooldown_id);
}

const countsOf = (items: readonly { status: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('task results of a cool-down', () => {
  it.each(['one', 'two', 'side'])(
    'task results of cool-down %s are those that bear its id, and counted',
    async (id) => {
      const wanted = await expected(id);
      expect(wanted.length).toBeGreaterThan(3);
      const page = await scene.api.listTaskResults({ query: { cooldown_id: id, limit: 100 } });
      expect(page.items).toEqual(wanted);
      expect(page).toMatchObject({ total: wanted.length, status_counts: countsOf(wanted), counted_all: true });
    },
  );

  it('task results of a cool-down have what began before it, and lack what ended behind it', async () => {
    const { items } = await scene.api.listTaskResults({ query: { cooldown_id: 'one', limit: 100 } });
    const ids = items.map(({ task_id }) => task_id);
    expect(ids).toContain('before-straddles');
    expect(ids).not.toContain('one-straddles');
  });

  it.each<[string, Query]>([
    ['of a chip', { chip_id: 'chip' }],
    ['of an execution', { execution_id: '20250101-002' }],
    ['of a qubit', { qid: '0' }],
    ['that contain a text', { message_contains: 'failed in' }],
  ])('task results of a cool-down %s are narrowed by both', async (_, query) => {
    const wanted = await expected('one', query);
    expect(wanted.length).toBeGreaterThan(0);
    const page = await scene.api.listTaskResults({ query: { ...query, cooldown_id: 'one', limit: 100 } });
    expect(page.items).toEqual(wanted);
    expect(page).toMatchObject({ total: wanted.length, status_counts: countsOf(wanted), counted_all: true });
  });

  it('task results of a cool-down of one status have the counts of every status', async () => {
    const all = await expected('two');
    const page = await scene.api.listTaskResults({ query: { cooldown_id: 'two', status: 'completed', limit: 1 } });
    const completed = all.filter(({ status }) => status === 'completed');
    expect(page.items).toEqual(completed.slice(0, 1));
    expect(page).toMatchObject({ total: completed.length, status_counts: countsOf(all), counted_all: true });
  });

  it('task results of a cool-down are the same page by page, by number and by cursor', async () => {
    const wanted = await expected('one');
    const byNumber = await Promise.all(
      wanted.map((_, skip) => scene.api.listTaskResults({ query: { cooldown_id: 'one', skip, limit: 1 } })),
    );
    expect(byNumber.flatMap(({ items }) => items)).toEqual(wanted);
    const byCursor: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = { cooldown_id: 'one', limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page = await scene.api.listTaskResults({ query });
      byCursor.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(byCursor).toEqual(wanted);
  });

  it('task results of a cool-down that the chip never was in are none', async () => {
    const page = await scene.api.listTaskResults({ query: { chip_id: 'other', cooldown_id: 'one' } });
    expect(page).toMatchObject({ items: [], total: 0, status_counts: {}, counted_all: true });
  });

  it('task results of an unknown cool-down, or of one of another project, are refused by its name', async () => {
    const stranger = await scene.world.register('stranger');
    const of = (projectId: string, id: string) => refused(400, `Cool-down '${id}' not found in project '${projectId}'`);
    const query = { cooldown_id: 'nowhere' };
    expect(await refusal(scene.api.listTaskResults({ query }))).toEqual(of(scene.projectId, 'nowhere'));
    expect(await refusal(scene.api.listTaskResults({ query: { ...query, execution_id: '20250101-002' } }))).toEqual(
      of(scene.projectId, 'nowhere'),
    );
    expect(await refusal(stranger.api.listTaskResults({ query: { cooldown_id: 'one' } }))).toEqual(
      of(stranger.projectId, 'one'),
    );
  });
});

it('task results of a cool-down have those whose rows an earlier version wrote without it', async () => {
  const { db } = scene.world.stack.runtime;
  const query = { cooldown_id: 'one', limit: 100 };
  const before = await scene.api.listTaskResults({ query });
  for (const taskId of ['one-chip-first', 'between-chip-first']) {
    const { slim, ...item } = (await getItem(db, taskKeys.result(scene.projectId, taskId))) as Item & { slim: Item };
    const { cooldownId, ...row } = slim;
    await batchWriteItems(db, [{ put: { ...item, ...(cooldownId ? { cooldownId } : {}), slim: row, v: 2 } }]);
  }
  const { complete_until: readAt } = before;
  expect({ ...(await scene.api.listTaskResults({ query })), complete_until: readAt }).toEqual(before);
  const params = { task_id: 'one-chip-first' };
  expect((await scene.api.getTaskResult({ params })).cooldown_id).toBe('one');
});

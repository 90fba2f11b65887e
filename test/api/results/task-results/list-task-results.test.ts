import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusal.ts';
import { alice, at, bob, onTaskResults, run } from './scene.ts';

onTaskResults();

describe('the list of task results', () => {
  const list = async (query: object = {}, api = alice.api) => {
    const page = await api.listTaskResults({ query });
    return { ...page, ids: page.items.map(({ task_id }) => task_id) };
  };
  const newestFirst = ['runs', 'zx', 't1-skipped', 't1-failed', 't1-second', 't1-first', 'waits'];
  const counts = { completed: 3, failed: 1, skipped: 1, scheduled: 1, running: 1 };
  const some = (given: object) => Object.fromEntries(Object.entries(given).filter(([, count]) => count !== 0));

  it.each([
    ['of the project', {}],
    ['of a chip', { chip_id: 'chip' }],
  ])('the list of task results %s has the latest start first, with exact counts', async (_, query) => {
    const page = await list(query);
    expect(page.ids).toEqual(newestFirst);
    expect([page.total, page.counted_all, page.skip, page.limit, page.next_cursor]).toEqual([7, true, 0, 50, null]);
    expect(some(page.status_counts ?? {})).toEqual(counts);
  });

  it('the list of task results of an execution has the counts of the execution', async () => {
    const page = await list({ execution_id: run.execution.executionId });
    expect(page.ids.toSorted()).toEqual(newestFirst.toSorted());
    expect([page.total, some(page.status_counts ?? {})]).toEqual([7, counts]);
    expect(await list({ execution_id: '20200101-000' })).toMatchObject({ items: [], total: 0, status_counts: {} });
  });

  it('the list of task results filtered by status counts those, alongside the counts of all', async () => {
    const page = await list({ chip_id: 'chip', status: 'failed' });
    expect([page.ids, page.total, some(page.status_counts ?? {})]).toEqual([['t1-failed'], 1, counts]);
  });

  it.each([
    [{ task_name: 'CheckZX90' }, ['zx']],
    [{ qid: '0' }, ['t1-second', 't1-first']],
    [{ qid: '1-0' }, ['zx']],
    [{ coupling_id: '0-1' }, ['zx']],
    [{ username: 'alice', qid: '1' }, ['t1-failed']],
    [{ username: 'nobody' }, []],
    [{ message_contains: 'r² VALUE' }, ['t1-failed']],
    [{ message_contains: '.*' }, []],
    [{ task_name: 'CheckT1', status: 'completed' }, ['t1-second', 't1-first']],
  ])('the list of task results filtered by %j has exactly those that fit', async (query, ids) => {
    for (const within of [{}, { chip_id: 'chip' }, { execution_id: run.execution.executionId }]) {
      const page = await list({ ...query, ...within });
      expect([page.ids, page.total, page.counted_all]).toEqual([ids, ids.length, true]);
    }
  });

  it('the list of task results within a range of starts leaves out what has not begun, under both names of the range', async () => {
    for (const [from, to] of [
      ['start_from', 'start_to'],
      ['start_at', 'end_at'],
    ] as const) {
      expect((await list({ chip_id: 'chip', [from]: at(2), [to]: at(3) })).ids).toEqual(['t1-failed', 't1-second']);
      expect((await list({ chip_id: 'chip', [from]: at(5) })).ids).toEqual(['runs', 'zx']);
    }
  });

  it('the list of task results is the same page by page, by skip and by cursor', async () => {
    for (const query of [{}, { chip_id: 'chip' }, { task_name: 'CheckT1' }]) {
      const { ids } = await list(query);
      const skipped: string[] = [];
      for (let skip = 0; skip < ids.length; skip += 2) skipped.push(...(await list({ ...query, skip, limit: 2 })).ids);
      expect(skipped).toEqual(ids);
      const followed: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ ...query, limit: 2, ...(cursor ? { cursor } : {}) });
        followed.push(...page.ids);
        cursor = page.next_cursor;
      } while (cursor);
      expect(followed).toEqual(ids);
    }
  });

  it.each([{ limit: '101' }, { limit: '0' }, { skip: '-1' }, { skip: '10001' }, { cursor: 'x' }, { status: 'done' }])(
    'the list of task results refuses %j',
    async (query) => {
      expect(await refusal(alice.api.listTaskResults({ query: query as object }))).toMatchObject({ status: 400 });
    },
  );

  it('the list of task results of an unknown chip is 404, and of another project empty', async () => {
    expect(await refusal(list({ chip_id: 'nowhere' }))).toMatchObject({ status: 404 });
    expect(await list({}, bob.api)).toMatchObject({ items: [], total: 0 });
    expect(await list({ execution_id: run.execution.executionId }, bob.api)).toMatchObject({ items: [], total: 0 });
  });
});

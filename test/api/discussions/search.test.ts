import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { searchThreads } from '#shared/discussions/verbs/search-threads.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let first = '';
let closed = '';
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  first = await begin('The fits drift', 'Since the warm-up of qubit 3');
  closed = await begin('Readout', 'Looks fine', { category: 'control', labels: ['iq'] });
  await reply(closed, '冷却後に読み出しが改善した');
  await owner.api.closeForumPost({ params: { post_id: closed }, body: {} });
  await begin('A two-level system', 'Drifting again, says the "two level" model');
});
afterAll(() => world.stop());

const begin = async (title: string, content: string, more: object = {}) =>
  (await owner.api.createForumPost({ body: { category: 'qubit', title, content, ...more } })).id;
const reply = (parent_id: string, content: string) =>
  owner.api.createForumPost({ body: { category: 'qubit', parent_id, content } });
const find = async (q: string, more: object = {}) =>
  (await owner.api.listForumPosts({ query: { q, status: 'all', ...more } })).posts.map(({ title }) => title);

it.each<[string, string[]]>([
  ['drift', ['A two-level system', 'The fits drift']],
  ['DRIFTED fit', ['The fits drift']],
  ['"two level"', ['A two-level system']],
  ['"level two"', []],
  ['冷却', ['Readout']],
  ['冷 読み出し', ['Readout']],
  ['却冷', []],
  ['fine 改善', []],
  ['nothing', []],
  ['the', []],
  ['', []],
])('threads are found by %j in one of their posts, the newest first', async (q, titles) => {
  expect(await find(q)).toEqual(titles);
});

it('a search is narrowed as a list is, and pages by skip with its total', async () => {
  expect(await find('冷却', { status: 'open' })).toEqual([]);
  expect(await find('冷却', { category: 'control', label: 'iq' })).toEqual(['Readout']);
  expect(await find('drift', { number: 1 })).toEqual(['The fits drift']);
  const page = await owner.api.listForumPosts({ query: { q: 'drift', skip: 1, limit: 1 } });
  expect(page).toMatchObject({ total: 2, skip: 1, limit: 1, next_cursor: null, posts: [{ title: 'The fits drift' }] });
  expect((await refusal(owner.api.listForumPosts({ query: { q: 'drift', cursor: 'x' } }))).status).toBe(400);
  expect((await refusal(owner.api.listForumPosts({ query: { q: 'x'.repeat(129) } }))).status).toBe(400);
});

it('what was just written is found, and what was replaced or deleted is not', async () => {
  const { id } = await reply(first, 'cosmic ray');
  expect(await find('cosmic')).toEqual(['The fits drift']);
  await owner.api.updateForumPost({ params: { post_id: id }, body: { content: 'burst' } });
  expect([await find('cosmic'), await find('burst')]).toEqual([[], ['The fits drift']]);
  await owner.api.deleteForumPost({ params: { post_id: id } });
  expect(await find('burst')).toEqual([]);
});

it('another project finds nothing of this one', async () => {
  const other = await world.register('other');
  expect((await other.api.listForumPosts({ query: { q: 'drift', status: 'all' } })).total).toBe(0);
});

it('a search that does not reach the oldest thread says that it has not counted all', async () => {
  const filler = 'x'.repeat(8000);
  for (let n = 0; n < 140; n += 1) await begin(`Filler ${n}`, filler);
  const ctx = { ...contextOf(world.stack.runtime, 'test'), projectId: owner.projectId } as ProjectContext;
  const page = { skip: 0, limit: 10 };
  const look = (pages: number) => searchThreads(ctx, 'drift', { status: 'all', subjects: [] }, page, pages);
  expect(await look(1)).toMatchObject({ records: [], total: null });
  expect(await look(2)).toMatchObject({ total: 2 });
});

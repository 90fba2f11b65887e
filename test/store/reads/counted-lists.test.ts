import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { type PageOptions, type PageRequest, readPage } from '#shared/kernel/store/dynamodb/paging.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
const range = { pk: 'LIST', prefix: 'ROW#' };
const skOf = (n: number) => `ROW#${String(n).padStart(3, '0')}`;
beforeAll(async () => {
  verbs = await startVerbs();
  await batchWriteItems(
    verbs.db,
    Array.from({ length: 30 }, (_, n) => ({ put: { pk: range.pk, sk: skOf(n), rev: 1 } })),
  );
});
afterAll(() => verbs.stop());

/** A page, and how many items each of its requests asked for. */
async function pageOf(request: PageRequest, options: Partial<PageOptions<string>> = {}) {
  const asked: number[] = [];
  const name = 'countRequests';
  verbs.client.middlewareStack.add(
    (next) => (args) => {
      asked.push((args.input as unknown as { Limit: number }).Limit);
      return next(args);
    },
    { step: 'initialize', name },
  );
  const page = await readPage(verbs.db, range, request, { decode: ({ sk }) => String(sk), ...options });
  verbs.client.middlewareStack.remove(name);
  return { page, asked };
}

test('a list that is counted is read and counted by one request', async () => {
  const { page, asked } = await pageOf({ skip: 2, limit: 3 });
  expect(page).toMatchObject({ records: [skOf(2), skOf(3), skOf(4)], total: 30 });
  expect(asked).toEqual([1000]);
});

test('a page that is not counted reads no more than itself and whether there is more', async () => {
  const { page } = await pageOf({ skip: 0, limit: 3 });
  const { page: second, asked } = await pageOf({ skip: 0, limit: 3, cursor: page.nextCursor ?? '' });
  expect(second).toMatchObject({ records: [skOf(3), skOf(4), skOf(5)], total: null });
  expect(asked).toEqual([4]);
  expect((await pageOf({ skip: 0, limit: 3 }, { total: 30 })).asked).toEqual([4]);
});

test('a list that ends at a record is not read beyond it for the sake of its count', async () => {
  const { page, asked } = await pageOf({ skip: 0, limit: 3 }, { endsAt: (sk) => sk === skOf(2) });
  expect(page).toMatchObject({ records: [skOf(0), skOf(1)], total: 2 });
  expect(asked).toEqual([4]);
});

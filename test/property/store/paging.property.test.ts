import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '#shared/kernel/errors.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, type QueryRange } from '#shared/kernel/store/dynamodb/database.ts';
import { type PageRequest, readPage, skipBudget } from '#shared/kernel/store/dynamodb/paging.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(() => verbs.empty());

/** A row of a list: its position in the index, and whether the list's filter keeps it. */
interface Row {
  id: number;
  sort: string;
  kept: boolean;
}

/** Few sort keys, so that many rows have the same one; in the index the table's key breaks the tie. */
const rows = fc
  .array(fc.record({ sort: fc.constantFrom('2025-01', '2025-02', '2025-02-01', 'é', 'ｑ', '𝔮'), kept: fc.boolean() }), {
    maxLength: 24,
  })
  .map((list) => list.map((row, id): Row => ({ id, ...row })));

type Variant = { on: 'table' | 'gsi1' | 'gsi2'; filtered: boolean; descending: boolean };
const variant = fc.record({
  on: fc.constantFrom('table', 'gsi1', 'gsi2'),
  filtered: fc.boolean(),
  descending: fc.boolean(),
});

const tableSort = (row: Pick<Row, 'id' | 'sort'> | undefined) => `ROW#${row?.sort}#${String(row?.id).padStart(3, '0')}`;

let lists = 0;
/** Stores the rows of a list and rows of a neighbour, and answers the range that reads the list. */
async function store(list: Row[], { on, descending }: Variant): Promise<QueryRange> {
  lists += 1;
  // Ends in a dot, so that no list is the neighbour of another.
  const pk = `P#${lists}.`;
  const item = (of: string, { id, sort, kept }: Row) => ({
    pk: on === 'table' ? of : `${of}#${id % 3}`,
    sk: on === 'table' ? tableSort({ id, sort }) : `ROW#${id}`,
    ...(on === 'table' ? {} : { [`${on}pk`]: of, [`${on}sk`]: sort }),
    rev: 1,
    slim: { id, kept },
  });
  const others = [
    { pk, sk: 'META' },
    { pk, sk: 'SOW#x' },
    item(`${pk}0`, { id: 900, sort: '2025-01', kept: true }),
    item(`${pk}#X`, { id: 901, sort: '2025-01', kept: true }),
  ];
  await batchWriteItems(
    verbs.db,
    [...list.map((row) => item(pk, row)), ...others].map((put) => ({ put })),
  );
  return on === 'table' ? { pk, prefix: 'ROW#', descending } : { pk, index: on, descending };
}

const decode = (item: Item) => item.slim as { id: number; kept: boolean };
const options = ({ filtered }: Variant) =>
  filtered ? { decode, keep: (row: ReturnType<typeof decode>) => row.kept } : { decode };
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

/** The model: the kept rows by the bytes of their sort keys; rows of an index that share one are in any order. */
async function whole(range: QueryRange, list: Row[], of: Variant): Promise<number[]> {
  const page = await readPage(verbs.db, range, { skip: 0, limit: 100 }, options(of));
  const ids = idsOf(page.records);
  const sortKey = (id: number) => Buffer.from(of.on === 'table' ? tableSort(list[id]) : (list[id]?.sort ?? ''));
  const model = idsOf(list.filter((row) => row.kept || !of.filtered)).sort((a, b) =>
    Buffer.compare(sortKey(a), sortKey(b)),
  );
  if (of.descending) model.reverse();
  expect(ids.map(sortKey)).toEqual(model.map(sortKey));
  expect(new Set(ids)).toEqual(new Set(model));
  expect(page).toMatchObject({ total: model.length, nextCursor: null });
  return ids;
}

describe('pages on a real engine', () => {
  it('pages by skip and limit, joined, are the whole list, each a slice of it with the exact total', async () => {
    await fc.assert(
      fc.asyncProperty(rows, variant, fc.integer({ min: 1, max: 9 }), async (list, of, limit) => {
        const range = await store(list, of);
        const all = await whole(range, list, of);
        for (let skip = 0; skip <= all.length + limit; skip += limit) {
          const page = await readPage(verbs.db, range, { skip, limit }, options(of));
          expect(idsOf(page.records)).toEqual(all.slice(skip, skip + limit));
          expect(page).toMatchObject({ total: all.length, skip, limit });
          expect(page.nextCursor === null).toBe(skip + limit >= all.length);
        }
      }),
      { numRuns: caseCount(12) },
    );
  });

  it('pages by cursor, joined, are the whole list without a gap or a repeat, from any page on', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        variant,
        fc.integer({ min: 1, max: 9 }),
        fc.nat({ max: 10 }),
        async (list, of, limit, skip) => {
          const range = await store(list, of);
          const all = await whole(range, list, of);
          let page = await readPage(verbs.db, range, { skip, limit }, options(of));
          const seen = idsOf(page.records);
          while (page.nextCursor !== null) {
            page = await readPage(verbs.db, range, { skip: 0, limit, cursor: page.nextCursor }, options(of));
            expect(page.records.length).toBeGreaterThan(0);
            expect(page.total).toBeNull();
            seen.push(...idsOf(page.records));
          }
          expect(seen).toEqual(all.slice(skip));
        },
      ),
      { numRuns: caseCount(12) },
    );
  });

  it('pages are read on after a cursor whose row was deleted meanwhile', async () => {
    const of: Variant = { on: 'table', filtered: false, descending: false };
    const list = Array.from({ length: 6 }, (_, id) => ({ id, sort: 'a', kept: true }));
    const range = await store(list, of);
    const first = await readPage(verbs.db, range, { skip: 0, limit: 3 }, { decode });
    await batchWriteItems(verbs.db, [{ delete: { pk: range.pk, sk: 'ROW#a#002' } }]);
    const rest = await readPage(verbs.db, range, { skip: 0, limit: 9, cursor: first.nextCursor ?? '' }, { decode });
    expect(idsOf(rest.records)).toEqual([3, 4, 5]);
  });

  it('pages give the total that is known without counting', async () => {
    const range = await store([{ id: 0, sort: 'a', kept: true }], { on: 'table', filtered: false, descending: false });
    const page = await readPage(verbs.db, range, { skip: 0, limit: 1 }, { decode, total: 77 });
    expect(page.total).toBe(77);
  });
});

describe('what is not a page', () => {
  const ask = async (range: QueryRange, request: PageRequest) => readPage(verbs.db, range, request, { decode });
  const refused = async (range: QueryRange, cursor: string) => {
    const error = await ask(range, { skip: 0, limit: 5, cursor }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ kind: 'invalid', message: "cursor is not a 'next_cursor' of this list" });
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const table: Variant = { on: 'table', filtered: false, descending: false };
  const some = Array.from({ length: 4 }, (_, id) => ({ id, sort: 'a', kept: true }));

  it('a skip beyond the work budget is refused with the way out, and the budget itself is not', async () => {
    const range = await store([], table);
    await expect(ask(range, { skip: skipBudget + 1, limit: 5 })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('next_cursor'),
    });
    expect(await ask(range, { skip: skipBudget, limit: 5 })).toMatchObject({ records: [], total: 0 });
  });

  it('a cursor of anything that is not a cursor is refused', async () => {
    const range = await store(some, table);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => refused(range, text),
      ),
      { numRuns: caseCount(200) },
    );
  });

  it.each([
    ['no key', {}],
    ['half a key', { pk: 'PK' }],
    ['a number', { pk: 'PK', sk: 7 }],
    ['an empty key', { pk: 'PK', sk: '' }],
    ['an attribute more', { pk: 'PK', sk: 'ROW#a#001', x: '1' }],
    ['text that no key can hold', { pk: 'PK', sk: 'ROW#\ud800' }],
    ['more bytes than a key may have', { pk: 'PK', sk: `ROW#${'é'.repeat(520)}` }],
    ['a row of the partition outside the list', { pk: 'PK', sk: 'META' }],
    ['a row behind the list', { pk: 'PK', sk: 'SOW#x' }],
    ['another partition', { pk: 'P#other', sk: 'ROW#a#001' }],
  ])('a forged cursor with %s is refused', async (_, key: Record<string, unknown>) => {
    const range = await store(some, table);
    await refused(range, encode({ ...key, ...(key.pk === 'PK' ? { pk: range.pk } : {}) }));
  });

  it('a cursor that leaves the bounds of the list is refused, bounds compared as the engine does', async () => {
    const range = { pk: 'P#bounds', from: 'b', through: 'ｑ' };
    for (const sk of ['a', '𝔮', 'z']) {
      const asked = ask(range, { skip: 0, limit: 5, cursor: encode({ pk: range.pk, sk }) });
      // `z` is within; `𝔮` is beyond `ｑ` in bytes although not in code units.
      if (sk === 'z') expect(await asked).toMatchObject({ records: [] });
      else await expect(asked).rejects.toMatchObject({ kind: 'invalid' });
    }
  });

  it('a cursor of one list is refused by every other list, whatever the index', async () => {
    await fc.assert(
      fc.asyncProperty(variant, variant, async (one, two) => {
        const mine = await store(some, one);
        const foreign = await store(some, two);
        const { nextCursor } = await ask(foreign, { skip: 0, limit: 2 });
        expect(nextCursor).not.toBeNull();
        await refused(mine, nextCursor ?? '');
      }),
      { numRuns: caseCount(10) },
    );
  });

  it('a forged index cursor cannot leave the partition of the list', async () => {
    const of: Variant = { on: 'gsi1', filtered: false, descending: false };
    const mine = await store(some, of);
    const foreign = await store(
      some.map((row) => ({ ...row, id: row.id + 100 })),
      of,
    );
    const key = { pk: `${foreign.pk}#0`, sk: 'ROW#102', gsi1sk: 'a' };
    await refused(mine, encode({ ...key, gsi1pk: foreign.pk }));
    const page = await ask(mine, { skip: 0, limit: 9, cursor: encode({ ...key, gsi1pk: mine.pk }) });
    for (const id of idsOf(page.records)) expect(id).toBeLessThan(100);
  });
});

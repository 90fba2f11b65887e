import fc from 'fast-check';
import {
  allOf,
  type BatchWrite,
  batchGetItems,
  batchWriteItems,
  type Condition,
  type Database,
  ifAbsent,
  ifRevision,
  type QueryRange,
  queryAll,
  queryPage,
  writeItem,
} from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { type UpdateParts, updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import type { Key } from '#shared/kernel/store/keys.ts';

/* Random requests to a table, made by the very functions of the store. Few keys and values, so that they meet. */

const sortKeys = ['A', 'A#1', 'B', 'é', 'ｑ', '𝔮'];
const key = fc.record({ pk: fc.constantFrom('P#1', 'P#2'), sk: fc.constantFrom(...sortKeys) });
const value = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.constantFrom('x', 'y', '𝔮', null, true, false),
  fc.constantFrom({}, { x: 1 }, { x: { y: 1 } }, ['x', 1], Uint8Array.of(1, 2)),
);
/** Where a map should be, the engine lets an entry be set in a text as well; DynamoDB does not. */
const map = fc.constantFrom({}, { x: 1 }, { x: 'x' }, { x: { y: 1 }, 'odd#key': null });
const fields = fc.record(
  {
    ...{ rev: fc.integer({ min: 1, max: 3 }), holder: map, status: value, slim: fc.constant({ id: 'x', kept: true }) },
    ...{ gsi1pk: fc.constantFrom('G', 'H'), gsi1sk: fc.constantFrom(...sortKeys) },
    ...{ gsi2pk: fc.constant('G'), gsi2sk: fc.constantFrom(...sortKeys) },
  },
  { requiredKeys: [] },
);
const put = fc.tuple(key, fields).map(([own, rest]) => ({ ...own, ...rest }));

const named = { '#status': 'status', '#holder': 'holder', '#owner': 'x', '#rev': 'rev' };
const expressions: [string, string[]][] = [
  ['#status = :a', ['#status']],
  ['#status <> :a', ['#status']],
  ['#status < :a OR #rev >= :b', ['#status', '#rev']],
  ['#status BETWEEN :text AND :later', ['#status']],
  ['#status IN (:a, :b) AND NOT #rev = :a', ['#status', '#rev']],
  ['#holder.#owner = :a', ['#holder', '#owner']],
  ['attribute_exists(pk) AND attribute_not_exists(#holder.#owner)', ['#holder', '#owner']],
  ['attribute_not_exists(#rev) OR (#rev = :a AND #status <> :b)', ['#rev', '#status']],
  ['begins_with(#status, :text)', ['#status']],
];
const condition: fc.Arbitrary<Condition | undefined> = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  fc.constantFrom(ifAbsent, ifRevision(1), ifRevision(2)),
  fc.tuple(fc.constantFrom(...expressions), value, value).map(([[expression, used], a, b]) => {
    const given = { ':a': a, ':b': b, ':text': 'x', ':later': 'y' };
    return {
      expression,
      names: Object.fromEntries(used.map((name) => [name, named[name as keyof typeof named]])),
      values: Object.fromEntries(Object.entries(given).filter(([name]) => expression.includes(name))),
    };
  }),
  fc.constant(allOf(ifRevision(1), { expression: 'attribute_exists(slim.kept)' })),
);

const update = fc
  .record<Required<UpdateParts>>({
    set: fc.dictionary(fc.constantFrom('status', 'other'), fc.option(value, { nil: undefined }), { maxKeys: 2 }),
    setEntries: fc.constantFrom([], [], [[['holder', 'x'], 1]], [[['holder', 'odd#key'], 'y']]),
    add: fc.constantFrom({}, { rev: 1 }, { rev: -1 }),
    addEntries: fc.constantFrom([], [], [[['slim', 'n'], 2]]),
  })
  .map((parts) => updateOf({ ...parts, add: { count: 1, ...parts.add } }));

/** An entry is removed only where its map is: the engine forgives what DynamoDB refuses. */
const removal = fc.record({
  kind: fc.constant('update' as const),
  key,
  update: fc
    .constantFrom('x', 'odd#key')
    .map((entry) => updateOf({ setEntries: [[['holder', entry], undefined]], set: { status: 'x' } })),
  condition: fc.constant({
    expression: 'attribute_exists(#holder.#owner)',
    names: { '#holder': 'holder', '#owner': 'x' },
  }),
});

const writes = {
  put: fc.record({ kind: fc.constant('put' as const), item: put, condition }),
  update: fc.record({ kind: fc.constant('update' as const), key, update, condition }),
  delete: fc.record({ kind: fc.constant('delete' as const), key, condition }),
  check: fc.record({ kind: fc.constant('check' as const), key, condition: condition.map((one) => one ?? ifAbsent) }),
};
const step = fc.oneof(writes.put, writes.update, removal, writes.delete, writes.check);

const range: fc.Arbitrary<QueryRange> = fc
  .tuple(
    fc.constantFrom<QueryRange>(
      ...[{ pk: 'P#1' }, { pk: 'P#1', prefix: 'A' }, { pk: 'P#2', from: 'A#1' }, { pk: 'P#2', through: 'é' }],
      ...[
        { pk: 'P#1', from: 'B', through: 'ｑ' },
        { pk: 'G', index: 'gsi1' as const },
      ],
      ...[{ pk: 'G', index: 'gsi2' as const, from: 'A#1' }],
    ),
    fc.boolean(),
    fc.constantFrom([], ['rev'], ['holder', 'status']),
    fc.boolean(),
  )
  .map(([one, descending, others, all]) => {
    const attributes = [...others, 'pk', one.index ? `${one.index}sk` : 'sk', ...(one.index ? ['sk'] : [])];
    return { ...one, descending, ...(all ? {} : { attributes }) };
  });

/** One request, or several of one kind. */
export const act = fc.oneof(
  writes.put,
  writes.update,
  removal,
  fc.record({ kind: fc.constant('transaction' as const), steps: fc.array(step, { minLength: 1, maxLength: 4 }) }),
  fc.record({
    kind: fc.constant('batch write' as const),
    writes: fc.uniqueArray(
      fc.oneof(
        put.map((item): BatchWrite => ({ put: item })),
        key.map((own): BatchWrite => ({ delete: own })),
      ),
      {
        minLength: 3,
        maxLength: 8,
        selector: (one) => JSON.stringify('put' in one ? [one.put.pk, one.put.sk] : Object.values(one.delete)),
      },
    ),
  }),
  fc.record({ kind: fc.constant('batch read' as const), keys: fc.array(key, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('query' as const), range, limit: fc.integer({ min: 1, max: 3 }) }),
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Every item of the keys above, and every page of the indexes. */
export const everything: Act[] = [
  ...['P#1', 'P#2'].map((pk) => ({ pk })),
  ...['G', 'H'].map((pk) => ({ pk, index: 'gsi1' as const })),
  { pk: 'G', index: 'gsi2' as const },
].map((one) => ({ kind: 'query', range: one, limit: 100 }));

/** Does it, and answers what a caller sees of it: the answer, or the error. */
export async function carryOut(db: Database, one: Act): Promise<unknown> {
  try {
    return await answerOf(db, one);
  } catch (error) {
    return error instanceof Refused ? error.seen : `refused: ${(error as Error).name}`;
  }
}

async function answerOf(db: Database, one: Act): Promise<unknown> {
  switch (one.kind) {
    case 'put':
      return writeItem(db, { put: one.item, ...(one.condition && { condition: one.condition }) });
    case 'update':
      return writeItem(db, { update: one.key, with: one.update, ...(one.condition && { condition: one.condition }) });
    case 'transaction':
      return commit(db, one.steps);
    case 'batch write':
      return batchWriteItems(db, one.writes);
    case 'batch read':
      return batchGetItems(db, one.keys);
    case 'query':
      return inOrder(await pagesOf(db, one.range, one.limit));
  }
}

/** The first condition that failed, and the item that it found. */
class Refused extends Error {
  readonly seen: unknown;
  constructor(step: number, existing: unknown) {
    super();
    this.seen = { step, existing };
  }
}

async function commit(db: Database, steps: Extract<Act, { kind: 'transaction' }>['steps']): Promise<void> {
  const transaction = new Transaction(db);
  for (const [index, one] of steps.entries()) {
    const refused = (existing: unknown) => new Refused(index, existing);
    if (one.kind === 'put') transaction.put(one.item, one.condition, refused);
    else if (one.kind === 'update') transaction.update(one.key, one.update, one.condition, refused);
    else if (one.kind === 'delete') transaction.delete(one.key, one.condition, refused);
    else transaction.check(one.key, one.condition, refused);
  }
  await transaction.commit();
}

/** A range by small pages, which are the whole of it. */
async function pagesOf(db: Database, one: QueryRange, limit: number) {
  const items = [];
  let startKey: Parameters<typeof queryPage>[2] = {};
  do {
    const page = await queryPage(db, one, { limit, ...startKey });
    items.push(...page.items);
    startKey = page.lastKey ? { startKey: page.lastKey } : undefined;
  } while (startKey);
  const whole = await queryAll(db, one);
  return { items, whole, sort: one.index ? `${one.index}sk` : 'sk' };
}

/** Items of an index that share their sort key are in any order. */
function inOrder({ items, whole, sort }: Awaited<ReturnType<typeof pagesOf>>): unknown {
  const byKey = (list: typeof items) => list.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
  return { order: items.map((item) => item[sort]), paged: byKey(items), whole: byKey(whole) };
}

const keyText = (item: object): string => {
  const { pk, sk } = item as Key;
  return JSON.stringify([pk, sk]);
};

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conflict, ServiceError } from '#shared/kernel/errors.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { getItem, ifAbsent, ifRevision, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction, transactionLimit } from '#shared/kernel/store/dynamodb/transaction.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { canceled, throttled, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs(3);
});
afterAll(() => verbs.stop());
beforeEach(() => verbs.empty());
afterEach(() => verbs.faults.clear());

const item = (pk: string, more: Item = {}): Item => ({ pk, sk: 'x', rev: 1, ...more });
const key = (pk: string) => ({ pk, sk: 'x' });
const stands = (pk: string) => getItem(verbs.db, key(pk));
const put = (pk: string, more: Item = {}) => writeItem(verbs.db, { put: item(pk, more) });
const taken = (name: string) => (existing: Item | undefined) => conflict(`${name}: ${JSON.stringify(existing)}`);
const refusalOf = async (transaction: Transaction) => {
  const error = await transaction.commit().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  return (error as ServiceError).message;
};

describe('a failed condition', () => {
  test.each(['put', 'update', 'delete', 'check'] as const)(
    'a failed condition of a %s becomes its error, made from the item that was there, and nothing is written',
    async (kind) => {
      await put('there', { name: 'first', count: 2, large: 1e20, bytes: new Uint8Array([1]), list: ['a', null] });
      const standing = await stands('there');
      const before = await verbs.table();
      const seen: unknown[] = [];
      const failure = (existing: Item | undefined) => {
        seen.push(existing);
        return conflict('refused');
      };
      const transaction = new Transaction(verbs.db).put(item('other'));
      const never = ifRevision(99);
      if (kind === 'put') transaction.put(item('there'), never, failure);
      if (kind === 'update') transaction.update(key('there'), updateOf({ add: { n: 1 } }), never, failure);
      if (kind === 'delete') transaction.delete(key('there'), never, failure);
      if (kind === 'check') transaction.check(key('there'), never, failure);
      expect(await refusalOf(transaction)).toBe('refused');
      expect(seen).toEqual([standing]);
      expect(await verbs.table()).toEqual(before);
    },
  );

  test('the error of a failed condition on something absent gets no item', async () => {
    const transaction = new Transaction(verbs.db).check(key('nowhere'), ifRevision(1), (existing) =>
      conflict(`${existing}`),
    );
    expect(await refusalOf(transaction)).toBe('undefined');
  });

  test('of several failed conditions the first in the order of the writes decides', async () => {
    await put('a');
    await put('b');
    const transaction = () => new Transaction(verbs.db).put(item('free'), ifAbsent, taken('free'));
    expect(
      await refusalOf(
        transaction()
          .put(item('b'), ifAbsent, () => conflict('b'))
          .put(item('a'), ifAbsent, () => conflict('a')),
      ),
    ).toBe('b');
    expect(
      await refusalOf(
        transaction()
          .put(item('a'), ifAbsent, () => conflict('a'))
          .put(item('b'), ifAbsent, () => conflict('b')),
      ),
    ).toBe('a');
  });

  test('a failed condition that names no error stays an error of ours', async () => {
    await put('a');
    await expect(new Transaction(verbs.db).put(item('a'), ifAbsent).commit()).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    });
  });

  test('a failed condition alongside a conflict with another transaction is told at once', async () => {
    verbs.faults.plan(({ number }) =>
      number === 1 ? { before: canceled('TransactionConflict', 'ConditionalCheckFailed') } : undefined,
    );
    const transaction = new Transaction(verbs.db).put(item('a')).put(item('b'), ifAbsent, () => conflict('b'));
    expect(await refusalOf(transaction)).toBe('b');
    expect(verbs.faults.calls()).toHaveLength(1);
  });
});

describe('what passes', () => {
  test.each([
    ['a conflict with another transaction', () => canceled('None', 'TransactionConflict')],
    ['a throttled write', () => canceled('ThrottlingError', 'None')],
    ['a throttled partition', () => canceled('ProvisionedThroughputExceeded', 'None')],
    ['a throttled request', throttled],
  ])('a transaction that meets %s is tried again until it is written', async (_, fault) => {
    verbs.faults.plan(({ number }) => (number <= 4 ? { before: fault() } : undefined));
    await new Transaction(verbs.db).put(item('a'), ifAbsent, taken('a')).put(item('b')).commit();
    expect(verbs.faults.calls()).toHaveLength(5);
    expect(await stands('a')).toEqual(item('a'));
  });

  test.each([
    ['conflicts', () => canceled('TransactionConflict')],
    ['throttling', throttled],
  ])(
    'a transaction that meets %s without an end is an error of DynamoDB and never one of the domain',
    async (_, fault) => {
      verbs.faults.plan(() => ({ before: fault() }));
      const error = await new Transaction(verbs.db)
        .put(item('a'), ifAbsent, taken('a'))
        .commit()
        .catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(ServiceError);
      expect(error).toBeInstanceOf(Error);
      verbs.faults.clear();
      expect(await stands('a')).toBeUndefined();
    },
  );

  test('a transaction cancelled for any other reason is not tried again', async () => {
    verbs.faults.plan(() => ({ before: canceled('ValidationError') }));
    await expect(new Transaction(verbs.db).put(item('a')).commit()).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    });
    expect(verbs.faults.calls()).toHaveLength(1);
  });
});

describe('a lost answer', () => {
  test('a transaction whose answer is lost after the commit is applied once, though its condition fails at the repeat', async () => {
    await put('counter', { n: 0 });
    verbs.faults.plan(({ number }) => (number === 1 ? { after: timedOut() } : undefined));
    await new Transaction(verbs.db)
      .put(item('a'), ifAbsent, taken('a'))
      .update(key('counter'), updateOf({ add: { n: 1 } }))
      .commit();
    expect(verbs.faults.calls().map(({ command }) => command)).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    expect(await stands('counter')).toMatchObject({ n: 1 });
  });

  test('a transaction whose answer is lost before the commit leaves the repeat to write', async () => {
    verbs.faults.plan(({ number }) => (number === 1 ? { before: timedOut() } : undefined));
    await new Transaction(verbs.db).put(item('a'), ifAbsent, taken('a')).commit();
    expect(await stands('a')).toEqual(item('a'));
  });

  test('a transaction whose lost answer is followed by a conflict still is one application', async () => {
    await put('counter', { n: 0 });
    verbs.faults.plan(({ number }) => {
      if (number === 1) return { after: timedOut() };
      return number === 2 ? { before: canceled('TransactionConflict') } : undefined;
    });
    await new Transaction(verbs.db).update(key('counter'), updateOf({ add: { n: 1 } })).commit();
    expect(await stands('counter')).toMatchObject({ n: 1 });
  });

  test('a lost answer of another transaction with the same writes is none of its business', async () => {
    await put('counter', { n: 0 });
    for (let n = 0; n < 2; n += 1)
      await new Transaction(verbs.db).update(key('counter'), updateOf({ add: { n: 1 } })).commit();
    expect(await stands('counter')).toMatchObject({ n: 2 });
  });
});

describe('the size of a transaction', () => {
  const many = (count: number) => {
    const transaction = new Transaction(verbs.db);
    for (let n = 0; n < count; n += 1) transaction.put(item(`i${n}`));
    return transaction;
  };

  test('a transaction may be a hundred writes', async () => {
    const transaction = many(transactionLimit);
    expect(transaction.size).toBe(100);
    await transaction.commit();
    expect(await verbs.table()).toHaveProperty('size', 100);
  });

  test('a transaction beyond a hundred writes is refused before anything is sent', async () => {
    verbs.faults.plan(() => undefined);
    await expect(many(transactionLimit + 1).commit()).rejects.toThrow('A transaction of 101 writes is too large');
    expect(verbs.faults.calls()).toHaveLength(0);
  });

  test('a transaction of nothing sends nothing', async () => {
    verbs.faults.plan(() => undefined);
    await new Transaction(verbs.db).commit();
    expect(verbs.faults.calls()).toHaveLength(0);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '#shared/kernel/errors.ts';
import {
  changedByOthers,
  isDoneUnlessStale,
  isTableBusy,
  orRefuse,
  orRethrow,
  retryOnConflict,
  StaleReadError,
  staleRead,
  tableBusyError,
} from '#shared/kernel/store/dynamodb/conflict.ts';
import { canceled, throttled, timedOut } from '#test/support/engine/faults.ts';

const pauses: number[] = [];
beforeEach(() => {
  pauses.length = 0;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((resume: () => void, milliseconds: number) => {
    pauses.push(milliseconds);
    queueMicrotask(resume);
  }) as typeof setTimeout);
});

/** Fails `times` times as a write over a stale read does; remembers how often it was called. */
function staleTimes(times: number) {
  const work = vi.fn(async () => {
    if (work.mock.calls.length <= times) throw staleRead();
    return 'written';
  });
  return work;
}

describe('retryOnConflict', () => {
  test('retryOnConflict does the work again, from its reads on, until it meets no stale read', async () => {
    const work = staleTimes(9);
    expect(await retryOnConflict(orRefuse("Flow 'a'"), work)).toBe('written');
    expect(work).toHaveBeenCalledTimes(10);
  });

  test('retryOnConflict pauses longer each time, up to a second', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await retryOnConflict(orRethrow(9), staleTimes(8));
    expect(pauses).toEqual([40, 80, 160, 320, 640, 1000, 1000, 1000]);
  });

  test('retryOnConflict ends as a 409 that names the resource, where HTTP is answered', async () => {
    const work = staleTimes(99);
    await expect(retryOnConflict(orRefuse("Flow 'a'"), work)).rejects.toMatchObject({
      kind: 'conflict',
      message: "Flow 'a' is being changed by another request. Try again",
    });
    expect(work).toHaveBeenCalledTimes(10);
  });

  test('retryOnConflict ends as the stale read itself, where the caller is called again', async () => {
    const work = staleTimes(99);
    await expect(retryOnConflict(orRethrow(3), work)).rejects.toBeInstanceOf(StaleReadError);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('retryOnConflict leaves every other error as it is, at once', async () => {
    const work = vi.fn(async () => {
      throw timedOut();
    });
    await expect(retryOnConflict(orRefuse('x'), work)).rejects.toThrow('socket timed out');
    expect(work).toHaveBeenCalledTimes(1);
  });
});

test('isDoneUnlessStale answers whether the work was done, and hides no other error', async () => {
  expect(await isDoneUnlessStale(Promise.resolve('x'))).toBe(true);
  expect(await isDoneUnlessStale(Promise.reject(staleRead()))).toBe(false);
  await expect(isDoneUnlessStale(Promise.reject(timedOut()))).rejects.toThrow('socket timed out');
});

test('a resource that others write has one wording', () => {
  expect(changedByOthers("Chip 'q'", 'deleted').message).toBe(
    "Chip 'q' is being deleted by another request. Try again",
  );
});

describe('a busy table', () => {
  test.each([
    ['a transaction alongside it', canceled('None', 'TransactionConflict'), true],
    ['a throttled write', canceled('ThrottlingError'), true],
    ['a throttled request', throttled(), true],
    ['a failed condition', canceled('ConditionalCheckFailed', 'None'), false],
    ['a connection that died', timedOut(), false],
    ['an error of ours', new ServiceError('conflict', 'x'), false],
  ])('the table is busy with %s: %s', (_, error, busy) => {
    expect(isTableBusy(error)).toBe(busy);
    expect(tableBusyError(error)?.kind).toBe(busy ? 'unavailable' : undefined);
  });
});

describe('the source', () => {
  const files = ['shared', 'functions']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts'));
  const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
  const matching = (pattern: RegExp) => [...texts].flatMap(([path, text]) => (pattern.test(text) ? [path] : []));
  const own = 'shared/kernel/store/dynamodb/conflict.ts';

  test('the conflict module alone looks at a StaleReadError', () => {
    expect(matching(/instanceof StaleReadError|name === 'StaleReadError'/)).toEqual([own]);
  });

  test('there is no other class for a stale read', () => {
    expect(matching(/class \w*(Stale|Moved|Changed|Conflict|Race|Concurrent)\w* extends/)).toEqual([own]);
  });

  test('the conflict module and a transaction alone try writes again', () => {
    const loops = matching(/\b(for|while) \([^)]*\b(attempt|retry|tries)\b/i);
    // Requests to OpenSearch and SQS do not go to the table.
    expect(loops.filter((path) => !/^shared\/(search\/index|work\/queue)\//.test(path))).toEqual([
      own,
      'shared/kernel/store/dynamodb/transaction.ts',
    ]);
  });

  test('one place of the source says that something is being changed', () => {
    expect(
      matching(/being \S+ by another request|(changed|written) by (another|other) request|by others; try/),
    ).toEqual([own]);
  });
});

import { describe, expect, test } from 'vitest';
import { claimed, isDue, mostAttempts, type Outgoing, settled, untried } from '#shared/work/rules/outbox.ts';

const start = '2025-03-01T12:00:00.000Z';
const refused = { refused: 'no' };

describe('what leaves the service', () => {
  test('an item that is always refused is tried for a day, ever less often, and is then given up with the reason', () => {
    let item: Outgoing = untried(start);
    const minutes: number[] = [];
    while (item.nextAt !== undefined) {
      const now = item.nextAt;
      expect(isDue(item, now)).toBe(true);
      minutes.push((Date.parse(now) - Date.parse(start)) / 60_000);
      item = { ...item, ...claimed(item, new Date(now)) };
      expect(isDue(item, now)).toBe(false);
      item = { ...item, ...settled(item, refused) };
    }
    expect(minutes).toEqual([0, 1, 6, 21, 81, 261, 621, 1341]);
    expect(item).toEqual({ status: 'dead', attempts: mostAttempts, nextAt: undefined, lastError: 'no' });
  });

  test('an item whose last attempt is not settled is looked at once more', () => {
    const last = { ...untried(start), attempts: mostAttempts - 1 };
    expect(claimed(last, new Date(start))).toEqual({ attempts: mostAttempts, nextAt: '2025-03-01T12:01:00.000Z' });
  });

  test('an item that has ended is due no more, whatever time it has', () => {
    for (const ended of ['delivered', 'dropped', 'dead']) {
      const item = { ...untried(start), ...settled(untried(start), { ended }) };
      expect(isDue({ ...item, nextAt: start }, start)).toBe(false);
      expect(item.nextAt).toBeUndefined();
    }
  });

  test('an item that waits is due at that instant, with as many attempts and the error that it had', () => {
    const item = { ...untried(start), attempts: 3, lastError: 'no' };
    const waitsUntil = '2025-03-01T13:00:00.000Z';
    const waiting: Outgoing = { ...item, ...settled(item, { waitsUntil }) };
    expect(waiting).toEqual({ ...item, nextAt: waitsUntil });
    expect(isDue(waiting, start)).toBe(false);
    expect(isDue(waiting, waitsUntil)).toBe(true);
    expect(settled(item, { waitsUntil, reason: 'wait' })).toEqual({ nextAt: waitsUntil, lastError: 'wait' });
  });

  test('an item that is delivered after it was refused has no error', () => {
    expect(settled({ ...untried(start), lastError: 'no' }, { ended: 'sent' })).toMatchObject({ lastError: undefined });
  });
});

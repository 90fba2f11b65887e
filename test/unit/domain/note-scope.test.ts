import { describe, expect, it } from 'vitest';
import { timeRangeScope } from '#shared/domain/notes/scope.ts';
import { uuidV7 } from '#shared/domain/uuid-v7.ts';

describe('the key of a time range', () => {
  it.each([
    ['2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00+00:00'],
    ['2025-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999000+00:00'],
    ['2025-12-31T23:59:59.010Z', '2025-12-31T23:59:59.010000+00:00'],
  ])("writes %s as the peer's clients do", (instant, text) => {
    expect(timeRangeScope(instant, instant).key).toBe(`time_range:${text}:${text}`);
  });
});

describe('uuidV7', () => {
  it('is the example of RFC 9562, A.6', () => {
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
    expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('sorts by its time, and has version and variant whatever the random bytes', () => {
    const times = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
    const ids = times.map((time, n) => uuidV7(time, new Uint8Array(10).fill(n % 2 ? 0xff : 0)));
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('refuses too few bytes, and times that it cannot hold', () => {
    expect(() => uuidV7(0, new Uint8Array(9))).toThrow(RangeError);
    for (const time of [-1, 1.5, 2 ** 48, Number.NaN])
      expect(() => uuidV7(time, new Uint8Array(10))).toThrow(RangeError);
  });
});

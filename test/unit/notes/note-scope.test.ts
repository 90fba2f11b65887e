import { describe, expect, it } from 'vitest';
import { timeRangeScope } from '#shared/notes/rules/scope.ts';

describe('the key of a time range', () => {
  it.each([
    ['2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00+00:00'],
    ['2025-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999000+00:00'],
    ['2025-12-31T23:59:59.010Z', '2025-12-31T23:59:59.010000+00:00'],
  ])("the key of a time range writes %s as QDash's clients do", (instant, text) => {
    expect(timeRangeScope(instant, instant).key).toBe(`time_range:${text}:${text}`);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimeLeft, secondsLeft } from '../../../../web/runs/lib/time-left.ts';

const at = (seconds: number) => Date.parse('2026-03-01T00:00:00Z') + seconds * 1000;
const startedAt = at(0);

/** One end every so many seconds. */
const steady = (count: number, seconds: number) => Array.from({ length: count }, (_, n) => at((n + 1) * seconds));

describe('the time that is left', () => {
  it('the time that is left follows the rate of a steady run', () => {
    expect(secondsLeft({ startedAt, ends: steady(40, 2) }, 60, at(80))).toBeCloseTo(120);
  });

  it('the time that is left follows what ended last where the stages differ', () => {
    const fast = steady(30, 1);
    const slow = Array.from({ length: 15 }, (_, n) => at(30 + (n + 1) * 20));
    expect(secondsLeft({ startedAt, ends: [...slow, ...fast] }, 10, at(330))).toBeCloseTo(200);
  });

  it('the time that is left counts tasks of a batch, which end together, over the time of the whole batch', () => {
    const batch = (second: number) => Array.from({ length: 24 }, (_, n) => at(second) + n);
    expect(secondsLeft({ startedAt, ends: batch(24) }, 48, at(24))).toBeCloseTo(48, 0);
    const ends = [24, 48, 72, 96].flatMap(batch);
    expect(secondsLeft({ startedAt, ends }, 48, at(96))).toBeCloseTo(48, 0);
  });

  it('the time that is left grows while nothing ends any more', () => {
    const pace = { startedAt, ends: steady(20, 1) };
    expect(secondsLeft(pace, 10, at(60)) ?? 0).toBeGreaterThan(secondsLeft(pace, 10, at(20)) ?? Number.NaN);
  });

  it('the time that is left is not told while too little is known, for a run without a plan, and at the end', () => {
    expect(secondsLeft({ startedAt, ends: steady(9, 5) }, 10, at(45))).toBeUndefined();
    expect(secondsLeft({ startedAt, ends: steady(12, 0.1) }, 10, at(1.2))).toBeUndefined();
    expect(secondsLeft({ startedAt, ends: steady(40, 2) }, undefined, at(80))).toBeUndefined();
    expect(secondsLeft({ startedAt, ends: steady(40, 2) }, 0, at(80))).toBeUndefined();
  });

  it('the time that is left is never negative and always a number where it is told, whatever the clocks say', () => {
    const instant = fc.integer({ min: -1_000_000, max: 10_000_000 }).map((seconds) => at(seconds));
    fc.assert(
      fc.property(
        instant,
        fc.array(fc.oneof(instant, fc.constant(Number.NaN)), { maxLength: 60 }),
        fc.option(fc.integer({ min: -5, max: 9000 }), { nil: undefined }),
        instant,
        (start, ends, left, now) => {
          const seconds = secondsLeft({ startedAt: start, ends }, left, now);
          if (seconds === undefined) return;
          expect(Number.isFinite(seconds)).toBe(true);
          expect(seconds).toBeGreaterThan(0);
          expect(formatTimeLeft(seconds)).toMatch(/^(less than a minute|about \d+ (min|h|d)( \d+ min)?)$/);
        },
      ),
    );
  });

  it.each([
    [3, 'less than a minute'],
    [55, 'about 1 min'],
    [190, 'about 3 min'],
    [3570, 'about 1 h'],
    [4700, 'about 1 h 20 min'],
    [86_300, 'about 1 d'],
    [200_000, 'about 2 d'],
  ])('a time left of %d s reads as %s', (seconds, text) => {
    expect(formatTimeLeft(seconds)).toBe(text);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, minimumBarWidth, positionOf, timelineBars } from '../../../web/lib/cooldowns/cooldown-timeline.ts';

const day = 86_400_000;
const iso = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * day).toISOString();
const now = Date.parse(iso(100));
const cooldown = (cooldown_id: string, from: number, to: number | null) => ({
  cooldown_id,
  started_at: iso(from),
  ended_at: to === null ? null : iso(to),
});

describe('the frame of a time line', () => {
  it('a time line reaches from the first start to now, or to the last end where that is later', () => {
    expect(frameOf([cooldown('a', 10, 20), cooldown('b', 0, null)], now)).toEqual({
      from: Date.parse(iso(0)),
      to: now,
    });
    expect(frameOf([cooldown('a', 10, 120)], now).to).toBe(Date.parse(iso(120)));
  });

  it('a time line is a day where there is nothing to show, so that it can be divided', () => {
    expect(frameOf([], now)).toEqual({ from: now, to: now + day });
  });
});

describe('bars', () => {
  const frame = { from: Date.parse(iso(0)), to: now };

  it('bars of a time line lie where their times are, an ongoing one up to now', () => {
    expect(timelineBars([cooldown('b', 50, null), cooldown('a', 0, 25)], frame, now, 1000)).toEqual([
      { id: 'a', left: 0, width: 250, lane: 0 },
      { id: 'b', left: 500, width: 500, lane: 0 },
    ]);
    expect(positionOf(now, frame, 1000)).toBe(1000);
  });

  it('bars of a time line that overlap lie in different lanes', () => {
    const bars = timelineBars([cooldown('a', 0, 50), cooldown('b', 10, 20), cooldown('c', 60, 90)], frame, now, 1000);
    expect(bars.map(({ id, lane }) => [id, lane])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
  });

  it('bars of a time line stay inside, can be hit and never touch in a lane, whatever the cool-downs are', () => {
    const any = fc.record({ from: fc.integer({ min: 0, max: 100 }), length: fc.nat({ max: 40 }), open: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.integer({ min: 200, max: 1500 }), (drawn, width) => {
        const list = drawn.map(({ from, length, open }, n) => cooldown(String(n), from, open ? null : from + length));
        const bars = timelineBars(list, frameOf(list, now), now, width);
        expect(bars).toHaveLength(list.length);
        for (const bar of bars) {
          expect(bar.width).toBeGreaterThanOrEqual(minimumBarWidth);
          expect(bar.left).toBeGreaterThanOrEqual(0);
          expect(bar.left + bar.width).toBeLessThanOrEqual(width + 1e-6);
          const others = bars.filter((other) => other !== bar && other.lane === bar.lane);
          for (const other of others)
            expect(other.left >= bar.left + bar.width || bar.left >= other.left + other.width).toBe(true);
        }
      }),
    );
  });
});

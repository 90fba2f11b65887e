import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, minimumBarWidth, positionOf, timelineBars } from '../../../web/cooldowns/lib/cooldown-timeline.ts';
import { warmthText } from '../../../web/cooldowns/lib/time-cold.ts';
import { timeTicks } from '../../../web/cooldowns/lib/time-ticks.ts';

const day = 86_400_000;
const iso = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * day).toISOString();
const now = Date.parse(iso(100));
const cooldown = (cooldown_id: string, from: number, to: number | null, chip_ids: string[] = []) => ({
  cooldown_id,
  started_at: iso(from),
  ended_at: to === null ? null : iso(to),
  chip_ids,
});
const placesOf = (...given: Parameters<typeof timelineBars>) =>
  timelineBars(...given).bars.map(({ id, left, width, lane, names }) => ({ id, left, width, lane, names }));

describe('the frame of a time line', () => {
  it('a time line reaches from the first start to now, or to the last end where that is later', () => {
    expect(frameOf([cooldown('a', 10, 20), cooldown('b', 0, null)], now)).toEqual({
      from: Date.parse(iso(0)),
      to: now,
    });
    expect(frameOf([cooldown('a', 10, 120)], now).to).toBe(Date.parse(iso(120)));
  });

  it('a time line shows 90 days at least', () => {
    expect(frameOf([], now)).toEqual({ from: now - 90 * day, to: now });
    expect(frameOf([cooldown('a', 95, null)], now)).toEqual({ from: now - 90 * day, to: now });
  });
});

describe('bars', () => {
  const frame = { from: Date.parse(iso(0)), to: now };

  it('bars of a time line lie where their times are, an ongoing one up to now', () => {
    expect(placesOf([cooldown('b', 50, null), cooldown('a', 0, 25)], frame, now, 1000)).toEqual([
      { id: 'a', left: 0, width: 250, lane: 0, names: 'inside' },
      { id: 'b', left: 500, width: 500, lane: 0, names: 'inside' },
    ]);
    expect(positionOf(now, frame, 1000)).toBe(1000);
  });

  it('bars of a time line that overlap lie in different lanes', () => {
    const list = [cooldown('a', 0, 50, ['x', 'y']), cooldown('b', 10, 20), cooldown('c', 60, 90)];
    const { bars, height } = timelineBars(list, frame, now, 1000);
    const [a, b] = bars;
    expect(b?.top).toBeGreaterThan(a?.height ?? 0);
    expect(height).toBe((b?.top ?? 0) + (b?.height ?? 0));
    expect(bars.map(({ id, lane }) => [id, lane])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
  });

  it('a bar has a lane for each chip, and counts those that there is no room for', () => {
    const chips = ['c', 'a', 'b'];
    const many = Array.from({ length: 9 }, (_, n) => `chip-${n}`);
    const { bars } = timelineBars([cooldown('few', 0, 10, chips), cooldown('many', 50, 90, many)], frame, now, 1000);
    expect(bars.map((bar) => bar.chips)).toEqual([
      ['a', 'b', 'c'],
      ['chip-0', 'chip-1', 'chip-2', 'chip-3', 'chip-4', '4 more'],
    ]);
  });

  it('names are next to a bar that is too narrow for them, and nothing else in its lane lies under them', () => {
    const list = [cooldown('a-long-name', 0, 3), cooldown('next', 5, 40), cooldown('at-the-end', 97, 100)];
    expect(placesOf(list, frame, now, 1000)).toEqual([
      { id: 'a-long-name', left: 0, width: 30, lane: 0, names: 'right' },
      { id: 'next', left: 50, width: 350, lane: 1, names: 'inside' },
      { id: 'at-the-end', left: 970, width: 30, lane: 0, names: 'left' },
    ]);
  });

  it('bars of a time line stay inside, can be hit and never touch in a lane, whatever the cool-downs are', () => {
    const any = fc.record({ from: fc.integer({ min: 0, max: 100 }), length: fc.nat({ max: 40 }), open: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.integer({ min: 200, max: 1500 }), (drawn, width) => {
        const list = drawn.map(({ from, length, open }, n) => cooldown(String(n), from, open ? null : from + length));
        const { bars } = timelineBars(list, frameOf(list, now), now, width);
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

describe('the ticks of a time line', () => {
  const texts = (days: number, width: number) =>
    timeTicks({ from: now - days * day, to: now }, 'Europe/Berlin', width).map(({ text }) => text);

  it('a time line has a tick at the beginning of each month, and names a year once', () => {
    expect(texts(90, 1000)).toEqual(['Feb 2025', 'Mar', 'Apr']);
    expect(texts(150, 1000)).toEqual(['Dec 2024', 'Jan 2025', 'Feb', 'Mar', 'Apr']);
  });

  it('a time line has fewer ticks than months where there is no room for each', () => {
    expect(texts(360, 320)).toEqual(['Jul 2024', 'Oct', 'Jan 2025', 'Apr']);
    expect(texts(2000, 320)).toEqual(['2020', '2022', '2024']);
  });
});

describe('how long a cryostat is cold or warm', () => {
  it('a cryostat is cold since its ongoing cool-down began, else warm since the last one ended', () => {
    expect(warmthText([cooldown('a', 0, 25), cooldown('b', 50, null)], now)).toBe('cold for 50 days');
    expect(warmthText([cooldown('a', 0, 25), cooldown('b', 50, 99)], now)).toBe('warm for 1 day');
    expect(warmthText([cooldown('a', 99.5, null)], now)).toBe('cold for less than a day');
    expect(warmthText([], now)).toBe('never cold');
  });
});

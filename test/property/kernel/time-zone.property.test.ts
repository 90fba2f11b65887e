import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, parseWallClock, wallClock } from '#shared/kernel/rules/calendar.ts';
import { firstInstantFrom, firstInstantOf, wallTimeAt } from '#shared/kernel/rules/time-zone.ts';

const zones = Intl.supportedValuesOf('timeZone');
const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;

const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2100, 0, 1) });

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** How far the clock of a zone is ahead, as `Intl` writes it: `GMT+05:30`, in old times with seconds, or `GMT`. */
function intlOffset(at: number, timeZone: string): number {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  const text = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  const span = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -span : span;
}

interface ClockChange {
  /** The first instant after it. */
  at: number;
  before: number;
  after: number;
}

/** When the clock of a zone is changed in a year, by what `Intl` says of its offsets. */
function changesIn(year: number, timeZone: string): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let from = Date.UTC(year, 0, 1); from < Date.UTC(year + 1, 0, 1); from += WEEK_MS) {
    const before = intlOffset(from, timeZone);
    const after = intlOffset(from + WEEK_MS, timeZone);
    if (before === after) continue;
    let [early, late] = [from, from + WEEK_MS];
    while (late - early > 1000) {
      const middle = Math.floor((early + late) / 2000) * 1000;
      if (intlOffset(middle, timeZone) === before) early = middle;
      else late = middle;
    }
    changes.push({ at: late, before, after });
  }
  return changes;
}

/** The expectation around a change; the message names the zone, since one test checks all of them. */
function expectRule({ at, before, after }: ClockChange, timeZone: string): void {
  const where = `${timeZone} at ${new Date(at).toISOString()}`;
  expect(firstInstantOf(at - 1 + before, timeZone), `${where}, the last moment before`).toBe(at - 1);
  if (after > before) {
    for (const skipped of [at + before, at + after - 1]) {
      expect(firstInstantOf(skipped, timeZone), `${where}, left out`).toBeUndefined();
      expect(firstInstantFrom(skipped, timeZone), `${where}, left out`).toBe(at);
    }
    expect(firstInstantOf(at + after, timeZone), `${where}, the first moment after`).toBe(at);
  } else {
    for (const twice of [at + after, at + before - 1])
      expect(firstInstantOf(twice, timeZone), `${where}, twice`).toBe(twice - before);
    expect(firstInstantOf(at + before, timeZone), `${where}, after the second pass`).toBe(at + before - after);
  }
}

describe('the clock of a zone', () => {
  it('the clock of a zone shows what Intl says, in any zone at any instant', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        expect(wallTimeAt(at, timeZone)).toBe(at + intlOffset(at, timeZone));
        expect(wallClock(new Date(at).toISOString(), timeZone)).toBe(
          new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T'),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('the clock of a zone leaves an hour out when put forward, and shows the first of two when put back', () => {
    let [forward, back] = [0, 0];
    for (const timeZone of zones)
      for (const change of changesIn(2027, timeZone)) {
        expectRule(change, timeZone);
        if (change.after > change.before) forward++;
        else back++;
      }
    // Europe and North America alone are more than a hundred zones.
    expect(Math.min(forward, back)).toBeGreaterThan(100);
  });

  it('the clock of a zone keeps to its rule in any year, whatever the laws of the zone were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1971, max: 2037 }), zone, (year, timeZone) => {
        for (const change of changesIn(year, timeZone)) expectRule(change, timeZone);
      }),
      { numRuns: 300 },
    );
  });

  it('the clock of a zone takes back what it showed, but for the second pass of an hour', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const shown = wallClock(new Date(at).toISOString(), timeZone);
        const back = parseWallClock(shown, timeZone);
        expect(back && wallClock(back, timeZone)).toBe(shown);
        expect(Date.parse(back ?? '')).toBeLessThanOrEqual(at);
      }),
    );
  });
});

describe('a wall time in a form', () => {
  it.each([
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
    ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00.000Z'],
    ['2025-02-27T05:26:08', 'Asia/Tokyo', '2025-02-26T20:26:08.000Z'],
  ])('the wall time %s in %s is %s', (text, timeZone, expected) => {
    expect(parseWallClock(text, timeZone)).toBe(expected);
  });

  it.each([
    ['2027-03-28T02:30', 'Europe/Berlin'],
    ['2027-03-14T02:30', 'America/New_York'],
  ])('the wall time %s in %s is refused by name', (text, timeZone) => {
    expect(() => parseWallClock(text, timeZone)).toThrow(`'${text}' does not exist in ${timeZone}`);
  });

  it('a wall time is none where an offset is given, or nothing', () => {
    expect(parseWallClock('2027-03-28T02:30Z', 'Europe/Berlin')).toBeUndefined();
    expect(parseWallClock('', 'UTC')).toBeUndefined();
  });
});

describe('the calendar days of a zone', () => {
  const textOf = (wallMs: number) => new Date(wallMs).toISOString().slice(0, 10);

  it('the calendar days of a zone follow each other without a gap, and hold the instants that show their date', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const wall = wallTimeAt(at, timeZone);
        const [day, next] = [wall, wall + 24 * HOUR_MS].map((time) => calendarDay(textOf(time), timeZone));
        expect(day && next && Date.parse(next.start) - Date.parse(day.end)).toBe(1);
        // A clock that is put back over midnight shows a date again that is over.
        const isRepeated = firstInstantOf(wall, timeZone) !== at || wallTimeAt(at + HOUR_MS, timeZone) < wall;
        if (!isRepeated) {
          expect(Date.parse(day?.start ?? '')).toBeLessThanOrEqual(at);
          expect(Date.parse(day?.end ?? '')).toBeGreaterThanOrEqual(at);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a day of a zone begins at the change where the clock is put forward over midnight', () => {
    expect(calendarDay('2018-11-04', 'America/Sao_Paulo')).toEqual({
      start: '2018-11-04T03:00:00.000Z',
      end: '2018-11-05T01:59:59.999Z',
    });
  });

  it('a date that is none has no calendar day', () => {
    expect(calendarDay('2027-02-29', 'UTC')).toBeUndefined();
    expect(calendarDay('27 February', 'UTC')).toBeUndefined();
  });
});

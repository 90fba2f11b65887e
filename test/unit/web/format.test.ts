import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSignificant, tidy } from '#shared/values/rules/cell/quantity.ts';
import { calendarMonths } from '../../../web/ui/lib/format/months.ts';
import {
  formatAge,
  formatDay,
  formatDayAt,
  formatDuration,
  formatInstant,
  formatMoment,
  formatPolicy,
  formatTick,
  headDay,
} from '../../../web/ui/lib/format/time.ts';
import { ordinal } from '../../../web/ui/lib/format/words.ts';

describe('numbers', () => {
  it('numbers keep three significant digits, so that a small error never reads as zero', () => {
    expect([184.987, 0.00408, 0.00004, 1234.5, -0.3, 0].map((value) => formatSignificant(value))).toEqual([
      '185',
      '0.00408',
      '4.00×10⁻⁵',
      '1230',
      '−0.300',
      '0',
    ]);
  });

  it('numbers are right to half a unit of the last digit that is shown', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 9e5, noNaN: true }), fc.integer({ min: 1, max: 6 }), (value, digits) => {
        const shown = Number(formatSignificant(value, digits));
        expect(Math.abs(shown - value) / value).toBeLessThanOrEqual(0.5 * 10 ** (1 - digits) * 1.0001);
      }),
    );
  });

  it('numbers lose what binary fractions add', () => {
    expect(tidy((1 - 0.99592) * 100)).toBe(0.408);
  });

  it('ranks are told in English', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 112, 133].map(ordinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '101st',
      '111th',
      '112th',
      '133rd',
    ]);
  });
});

describe('ages', () => {
  const hour = 3600;
  const day = 24 * hour;
  it('ages are told in one unit, rounded down', () => {
    const ages = [0, 59, 60, 3 * hour, 3 * hour + 3540, 3 * day + 4 * hour, 60 * day, 275 * day, 900 * day];
    expect(ages.map(formatAge)).toEqual(['<1 min', '<1 min', '1 min', '3 h', '3 h', '3 d', '60 d', '9 mo', '2.5 y']);
  });

  it('the age of a value from a clock that runs ahead is not negative', () => {
    expect(formatAge(-5)).toBe('<1 min');
  });

  it('freshness policies are named as labs speak of them', () => {
    expect([4 * hour, day, 7 * day, 90 * 60].map(formatPolicy)).toEqual(['4 h', '24 h', '7 d', '1 h 30 min']);
  });

  it('durations of runs are given in seconds while they are short', () => {
    const durations = [0, 0.04, 0.05, 0.84, 9.94, 9.96, 42.4, 59.6, 185, 7440, 3 * day + 4 * hour].map(formatDuration);
    const shortest = ['0.0 s', '<0.1 s', '0.1 s', '0.8 s', '9.9 s'];
    expect(durations).toEqual([...shortest, '10 s', '42 s', '1 min 00 s', '3 min 05 s', '2 h 04 min', '3 d 04 h']);
  });
});

describe('wall-clock times', () => {
  it('wall-clock times are shown in the calendar zone with its name', () => {
    expect(formatInstant('2025-02-26T20:26:08.000Z', 'Asia/Tokyo')).toBe('27 Feb 2025 05:26:08 GMT+9');
  });

  it('wall-clock times carry the name that their zone has on that day', () => {
    expect(['2027-01-15T12:00:00Z', '2027-07-15T12:00:00Z'].map((at) => formatInstant(at, 'America/New_York'))).toEqual(
      ['15 Jan 2027 07:00:00 EST', '15 Jul 2027 08:00:00 EDT'],
    );
  });
});

describe('a moment', () => {
  const now = Date.parse('2026-11-13T00:30:00Z');
  const said = (instant: string, zone = 'Asia/Tokyo') => formatMoment(instant, zone, now);

  it('a moment of today is its time, of the days alongside it with their names, and of this year with its date', () => {
    expect(said('2026-11-12T21:30:59Z')).toBe('06:30');
    expect(said('2026-11-13T14:59:59Z')).toBe('23:59');
    expect(said('2026-11-11T21:30:00Z')).toBe('yesterday 06:30');
    expect(said('2026-11-13T15:00:00Z')).toBe('tomorrow 00:00');
    expect(said('2026-11-10T21:30:00Z')).toBe('11 Nov 06:30');
    expect(said('2026-12-31T14:59:00Z')).toBe('31 Dec 23:59');
  });

  it('a moment of another year is its date alone', () => {
    expect(said('2026-12-31T15:00:00Z')).toBe('1 Jan 2027');
    expect(said('2025-11-12T00:00:00Z')).toBe('12 Nov 2025');
  });

  it('a moment is of the day that it is in the zone, also over a change of the clocks', () => {
    expect(said('2026-11-12T21:30:00Z', 'UTC')).toBe('yesterday 21:30');
    const afterChange = Date.parse('2026-10-25T23:30:00+01:00');
    expect(formatMoment('2026-10-24T00:30:00+02:00', 'Europe/Berlin', afterChange)).toBe('yesterday 00:30');
  });
});

describe('a day', () => {
  const now = Date.parse('2026-11-12T15:30:00Z');

  it('a day is its date, of another year than that of the zone with its year', () => {
    expect(['2026-11-12', '2025-11-01'].map((day) => formatDay(day, 'UTC', now))).toEqual(['12 Nov', '1 Nov 2025']);
    const newYear = Date.parse('2026-12-31T15:00:00Z');
    expect(['UTC', 'Asia/Tokyo'].map((zone) => formatDay('2026-12-31', zone, newYear))).toEqual([
      '31 Dec',
      '31 Dec 2026',
    ]);
  });

  it('the day of an instant is that of the zone', () => {
    const at = '2026-11-10T15:00:00Z';
    expect(['UTC', 'Asia/Tokyo'].map((zone) => formatDayAt(at, zone, now))).toEqual(['10 Nov', '11 Nov']);
  });

  it('a day heads what happened on it by its name where it is alongside now in the zone', () => {
    const days = ['2026-11-14', '2026-11-13', '2026-11-12', '2026-11-11', '2025-11-13'];
    const heads = days.map((day) => headDay(day, 'Asia/Tokyo', now));
    expect(heads).toEqual(['Tomorrow', 'Today', 'Yesterday', '11 Nov', '13 Nov 2025']);
  });
});

describe('days on the sheet of a calendar', () => {
  it('days are in the column of their weekday, by month, the newest first, with those between them', () => {
    const months = calendarMonths(['2026-11-03', '2026-11-01', '2026-10-31']);
    const day = (day: string, isGiven = true) => ({ day, isGiven });
    expect(months).toEqual([
      {
        title: 'November 2026',
        days: [day('2026-11-01'), day('2026-11-02', false), day('2026-11-03')],
        column: 7,
      },
      { title: 'October 2026', days: [day('2026-10-31')], column: 6 },
    ]);
  });
});

describe('the time at a tick of an axis', () => {
  const at = '2025-02-26T20:26:08Z';
  const now = Date.parse('2025-03-01T00:00:00Z');
  it('the time at a tick of an axis is as exact as keeps the ticks of its span apart', () => {
    const [hour, day] = [3_600_000, 86_400_000];
    expect(
      [365 * day, 3 * day, 2 * day, hour, hour / 10 - 1, 0].map((span) => formatTick(at, 'Asia/Tokyo', span, now)),
    ).toEqual(['27 Feb', '27 Feb', '27 Feb 05:26', '27 Feb 05:26', '05:26:08', '27 Feb']);
  });
});

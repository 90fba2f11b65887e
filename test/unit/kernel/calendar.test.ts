import { describe, expect, it } from 'vitest';
import { calendarDate, parseAsOf, parseInstant } from '#shared/kernel/rules/calendar.ts';

describe('instants', () => {
  it.each([
    ['2025-02-26T15:26:08-05:00', '2025-02-26T20:26:08.000Z'],
    ['2025-12-08T09:37:09.1239+02:00', '2025-12-08T07:37:09.123Z'],
    ['2025-02-26T15:26:08', '2025-02-26T15:26:08.000Z'],
    ['2025-02-26 15:26', '2025-02-26T15:26:00.000Z'],
    ['2025-02-26T15:26:08z', '2025-02-26T15:26:08.000Z'],
    ['2025-02-26T15:26:08+0530', '2025-02-26T09:56:08.000Z'],
    ['2025-02-26T15:26:08+09', '2025-02-26T06:26:08.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('the instant %s is read as %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    '',
    'now',
    '2025',
    '2025-02',
    '2025-02-30',
    '2025-02-29T10:00:00Z',
    '2025-13-01',
    '2025-00-10',
    '2025-02-26T24:00:00Z',
    '2025-02-26T10:60:00Z',
    '2025-02-26T10:00:60Z',
    '2025-02-26T10:00:00+24:00',
    '2025-02-26T10:00:00+01:60',
    '2025-02-26T10:00:00Z ',
    '2025-02-26T10:00:00Z\n',
    '1969-12-31',
    '0000-01-01',
    '1970-01-01T00:00:00+01:00',
    '9999-12-31T23:30:00-01:00',
    '+12025-02-26',
    '1740580000',
  ])('the instant %j is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined();
    expect(parseAsOf(text)).toBeUndefined();
  });

  it('a bare date is its start, but its end where a view as of that day is meant', () => {
    expect(parseInstant('2025-02-26')).toBe('2025-02-26T00:00:00.000Z');
    expect(parseAsOf('2025-02-26')).toBe('2025-02-26T23:59:59.999Z');
    expect(parseAsOf('2025-02-26T10:00:00+01:00')).toBe('2025-02-26T09:00:00.000Z');
  });
});

describe('calendar dates', () => {
  it.each([
    ['2025-02-26T14:59:59.999Z', 'Asia/Tokyo', '20250226'],
    ['2025-02-26T15:00:00Z', 'Asia/Tokyo', '20250227'],
    ['2025-03-30T21:59:59Z', 'Europe/Berlin', '20250330'],
    ['2025-03-30T22:00:00Z', 'Europe/Berlin', '20250331'],
    ['2025-03-29T22:59:59Z', 'Europe/Berlin', '20250329'],
    ['2025-11-03T04:59:59Z', 'America/New_York', '20251102'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '20111229'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '20111231'],
  ])('the calendar date of %s in %s is %s', (instant, zone, date) => {
    expect(calendarDate(instant, zone)).toBe(date);
  });

  it('a calendar date of a text that is not an instant, or in an unknown zone, is refused', () => {
    expect(() => calendarDate('yesterday', 'UTC')).toThrow("'yesterday' is not an ISO 8601 instant");
    expect(() => calendarDate('2025-02-26', 'Mars/Olympus')).toThrow(RangeError);
  });
});

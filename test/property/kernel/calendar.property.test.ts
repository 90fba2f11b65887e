import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate, parseAsOf, parseInstant } from '#shared/kernel/rules/calendar.ts';

const ZONES = [
  'Asia/Tokyo',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
];

const zone = fc.constantFrom(...ZONES);
const instant = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});

/** The wall clock of a zone by another route: the formatter of a locale that writes ISO dates. */
function wallDate(date: Date, timeZone: string): string {
  return date.toLocaleDateString('sv-SE', { timeZone }).replaceAll('-', '');
}

describe('calendar dates', () => {
  it("calendar dates equal the zone's own date for any instant, over daylight saving and skipped days", () => {
    fc.assert(
      fc.property(instant, zone, (date, timeZone) => {
        expect(calendarDate(date.toISOString(), timeZone)).toBe(wallDate(date, timeZone));
      }),
      { numRuns: 500 },
    );
  });

  it('calendar dates are those of the instant, whatever offset it is written with', () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, timeZone, offsetMinutes) => {
        expect(calendarDate(withOffset(date, offsetMinutes), timeZone)).toBe(wallDate(date, timeZone));
      }),
    );
  });

  it('calendar dates never fall as time goes on', () => {
    fc.assert(
      fc.property(instant, zone, fc.nat({ max: 3 * 86_400_000 }), (date, timeZone, laterMs) => {
        const later = new Date(date.getTime() + laterMs).toISOString();
        expect(calendarDate(later, timeZone) >= calendarDate(date.toISOString(), timeZone)).toBe(true);
      }),
    );
  });
});

describe('instants', () => {
  it('instants are read back from every way to write them', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offsetMinutes) => {
        const canonical = date.toISOString();
        expect(parseInstant(canonical)).toBe(canonical);
        expect(parseInstant(canonical.slice(0, -1))).toBe(canonical);
        expect(parseInstant(withOffset(date, offsetMinutes))).toBe(canonical);
      }),
    );
  });

  it('instants that are dates alone span their UTC day from start to end', () => {
    fc.assert(
      fc.property(instant, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(parseInstant(day)).toBe(`${day}T00:00:00.000Z`);
        expect(parseAsOf(day)).toBe(`${day}T23:59:59.999Z`);
      }),
    );
  });

  it('instants are canonical or refused for any text, and never throw', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        const parsed = parseInstant(candidate);
        if (parsed !== undefined) expect(new Date(parsed).toISOString()).toBe(parsed);
      }),
    );
  });
});

function withOffset(date: Date, offsetMinutes: number): string {
  const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const minutes = Math.abs(offsetMinutes);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

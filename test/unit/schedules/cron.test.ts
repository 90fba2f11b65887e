import { describe, expect, it } from 'vitest';
import { firstInstantOf, timeZoneOf, wallTimeAt } from '#shared/kernel/rules/time-zone.ts';
import { cronProblem, nextFirings } from '#shared/schedules/rules/cron.ts';
import { cronExpression } from '#shared/schedules/rules/scheduler-expression.ts';

describe('a cron expression', () => {
  it.each([
    ['30 6 * * 1-5', 'cron(30 6 ? * MON-FRI *)'],
    ['*/20 9-17/4 * * *', 'cron(0,20,40 9,13,17 * * ? *)'],
    ['0 0 1,15 jan-MAR *', 'cron(0 0 1,15 1-3 ? *)'],
    ['0 3 * * 7', 'cron(0 3 ? * SUN *)'],
    ['0 3 * * 5-7', 'cron(0 3 ? * SUN,FRI,SAT *)'],
    ['  5   4 *  * * ', 'cron(5 4 * * ? *)'],
  ])('the cron expression %s is %s for the scheduler', (cron, expression) => {
    expect(cronProblem(cron)).toBeUndefined();
    expect(cronExpression(cron)).toBe(expression);
  });

  it('a cron expression of 120 characters, and one with steps of ten months, are accepted', () => {
    const longest = `10${',0'.repeat(55)} 6 * * *`;
    expect(longest).toHaveLength(120);
    expect(cronProblem(longest)).toBeUndefined();
    expect(cronProblem('0 6 * */10 *')).toBeUndefined();
  });

  it.each([
    ['0 0 6 * * 1', /has 6 fields and not the five/],
    ['x 6 * * *', /its minute is not made of numbers, '\*', lists/],
    ['0 6 * */0 *', /stepping/],
    ['@daily', /not the five minute, hour/],
    ['0 6 1 * 1', /leave one of them '\*', and make two schedules/],
    ['0 6 30 2 *', /never fire/],
    ['0 6 31 4,6 *', /never fire/],
    ['60 6 * * *', /minute takes 0 to 59/],
    ['0 6 0 * *', /day-of-month takes 1 to 31/],
    ['0 6 * * 8', /day-of-week takes 0 to 7/],
    ['0 22-2 * * *', /larger/],
    ['*/0 * * * *', /stepping/],
    ['0 6 L * *', /day-of-month is not made of/],
    ['0 6 * * MON#2', /day-of-week is not made of/],
    ['0 6 * foo *', /its month is not made of numbers \(or jan feb .* dec\),/],
    ['0 6 * * jan', /its day-of-week is not made of numbers \(or sun mon .* sat\),/],
    [`0 6 * * ${'1,'.repeat(70)}1`, /longer than 120/],
  ])('the cron expression %s is refused with the way out', (cron, reason) => {
    expect(cronProblem(cron)).toMatch(reason);
    expect(cronProblem(cron)).toMatch(/^Invalid cron expression '/);
    expect(cronProblem(cron)).not.toContain('CronPattern');
  });
});

describe('when the clock is put forward', () => {
  it('a time that is left out when the clock is put forward is skipped that day', () => {
    const firings = nextFirings('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 2);
    expect(firings).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-30T00:30:00.000Z']);
  });

  it('what fires every hour goes on with the hour after when the clock is put forward', () => {
    const firings = nextFirings('0 * * * *', 'America/New_York', '2026-03-08T05:30:00Z', 3);
    expect(firings).toEqual(['2026-03-08T06:00:00.000Z', '2026-03-08T07:00:00.000Z', '2026-03-08T08:00:00.000Z']);
  });

  it('when the clock is put forward by half an hour, only that half hour is left out', () => {
    const firings = nextFirings('15,45 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', 2);
    expect(firings).toEqual(['2026-10-03T15:45:00.000Z', '2026-10-04T15:15:00.000Z']);
  });
});

describe('when the clock is put back', () => {
  it('a time that comes twice when the clock is put back fires once, the first time', () => {
    const firings = nextFirings('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2);
    expect(firings).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  });

  it('every minute of an hour that comes twice fires in its first pass alone, asked for in the second as well', () => {
    const expected = ['2026-11-01T07:00:00.000Z', '2026-11-01T07:30:00.000Z'];
    expect(nextFirings('*/30 * * * *', 'America/New_York', '2026-11-01T05:45:00Z', 2)).toEqual(expected);
    expect(nextFirings('*/30 * * * *', 'America/New_York', '2026-11-01T06:15:00Z', 2)).toEqual(expected);
  });
});

describe('a time zone', () => {
  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['+09:00', undefined],
    ['Mars/Olympus', undefined],
    ['', undefined],
  ])('the time zone %j is known as %j', (text, zone) => {
    expect(timeZoneOf(text)).toBe(zone);
  });

  it('a time zone shows a wall time at the instant that is found for it, unless it leaves it out', () => {
    const wall = Date.UTC(2026, 2, 29, 3);
    expect(wallTimeAt(firstInstantOf(wall, 'Europe/Berlin') ?? 0, 'Europe/Berlin')).toBe(wall);
    expect(firstInstantOf(wall - 1, 'Europe/Berlin')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../web/lib/api/wire.ts';
import { cronWords } from '../../../web/lib/schedules/cron-words.ts';
import { scheduleName, scheduleTimeText, stateOf, timeInZones } from '../../../web/lib/schedules/text.ts';

const cron = {
  flow_name: 'morning',
  schedule_type: 'cron' as const,
  cron: '30 6 * * 1-5',
  scheduled_time: null,
  timezone: 'Europe/Berlin',
  active: true,
  next_run: '2026-03-02T05:30:00.000Z',
};
const once = { ...cron, schedule_type: 'one-time' as const, cron: null, scheduled_time: '2026-07-01T04:30:00.000Z' };

describe('a schedule in words', () => {
  it('a schedule in words says its expression, or its one time in its own zone', () => {
    expect(scheduleTimeText(cron)).toBe('Monday to Friday at 06:30');
    expect(scheduleTimeText({ ...cron, cron: '1-3 6 * * *' })).toBe('1-3 6 * * *');
    expect(scheduleTimeText(once)).toMatch(/^once, 2026-07-01 06:30:00 /);
    expect(scheduleName(cron)).toBe('Monday to Friday at 06:30 (Europe/Berlin) of morning');
    expect(scheduleName(once)).toMatch(/^once, .* of morning$/);
  });

  it('a schedule in words is paused by a person, and done where it fires no more', () => {
    const fired = { outcome: 'skipped' } as Schedule['last_firing'];
    expect(stateOf({ ...cron, last_firing: fired })).toBe('active');
    expect(stateOf({ ...cron, active: false, next_run: null, last_firing: fired })).toBe('paused');
    expect(stateOf({ ...once, active: false, next_run: null, last_firing: null })).toBe('paused');
    expect(stateOf({ ...once, active: false, next_run: null, last_firing: fired })).toBe('done');
    expect(stateOf({ ...once, next_run: null, last_firing: null })).toBe('done');
  });
});

describe('the clocks of two zones', () => {
  it('the clocks of two zones are both shown where they differ, on either side of a change of the clocks', () => {
    const winter = timeInZones('2026-03-02T05:30:00.000Z', 'Europe/Berlin', 'Asia/Tokyo');
    expect(winter.there).toMatch(/^2026-03-02 06:30 /);
    expect(winter.here).toMatch(/^2026-03-02 14:30 /);
    expect(timeInZones('2026-07-02T04:30:00.000Z', 'Europe/Berlin', 'Asia/Tokyo').there).toMatch(/^2026-07-02 06:30 /);
  });

  it('the clocks of two zones are one where they show the same', () => {
    expect(timeInZones('2026-03-02T05:30:00.000Z', 'Europe/Berlin', 'Europe/Paris').here).toBeUndefined();
  });
});

describe('cron expressions in words', () => {
  it('what people schedule is said as they say it', () => {
    for (const [cron, words] of [
      ['0 2 * * *', 'Every day at 02:00'],
      ['30 6 * * 1-5', 'Monday to Friday at 06:30'],
      ['0 4 * * 1', 'Mondays at 04:00'],
      ['5 4 * * 7', 'Sundays at 04:05'],
      ['0 3 * * 0,3,6', 'Sundays, Wednesdays and Saturdays at 03:00'],
      ['15 6,18 * * *', 'Every day at 06:15 and 18:15'],
      ['0 9 1 * *', 'Day 1 of every month at 09:00'],
      ['0 * * * *', 'Every hour'],
      ['0 */4 * * *', 'Every 4 hours'],
      ['20 */6 * * *', 'Every 6 hours, 20 min past'],
    ] as const)
      expect(cronWords(cron), cron).toBe(words);
  });

  it('an expression that is not said in a few words stays without', () => {
    const others = [
      '0 */5 * * *',
      '*/10 * * * *',
      '1-3 6 * * *',
      '0 6 * 1 *',
      '0 6 1,15 * *',
      '0 6 * * mon',
      '0 */4 * * 1',
    ];
    for (const cron of [...others, '0 0,1,2,3,4 * * *', '0 */24 * * *', '0 */0 * * *'])
      expect(cronWords(cron), cron).toBeUndefined();
  });
});

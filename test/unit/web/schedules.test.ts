import { describe, expect, it } from 'vitest';
import { cronWords } from '../../../web/schedules/lib/cron-words.ts';
import { cronOf, presetOf } from '../../../web/schedules/lib/preset.ts';
import { stateOf } from '../../../web/schedules/lib/state.ts';
import { scheduleName, scheduleTimeText, timeInZones } from '../../../web/schedules/lib/text.ts';
import type { Schedule } from '../../../web/ui/lib/api/wire.ts';

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
    expect(scheduleTimeText(once)).toBe('once, 1 Jul 2026 06:30');
    expect(scheduleName(cron)).toBe('Monday to Friday at 06:30 (Europe/Berlin) of morning');
    expect(scheduleName(once)).toBe('once, 1 Jul 2026 06:30 (Europe/Berlin) of morning');
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
  const said = (instant: string, now: string, ownZone = 'Asia/Tokyo') =>
    timeInZones(instant, 'Europe/Berlin', ownZone, Date.parse(now));

  it('the clocks of two zones are both shown where they differ, on either side of a change of the clocks', () => {
    expect(said('2026-03-02T05:30:00.000Z', '2026-03-01T00:00:00Z')).toEqual({
      here: 'tomorrow 14:30',
      there: 'tomorrow 06:30 in Europe/Berlin',
    });
    expect(said('2026-07-02T04:30:00.000Z', '2026-03-01T00:00:00Z')).toEqual({
      here: '2 Jul 13:30',
      there: '2 Jul 06:30 in Europe/Berlin',
    });
  });

  it('the clocks of two zones keep their time of another year, and of both where that begins between them', () => {
    expect(said('2026-12-31T20:30:00.000Z', '2026-03-01T00:00:00Z')).toEqual({
      here: '1 Jan 2027 05:30',
      there: '31 Dec 21:30 in Europe/Berlin',
    });
  });

  it('the clocks of two zones are one where they show the same', () => {
    expect(said('2026-03-02T05:30:00.000Z', '2026-03-02T00:00:00Z', 'Europe/Paris')).toEqual({ here: '06:30' });
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

it('the usual choices of a schedule are expressions, and are found again in them', () => {
  const usual = [
    ['30 6 * * *', { kind: 'daily', time: '06:30' }],
    ['0 18 * * 1-5', { kind: 'weekdays', time: '18:00' }],
    ['0 */4 * * *', { kind: 'hours', step: 4 }],
    ['0 * * * *', { kind: 'hours', step: 1 }],
    ['15 7 * * 1', { kind: 'cron', cron: '15 7 * * 1' }],
    ['0 */5 * * *', { kind: 'cron', cron: '0 */5 * * *' }],
  ] as const;
  for (const [cron, preset] of usual) {
    expect(presetOf(cron), cron).toEqual(preset);
    expect(cronOf(preset)).toBe(cron);
  }
  expect(cronOf({ kind: 'daily', time: '' })).toBe('');
});

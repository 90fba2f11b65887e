import { describe, expect, it } from 'vitest';
import {
  isDue,
  missedFiring,
  newestFiring,
  nextRun,
  readScheduledTime,
  type ScheduleState,
} from '#shared/schedules/rules/schedule.ts';

const at = (time: string) => `2026-03-02T${time}.000Z`;
const daily: ScheduleState = { cron: '30 6 * * *', timeZone: 'UTC', active: true, since: at('06:30:00') };
const once: ScheduleState = { scheduledTime: at('06:30:00'), timeZone: 'UTC', active: true, since: at('06:30:00') };

describe.each([
  ['of a cron expression', daily],
  ['at one instant', once],
])('a schedule %s', (kind, schedule) => {
  it(`a schedule runs next after an instant, and not at it, ${kind}`, () => {
    expect(nextRun(schedule, at('06:29:59'))).toBe(at('06:30:00'));
    expect(nextRun(schedule, at('06:30:00'))).not.toBe(at('06:30:00'));
  });

  it(`a schedule is due at its time, and at no other, ${kind}`, () => {
    expect(isDue(schedule, at('06:30:00'))).toBe(true);
    expect(isDue(schedule, at('06:31:00'))).toBe(false);
  });

  it(`a schedule that was changed after a firing is not due by it, ${kind}`, () => {
    expect(isDue({ ...schedule, since: at('06:30:01') }, at('06:30:00'))).toBe(false);
  });

  it(`the newest firing of a schedule lies between two instants, both included, ${kind}`, () => {
    const from = at('00:00:00');
    expect(newestFiring(schedule, from, at('06:30:00'))).toBe(at('06:30:00'));
    expect(newestFiring(schedule, at('06:30:00'), at('07:00:00'))).toBe(at('06:30:00'));
    expect(newestFiring(schedule, from, at('06:29:59'))).toBeUndefined();
    expect(newestFiring(schedule, at('06:30:01'), at('07:00:00'))).toBeUndefined();
  });

  it(`a firing before a schedule was changed is none of its firings, ${kind}`, () => {
    const changed = { ...schedule, since: at('06:30:01') };
    expect(newestFiring(changed, at('00:00:00'), at('07:00:00'))).toBeUndefined();
  });

  it(`a paused schedule neither runs nor is due nor has missed a firing, ${kind}`, () => {
    const paused = { ...schedule, active: false };
    expect(nextRun(paused, at('06:00:00'))).toBeUndefined();
    expect(isDue(paused, at('06:30:00'))).toBe(false);
    expect(newestFiring(paused, at('00:00:00'), at('07:00:00'))).toBeUndefined();
  });

  it(`a firing is missed while it has no outcome, ${kind}`, () => {
    const recorded = { ...schedule, lastFiring: { scheduledTime: at('06:30:00') } };
    expect(missedFiring(schedule, at('07:00:00'))).toBe(at('06:30:00'));
    expect(missedFiring(recorded, at('07:00:00'))).toBeUndefined();
  });
});

it('a schedule of a cron expression misses the newest firing after the last that was recorded', () => {
  const recorded = { ...daily, lastFiring: { scheduledTime: at('06:30:00') } };
  expect(missedFiring(recorded, '2026-03-04T12:00:00.000Z')).toBe('2026-03-04T06:30:00.000Z');
});

it('a schedule with neither an expression nor an instant never fires', () => {
  const empty = { timeZone: 'UTC', active: true, since: at('00:00:00') };
  expect(nextRun(empty, at('00:00:00'))).toBeUndefined();
  expect(newestFiring(empty, at('00:00:00'), at('07:00:00'))).toBeUndefined();
});

it.each([
  ['2026-03-02T06:30:15.750Z', 'Asia/Tokyo', at('06:30:15')],
  ['2026-03-02T06:30:15+09:00', 'UTC', '2026-03-01T21:30:15.000Z'],
  ['2026-03-02T06:30', 'Asia/Tokyo', '2026-03-01T21:30:00.000Z'],
  ['tomorrow', 'UTC', undefined],
])('the scheduled time %s in %s is an instant with whole seconds', (text, zone, instant) => {
  expect(readScheduledTime(text, zone)).toBe(instant);
});

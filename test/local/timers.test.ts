import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTimers, type Timers } from '#local/schedules/timers.ts';
import type { ScheduleEntry, ScheduleFiring } from '#shared/schedules/scheduling/port.ts';

let now: Date;
let fired: string[];
let errors: unknown[];
let fault: Error | undefined;
let timers: Timers;

beforeEach(() => {
  fired = [];
  errors = [];
  fault = undefined;
  timers = createTimers({
    clock: () => now,
    deliver: async ({ schedule_id, scheduled_time }: ScheduleFiring) => {
      if (fault) throw fault;
      fired.push(`${schedule_id} ${scheduled_time}`);
    },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => timers.close());

const entry = (scheduleId: string, timing: Partial<ScheduleEntry>): ScheduleEntry => ({
  projectId: 'project',
  scheduleId,
  timeZone: 'Europe/Berlin',
  ...timing,
});
const at = (time: string) => {
  now = new Date(time);
};
/** Looks at the clock every ten minutes until then. */
async function passUntil(time: string): Promise<void> {
  for (; now.toISOString() < new Date(time).toISOString(); now = new Date(now.getTime() + 600_000)) await timers.tick();
}

describe('timers', () => {
  it.each([
    [
      'Europe/Berlin',
      '2026-03-27T12:00:00Z',
      ['2026-03-28T01:30:00.000Z', '2026-03-30T00:30:00.000Z', '2026-03-31T00:30:00.000Z'],
    ],
    [
      'Europe/Berlin',
      '2026-10-23T12:00:00Z',
      ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z', '2026-10-27T01:30:00.000Z'],
    ],
    [
      'America/New_York',
      '2026-03-06T12:00:00Z',
      ['2026-03-07T07:30:00.000Z', '2026-03-09T06:30:00.000Z', '2026-03-10T06:30:00.000Z'],
    ],
    [
      'America/New_York',
      '2026-10-30T12:00:00Z',
      ['2026-10-31T06:30:00.000Z', '2026-11-01T07:30:00.000Z', '2026-11-02T07:30:00.000Z', '2026-11-03T07:30:00.000Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-02T00:00:00Z',
      ['2026-10-02T16:00:00.000Z', '2026-10-03T15:30:00.000Z', '2026-10-04T15:30:00.000Z', '2026-10-05T15:30:00.000Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-03T00:00:00Z',
      ['2026-04-03T15:30:00.000Z', '2026-04-04T16:00:00.000Z', '2026-04-05T16:00:00.000Z', '2026-04-06T16:00:00.000Z'],
    ],
  ])('timers deliver half past two in %s around a change of the clock after %s', async (timeZone, start, expected) => {
    at(start);
    await timers.put(entry('night', { cron: '30 2 * * *', timeZone }));
    await passUntil(new Date(Date.parse(start) + 4 * 86_400_000).toISOString());
    expect(fired).toEqual(expected.map((time) => `night ${time}`));
  });

  it('timers deliver a single time once, and none that was replaced or removed', async () => {
    at('2026-03-01T00:00:00Z');
    await timers.put(entry('once', { scheduledTime: '2026-03-01T01:00:00.000Z' }));
    await timers.put(entry('moved', { scheduledTime: '2026-03-01T01:00:00.000Z' }));
    await timers.put(entry('moved', { scheduledTime: '2026-03-01T02:00:00.000Z' }));
    await timers.put(entry('gone', { cron: '* * * * *' }));
    await timers.remove('gone');
    await passUntil('2026-03-01T04:00:00Z');
    expect(fired).toEqual(['once 2026-03-01T01:00:00.000Z', 'moved 2026-03-01T02:00:00.000Z']);
  });

  it('timers deliver only the newest of the firings missed while the machine or the service was paused', async () => {
    at('2026-03-01T00:00:00Z');
    await timers.put(entry('hourly', { cron: '0 * * * *' }));
    at('2026-03-02T06:20:00Z');
    timers.resume(entry('kept', { cron: '30 * * * *' }), '2026-03-01T00:00:00.000Z');
    timers.resume(entry('past', { scheduledTime: '2026-03-01T12:00:00.000Z' }), '2026-03-01T00:00:00.000Z');
    await timers.tick();
    expect(fired.toSorted()).toEqual([
      'hourly 2026-03-02T06:00:00.000Z',
      'kept 2026-03-02T05:30:00.000Z',
      'past 2026-03-01T12:00:00.000Z',
    ]);
    await timers.tick();
    expect(fired).toHaveLength(3);
  });

  it('timers deliver what is due of a schedule that is told anew, as when its parameters have changed', async () => {
    at('2026-03-01T00:00:00Z');
    await timers.put(entry('hourly', { cron: '30 * * * *' }));
    at('2026-03-01T00:30:01Z');
    await timers.put(entry('hourly', { cron: '30 * * * *' }));
    await timers.tick();
    expect(fired).toEqual(['hourly 2026-03-01T00:30:00.000Z']);
  });

  it('timers tell of a delivery that fails, and give it up when it is too late to start anything', async () => {
    at('2026-03-01T00:00:00Z');
    await timers.put(entry('once', { scheduledTime: '2026-03-01T01:00:00.000Z' }));
    fault = new Error('no table');
    at('2026-03-01T01:05:01Z');
    await timers.tick();
    expect(errors).toEqual([fault]);
  });

  it('timers deliver nothing after they were closed', async () => {
    at('2026-03-01T00:00:00Z');
    await timers.put(entry('once', { scheduledTime: '2026-03-01T01:00:00.000Z' }));
    await timers.close();
    at('2026-03-01T01:00:30Z');
    await timers.tick();
    expect(fired).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { flowActivity, secondsOf } from '../../../web/flows/lib/activity.ts';
import type { RunSummary } from '../../../web/ui/lib/api/wire.ts';

const run = (execution_id: string, flow_name: string, status: string, elapsed_time: number | null, failed = 0) =>
  ({ execution_id, flow_name, status, elapsed_time, progress: { planned: 9, by_status: { failed } } }) as RunSummary;

const runs = [
  run('5', 'night', 'running', null),
  run('4', 'morning', 'failed', 3, 2),
  run('3', 'morning', 'completed', 50),
  run('2', 'morning', 'completed', 40, 1),
  run('1', 'morning', 'completed', 10),
];
const schedules = [
  { flow_name: 'night', next_run: null, timezone: 'UTC' },
  { flow_name: 'morning', next_run: '2026-11-25T06:00:00Z', timezone: 'Europe/Berlin' },
  { flow_name: 'morning', next_run: '2026-11-26T06:00:00Z', timezone: 'UTC' },
];

describe('what a flow did of late', () => {
  it('what a flow did of late is its newest run with the failures, and the median of the runs that completed', () => {
    const { lastRun, failedTasks, duration } = flowActivity('morning', runs, schedules);
    expect([lastRun?.execution_id, failedTasks]).toEqual(['4', 2]);
    expect(duration).toEqual({ medianSeconds: 40, runs: 3 });
  });

  it('what a flow did of late leaves out what is not known', () => {
    const { lastRun, failedTasks, duration, nextStart } = flowActivity('night', runs, schedules);
    expect([lastRun?.execution_id, failedTasks, duration, nextStart]).toEqual(['5', 0, undefined, undefined]);
    expect(flowActivity('never', runs, schedules).lastRun).toBeUndefined();
  });

  it('what a flow does next is the first start of its schedules', () => {
    expect(flowActivity('morning', runs, schedules).nextStart).toEqual({
      at: '2026-11-25T06:00:00Z',
      timeZone: 'Europe/Berlin',
    });
  });
});

it('a run takes as long as its tasks took in the runs that completed, on that chip alone', () => {
  const of = (chip_id: string, elapsed_time: number, completed: number, failed: number) =>
    ({
      flow_name: 'morning',
      chip_id,
      status: 'completed',
      elapsed_time,
      progress: { planned: null, by_status: { completed, failed } },
    }) as RunSummary;
  const done = [of('a', 20, 9, 1), of('a', 30, 10, 0), of('a', 80, 20, 0), of('b', 999, 1, 0)];
  const plan = { flowName: 'morning', chipId: 'a', tasks: 100 };
  expect(secondsOf(plan, done)).toBe(300);
  expect(secondsOf({ ...plan, flowName: 'night' }, done)).toBeUndefined();
  expect(secondsOf({ ...plan, chipId: 'c' }, done)).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../../web/lib/api/wire.ts';
import { flowActivity } from '../../../web/lib/flows/activity.ts';

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

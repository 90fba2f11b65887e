import { describe, expect, it } from 'vitest';
import { isOverLater, runAsOf } from '#shared/statistics/rules/overview/run-as-of.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 14, 6, minute)).toISOString();

const run = {
  executionId: '20261114-001',
  status: 'cancelled' as const,
  message: 'Cancelled by ada',
  startAt: at(1),
  endAt: at(20),
  taskCounts: { completed: 1, failed: 1, cancelled: 1 },
};
const tasks = [
  { status: 'completed' as const, queuedAt: at(0), startAt: at(1), endAt: at(5) },
  { status: 'failed' as const, queuedAt: at(0), startAt: at(5), endAt: at(15) },
  { status: 'cancelled' as const, queuedAt: at(0), endAt: at(20) },
  { status: 'completed' as const, queuedAt: at(12), startAt: at(12), endAt: at(13) },
];

describe('a run as of an instant', () => {
  it('a run that was not over goes on, with its tasks as their times say', () => {
    expect(runAsOf(run, tasks, at(10))).toEqual({
      ...run,
      ...{ status: 'running', message: '', endAt: undefined, taskCounts: { completed: 1, running: 1, scheduled: 1 } },
    });
    expect(runAsOf(run, tasks, at(14)).taskCounts).toEqual({ completed: 2, running: 1, scheduled: 1 });
  });

  it('a run that had not begun was scheduled', () => {
    expect(runAsOf(run, tasks, at(0))).toMatchObject({
      status: 'scheduled',
      startAt: undefined,
      taskCounts: { scheduled: 3 },
    });
  });

  it('a run is over later where it ended after the instant or goes on still', () => {
    expect([isOverLater(run, at(19)), isOverLater(run, at(20)), isOverLater({}, at(30))]).toEqual([true, false, true]);
  });
});

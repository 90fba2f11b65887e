import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { progressOf, progressText, shownCounts } from '../../../../web/runs/lib/progress.ts';

describe('the progress of a run', () => {
  it('the progress of a run counts every end as done, and says in words what is where', () => {
    const progress = progressOf(133, { completed: 36, failed: 4, running: 2, scheduled: 0 });
    expect(progress).toMatchObject({ total: 133, done: 40, completed: 36, notStarted: 91 });
    expect(progressText(progress, false)).toBe('36 of 133 completed, 4 failed, 2 running, 91 to come');
  });

  it('the progress of a run has no total below what was seen, and says so where there is nothing', () => {
    expect(progressOf(null, { running: 3 }).total).toBe(3);
    expect(progressOf(1, { completed: 3 })).toMatchObject({ total: 3, done: 3, notStarted: 0 });
    expect(progressText(progressOf(null, {}), false)).toBe('no tasks yet');
  });

  it('the progress of a run without a plan is told in counts', () => {
    const progress = progressOf(null, { completed: 3, running: 1 });
    expect(progress.isPlanned).toBe(false);
    expect(progressText(progress, false)).toBe('3 completed, 1 running');
  });

  it('the progress of a run has a place for the common states before any task is in them, and for what else occurs', () => {
    expect(shownCounts(progressOf(9, { cancelled: 2 }))).toEqual([
      { status: 'completed', count: 0 },
      { status: 'failed', count: 0 },
      { status: 'cancelled', count: 2 },
      { status: 'running', count: 0 },
    ]);
  });

  it('the progress of a cancelled run tells what completed, though nothing of it is left to do', () => {
    const progress = progressOf(640, { completed: 509, failed: 10, skipped: 41, cancelled: 80 });
    expect([progress.done, progress.completed]).toEqual([640, 509]);
    expect(progressText(progress, true)).toBe('509 of 640 completed, 10 failed, 41 skipped, 80 cancelled');
    const early = progressOf(640, { completed: 500, cancelled: 100 });
    expect(progressText(early, true)).toBe('500 of 640 completed, 100 cancelled, 40 not started');
  });

  it('the parts of a run and what is to come are all of its tasks, for any counts', () => {
    const counts = fc.record(Object.fromEntries(TASK_STATUSES.map((status) => [status, fc.nat(3000)])));
    fc.assert(
      fc.property(fc.nat(9000), counts, (planned, byStatus) => {
        const progress = progressOf(planned, byStatus);
        expect(progress.completed).toBeLessThanOrEqual(progress.done);
        expect(progress.parts.reduce((sum, part) => sum + part.count, progress.notStarted)).toBe(progress.total);
      }),
    );
  });
});

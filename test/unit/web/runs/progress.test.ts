import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '#shared/domain/runs/statuses.ts';
import { percentOf, progressOf, progressText, shownCounts } from '../../../../web/lib/runs/progress.ts';

describe('the progress of a run', () => {
  it('the progress of a run counts every end as done, and says in words what is where', () => {
    const progress = progressOf(133, { completed: 36, failed: 4, running: 2, scheduled: 0 });
    expect(progress).toMatchObject({ total: 133, done: 40, notStarted: 91 });
    expect(progressText(progress)).toBe('40 of 133 tasks done: 36 completed, 4 failed, 2 running, 91 to come');
  });

  it('the progress of a run has no total below what was seen, and says so where there is nothing', () => {
    expect(progressOf(null, { running: 3 }).total).toBe(3);
    expect(progressOf(1, { completed: 3 })).toMatchObject({ total: 3, done: 3, notStarted: 0 });
    expect(progressText(progressOf(null, {}))).toBe('no tasks yet');
  });

  it('the progress of a run without a plan is told in counts', () => {
    const progress = progressOf(null, { completed: 3, running: 1 });
    expect(progress.isPlanned).toBe(false);
    expect(progressText(progress)).toBe('3 tasks done: 3 completed, 1 running');
  });

  it('the progress of a run has a place for the common states before any task is in them, and for what else occurs', () => {
    expect(shownCounts(progressOf(9, { cancelled: 2 }))).toEqual([
      { status: 'completed', count: 0 },
      { status: 'failed', count: 0 },
      { status: 'cancelled', count: 2 },
      { status: 'running', count: 0 },
    ]);
  });

  it('the progress of a run shows 100 % only when nothing is left, for any counts', () => {
    const counts = fc.record(Object.fromEntries(TASK_STATUSES.map((status) => [status, fc.nat(3000)])));
    fc.assert(
      fc.property(fc.nat(9000), counts, (planned, byStatus) => {
        const progress = progressOf(planned, byStatus);
        expect(percentOf(progress) === 100).toBe(progress.total > 0 && progress.done === progress.total);
        expect(progress.parts.reduce((sum, part) => sum + part.count, progress.notStarted)).toBe(progress.total);
      }),
    );
  });
});

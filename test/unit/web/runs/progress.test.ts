import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '#shared/domain/runs/statuses.ts';
import { percentOf, progressOf, progressText, remainingSeconds } from '../../../../web/lib/runs/progress.ts';

describe('the progress of a run', () => {
  it('counts every end as done, and says in words what is where', () => {
    const progress = progressOf(133, { completed: 36, failed: 4, running: 2, scheduled: 0 });
    expect(progress).toMatchObject({ total: 133, done: 40, untouched: 91 });
    expect(progressText(progress)).toBe('40 of 133 tasks done: 36 completed, 4 failed, 2 running, 91 to come');
  });

  it('has no total below what was seen, and says so where there is nothing', () => {
    expect(progressOf(null, { running: 3 }).total).toBe(3);
    expect(progressOf(1, { completed: 3 })).toMatchObject({ total: 3, done: 3, untouched: 0 });
    expect(progressText(progressOf(null, {}))).toBe('no tasks yet');
  });

  it('shows 100 % only when nothing is left, for any counts', () => {
    const counts = fc.record(Object.fromEntries(TASK_STATUSES.map((status) => [status, fc.nat(3000)])));
    fc.assert(
      fc.property(fc.nat(9000), counts, (planned, byStatus) => {
        const progress = progressOf(planned, byStatus);
        expect(percentOf(progress) === 100).toBe(progress.total > 0 && progress.done === progress.total);
        expect(progress.parts.reduce((sum, part) => sum + part.count, progress.untouched)).toBe(progress.total);
      }),
    );
  });
});

describe('the time that is left', () => {
  it('follows the rate so far', () => {
    expect(remainingSeconds(progressOf(100, { completed: 20, failed: 5 }), 50)).toBe(150);
  });

  it('is not guessed from a few tasks, nor named at the end', () => {
    expect(remainingSeconds(progressOf(100, { completed: 9 }), 50)).toBeUndefined();
    expect(remainingSeconds(progressOf(20, { completed: 20 }), 50)).toBeUndefined();
    expect(remainingSeconds(progressOf(20, { completed: 15 }), 0)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { isWhole, tasksInterval, whileWatched } from '../../../../web/lib/runs/polling.ts';

const run = (status: 'running' | 'completed', counted: Record<string, number>, seen: ('completed' | 'running')[]) => ({
  status,
  progress: { by_status: counted },
  task: seen.map((one) => ({ status: one })),
});

describe('how often a run is asked for', () => {
  it('is rare in a tab that is hidden', () => {
    expect(whileWatched(1_000, false)).toBe(1_000);
    expect(whileWatched(1_000, true)).toBe(15_000);
  });

  it('ends only when every task that is counted was seen as it is', () => {
    expect(isWhole(run('completed', { completed: 2 }, ['completed', 'completed']))).toBe(true);
    expect(isWhole(run('completed', { completed: 2 }, ['completed']))).toBe(false);
    expect(isWhole(run('completed', { completed: 2 }, ['completed', 'running']))).toBe(false);
    expect(tasksInterval(run('completed', { completed: 1 }, ['completed']))).toBe(false);
    expect(tasksInterval(undefined)).toBe(false);
  });
});

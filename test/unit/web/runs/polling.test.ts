import { describe, expect, it } from 'vitest';
import { isComplete, runInterval, tasksInterval } from '../../../../web/runs/lib/polling.ts';

const run = (status: 'running' | 'completed', counted: Record<string, number>, seen: ('completed' | 'running')[]) => ({
  status,
  progress: { by_status: counted },
  task: seen.map((one) => ({ status: one })),
});

describe('how often a run is asked for', () => {
  it('a run is asked for each second while it goes on, and never when it has ended', () => {
    expect(runInterval({ status: 'running' })).toBe(1_000);
    expect(runInterval({ status: 'completed' })).toBe(false);
  });

  it('asking for a run ends only when every task that is counted was seen as it is', () => {
    expect(isComplete(run('completed', { completed: 2 }, ['completed', 'completed']))).toBe(true);
    expect(isComplete(run('completed', { completed: 2 }, ['completed']))).toBe(false);
    expect(isComplete(run('completed', { completed: 2 }, ['completed', 'running']))).toBe(false);
    expect(tasksInterval(run('completed', { completed: 1 }, ['completed']))).toBe(false);
    expect(tasksInterval(undefined)).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { type Bounds, beginning, keyOf, type Rules, rules, stepViolation, successors, violation } from './run-model.ts';

/** Walks every world that can be reached; stops at the first that is wrong. */
function explore(bounds: Bounds, by: Rules): { worlds: number; steps: number; wrong: string | undefined } {
  const first = beginning(bounds);
  const seen = new Set([keyOf(first)]);
  let frontier = [first];
  let steps = 0;
  while (frontier.length > 0) {
    const next: (typeof first)[] = [];
    for (const world of frontier) {
      for (const after of successors(world, bounds, by)) {
        steps += 1;
        const key = keyOf(after);
        const wrong = stepViolation(world, after);
        if (wrong) return { worlds: seen.size, steps, wrong };
        if (seen.has(key)) continue;
        const broken = violation(after, by);
        if (broken) return { worlds: seen.size, steps, wrong: broken };
        seen.add(key);
        next.push(after);
      }
    }
    frontier = next;
  }
  return { worlds: seen.size, steps, wrong: undefined };
}

/** The two scopes of locks; where they are per chip, two runs of one chip and one of another meet. */
const project = { scope: 'project', chips: ['a'] } as const;
const chip = { scope: 'chip', chips: ['a', 'b'] } as const;

describe('whatever is done at once, crashes and lost answers among it,', () => {
  // Three actors, two of which may die, on two successive runs; and two on runs of two slices.
  test.each<[Bounds, number]>([
    [{ actors: 3, runs: 1, slices: 2, ...project }, 1_000],
    [{ actors: 3, runs: 2, slices: 1, ...project }, 10_000],
    [{ actors: 2, runs: 2, slices: 2, ...project }, 10_000],
    [{ actors: 2, runs: 2, slices: 1, ...chip }, 10_000],
    [{ actors: 2, runs: 2, slices: 0, ...chip, changesScope: true }, 10_000],
  ])(
    'whatever is done at once, each active run owns a lock that no other has, and what has ended stays: %o',
    (bounds, atLeast) => {
      const { worlds, steps, wrong } = explore(bounds, rules);
      process.stdout.write(`model of runs: ${worlds} worlds, ${steps} steps\n`);
      expect(wrong).toBeUndefined();
      expect(worlds).toBeGreaterThan(atLeast);
    },
  );
});

describe('the model finds', () => {
  const small = { actors: 2, runs: 2, slices: 2 };

  const broken: [string, Partial<Rules>, string][] = [
    ['a start that does not look at the lock', { runInTheWay: () => undefined }, 'two runs at once'],
    [
      'results that are taken while the tasks are being closed',
      {
        acceptsResults: (run, fence) => run.status === 'running' && run.fence === fence,
        closeToAbort: (run) => (isEnded(run.status) ? { refusal: 'ended' } : { run: { ...run, closing: true } }),
      },
      'a run has ended and its task has not',
    ],
    [
      'results under an old fence',
      { acceptsResults: (run) => run.status === 'running' && !run.closing },
      'a result under an old fence was taken',
    ],
    ['results of a run that has ended', { acceptsResults: (run) => isEnded(run.status) }, 'what had ended was changed'],
    [
      'a completion that passes over a cancellation',
      {
        closeToComplete: (run) => rules.closeToComplete({ ...run, cancelRequested: false }),
        complete: (run) => (run.closing && !isEnded(run.status) ? { run: { ...run, status: 'completed' } } : { run }),
      },
      'a cancellation that was asked for did not end as one, or the other way round',
    ],
    [
      'an abort that forgets the cancellation',
      { abort: (run) => (run.closing && !isEnded(run.status) ? { run: { ...run, status: 'failed' } } : { run }) },
      'a cancellation that was asked for did not end as one, or the other way round',
    ],
    [
      'an abort of what has ended',
      { abort: (run) => ({ run: { ...run, status: run.cancelRequested ? 'cancelled' : 'failed' } }) },
      'what had ended was changed',
    ],
    [
      'a begin that raises the dead',
      { begin: (run) => ({ run: { ...run, status: 'running' } }) },
      'what had ended was changed',
    ],
    [
      'a cancellation of what has ended',
      { requestCancel: (run) => ({ run: { ...run, cancelRequested: true } }) },
      'what had ended was changed',
    ],
    ['an abort that can never finish', { closeToAbort: (run) => ({ run }) }, 'a dead run cannot be ended'],
  ];

  test.each(broken)('the model of runs finds %s, whatever a lock covers', (_, change, wrong) => {
    expect(explore({ ...small, ...project }, { ...rules, ...change }).wrong).toBe(wrong);
    const runs = wrong === 'two runs at once' ? 2 : 1;
    expect(explore({ ...small, ...chip, runs }, { ...rules, ...change }).wrong).toBe(wrong);
  });

  test.each<[string, Partial<Rules>]>([
    ['a scope that is changed while a run is active', { mayChangeScope: () => true }],
    ['a start by the scope that it has read before', { checksScope: false }],
  ])('the model of runs finds %s', (_, change) => {
    const bounds = { ...small, ...chip, changesScope: true };
    expect(explore(bounds, { ...rules, ...change }).wrong).toBe('two runs at once');
  });
});

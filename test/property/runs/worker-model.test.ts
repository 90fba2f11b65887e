import { describe, expect, test } from 'vitest';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import {
  canEnd,
  type WorkerRules,
  type WorkerWorld,
  waitingRun,
  workerKeyOf,
  workerRules,
  workerSuccessors,
  workerViolation,
} from './worker-model.ts';

/** The end of a window of four ticks, and the tick after it where every case is drawn. */
const lastTick = isEveryCase ? 5 : 4;

/** Walks every world that can be reached; stops at the first that is wrong. */
function explore(by: WorkerRules): { worlds: number; wrong: string | undefined } {
  const seen = new Set([workerKeyOf(waitingRun)]);
  let frontier: WorkerWorld[] = [waitingRun];
  while (frontier.length > 0) {
    const next: WorkerWorld[] = [];
    for (const world of frontier)
      for (const after of workerSuccessors(world, lastTick, by)) {
        const key = workerKeyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        const wrong = workerViolation(after) ?? (canEnd(after, by) ? undefined : 'a run can never end');
        if (wrong) return { worlds: seen.size, wrong };
        next.push(after);
      }
    frontier = next;
  }
  return { worlds: seen.size, wrong: undefined };
}

test('whatever workers, aborts and lost answers do at once, one worker writes and the lock stays while it drives', () => {
  const { worlds, wrong } = explore(workerRules);
  process.stdout.write(`model of workers: ${worlds} worlds\n`);
  expect(wrong).toBeUndefined();
  expect(worlds).toBeGreaterThan(10_000);
});

describe('the model finds', () => {
  const stranger = 'a worker wrote whose claim is not current';
  const early = 'the lock was given on while a worker drove';

  const broken: [string, Partial<WorkerRules>, string][] = [
    ['an abort that does not look whether a worker drives', { isDriven: () => false }, early],
    [
      'a window that is shorter than what workers are told',
      { isDriven: (claim, now, window) => workerRules.isDriven(claim, now, window - 1) },
      early,
    ],
    [
      'a worker that is told to go on while its run is being ended',
      {
        mustStop: (run, claim, fence) => workerRules.mustStop({ ...run, closing: false }, claim, fence),
        marksStopping: ({ cancelRequested }) => cancelRequested,
      },
      early,
    ],
    [
      'an end that is taken from a process that was superseded',
      { finishAs: (run, claim, _, status) => claim && workerRules.finishAs(run, claim, claim.fence, status) },
      early,
    ],
    [
      'a claim of a run that is being ended',
      {
        claimRun: (run, claim, waiting, by, now) =>
          workerRules.claimRun({ ...run, closing: false }, claim, waiting, by, now),
      },
      early,
    ],
    [
      'results under an old fence',
      { acceptsWorkerResults: (run) => run.status === 'running' && !run.closing },
      stranger,
    ],
    ['a closing that does not mark the pointer', { marksStopping: ({ cancelRequested }) => cancelRequested }, early],
    ['a heartbeat that renews nothing', { needsRenewal: () => false }, early],
    [
      'a heartbeat that renews once in a window alone',
      { needsRenewal: (claim, now, window) => workerRules.needsRenewal(claim, now, 4 * window) },
      early,
    ],
    ['a worker that is never silent', { isDriven: (claim) => claim !== undefined }, 'a run can never end'],
  ];

  test.each(broken)('the model of workers finds %s', (_, change, wrong) => {
    expect(explore({ ...workerRules, ...change }).wrong).toBe(wrong);
  });
});

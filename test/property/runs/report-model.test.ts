import { expect, test } from 'vitest';
import {
  claimedRun,
  type ReportRules,
  type ReportWorld,
  reportKeyOf,
  reportRules,
  reportSuccessors,
} from './report-model.ts';

/** Walks every world that can be reached; stops at the first that is wrong. */
function explore(by: ReportRules): { worlds: ReportWorld[]; wrong: string | undefined } {
  const start = ([undefined, 'run', 'task', 'result'] as const).map(claimedRun);
  const seen = new Map(start.map((world) => [reportKeyOf(world), world]));
  let frontier = start;
  while (frontier.length > 0) {
    const next: ReportWorld[] = [];
    for (const world of frontier)
      for (const after of reportSuccessors(world, by)) {
        const key = reportKeyOf(after);
        if (seen.has(key)) continue;
        seen.set(key, after);
        if (after.wrong) return { worlds: [...seen.values()], wrong: after.wrong };
        next.push(after);
      }
    frontier = next;
  }
  return { worlds: [...seen.values()], wrong: undefined };
}

test('whatever is cancelled, repeated, late or resumed, each attempt of each qubit ends once', () => {
  const { worlds, wrong } = explore(reportRules);
  process.stdout.write(`model of reports: ${worlds.length} worlds\n`);
  expect(wrong).toBeUndefined();
  // The retry was made, half of a sweep was kept, and values became current where they may.
  expect(worlds.some(({ results }) => results['1 0'] === 'failed' && results['1 1'] === 'completed')).toBe(true);
  expect(worlds.some(({ results, run }) => results['0 0'] === 'cancelled' && !run.closing)).toBe(true);
  expect(worlds.some(({ current }) => current.length === 2)).toBe(true);
});

test.each([
  [
    'results of a run that is being ended',
    { accepts: () => true },
    'a result was written of a run that is being ended',
  ],
  [
    'a cancellation that shuts the worker out',
    { accepts: (run, fence) => !run.cancelRequested && reportRules.accepts(run, fence) },
    'half of a sweep was not taken',
  ],
  [
    'a task that begins after the cancellation',
    { isTakenAfterCancel: () => true },
    'a task began after the cancellation',
  ],
  ['a late result that is written', { effectOf: () => 'write' }, 'what had ended was changed'],
  [
    'a mux of which one qubit is left out',
    { expand: (...of) => reportRules.expand(...of).slice(0, -1) },
    'a qubit of the mux has no result',
  ],
  [
    'a measurement that counts though it was not to be persisted',
    { judge: ({ persist: _, ...arriving }, ...known) => reportRules.judge(arriving, ...known) },
    'a value became current that was measured only',
  ],
  [
    'a run whose persist is not heard',
    {
      updatedResult: (update, existing, { persist: _, ...run }, at) =>
        reportRules.updatedResult(update, existing, run, at),
    },
    'a value became current that was measured only',
  ],
  [
    'a task or result whose persist is not heard',
    {
      updatedResult: (update, existing, run, at) => {
        const { persist: _, ...kept } = reportRules.updatedResult(update, existing, run, at);
        return run.persist === false ? { ...kept, persist: false } : kept;
      },
    },
    'a value became current that was measured only',
  ],
] as [string, Partial<ReportRules>, string][])('the model of reports finds %s', (_, change, wrong) => {
  expect(explore({ ...reportRules, ...change }).wrong).toBe(wrong);
});

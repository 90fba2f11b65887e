import { expect, test } from 'vitest';
import { releaseByAnybody } from '#test/simulation/defects/without-condition.ts';
import { type Outcome, type Play, play } from '#test/simulation/history.ts';

/** Plays histories until one finds something wrong. */
async function findViolation(seeds: number, how: Play): Promise<Outcome | undefined> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await play(seed, how);
    if (outcome.violation !== undefined) return outcome;
  }
  return undefined;
}

const told = (outcome: Outcome | undefined): string =>
  outcome ? `seed ${outcome.seed}: ${String(outcome.violation)}\n${outcome.trace.slice(-40).join('\n')}` : '';

test('a hundred histories with pauses, deaths, lost answers and late indexes violate nothing', async () => {
  expect(told(await findViolation(100, { scene: 'runs' }))).toBe('');
});

test('a history is the same each time that its seed is played', async () => {
  for (const seed of [3, 14, 15, 92]) {
    const [once, again] = [await play(seed), await play(seed)];
    expect(again.trace).toEqual(once.trace);
    expect(once.trace.length).toBeGreaterThan(20);
  }
});

test('within a hundred histories every fault comes about, and runs end in every way', async () => {
  const met = new Set<string>();
  const marks = [
    ...['stands still', ' dies', 'its answer is lost', 'TimeoutError, not carried out', 'TransactionCanceledException'],
    ...['ProvisionedThroughputExceededException', 'slice-', 'abort-', 'complete-', 'project-', 'sweep-'],
  ];
  for (let seed = 1; seed <= 100 && met.size < marks.length; seed += 1) {
    const { trace } = await play(seed, { scene: 'runs' });
    for (const mark of marks) if (trace.some((line) => line.includes(mark))) met.add(mark);
  }
  expect([...met].sort()).toEqual([...marks].sort());
});

test('a lock that anybody may release is found to be freed under the run that holds it', async () => {
  const found = await findViolation(300, { scene: 'runs', defect: releaseByAnybody });
  expect(String(found?.violation)).toMatch(/^Violation: The lock of .* is held by nobody, and .* runs$/);
});

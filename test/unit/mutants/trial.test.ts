import { expect, test } from 'vitest';
import { trial } from '#scripts/suites/lib/mutants/trial.ts';

/** Plays the attempts of a test over some mutants. @param passes whether an attempt passes, by the active mutant */
function play(mutants: readonly string[], passes: (mutant: string | undefined, attempt: number) => boolean) {
  const told: string[] = [];
  const attempts: (string | undefined)[] = [];
  const tell = (verdict: string) => (mutant: string) => void told.push(`${verdict} ${mutant}`);
  const attempted = trial<string>({
    candidates: () => mutants,
    killed: tell('killed'),
    passed: tell('passed'),
    doubted: tell('doubted'),
  });
  for (let next = attempted.next(); !next.done; ) {
    attempts.push(next.value);
    next = attempted.next({ passed: passes(next.value, attempts.length), ms: 1 });
  }
  return { told, attempts };
}

test('a test is tried as it is, then with each mutant, and after a failure as it is again', () => {
  expect(play(['a', 'b', 'c'], (mutant) => mutant !== 'b')).toEqual({
    told: ['passed a', 'killed b', 'passed c'],
    attempts: [undefined, 'a', 'b', undefined, 'c'],
  });
});

test('a test that fails as it is judges nothing', () => {
  expect(play(['a'], () => false)).toEqual({ told: [], attempts: [undefined] });
});

test('a test that cannot be repeated leaves its mutants in doubt', () => {
  expect(play(['a', 'b', 'c'], (_, attempt) => attempt < 3)).toEqual({
    told: ['passed a', 'doubted b', 'doubted c'],
    attempts: [undefined, 'a', 'b', undefined],
  });
});

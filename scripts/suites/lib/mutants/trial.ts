/** The result of a test's attempt. */
export interface Attempt {
  passed: boolean;
  ms: number;
}

/** Receives the verdicts on the mutants of a test. */
export interface Verdicts<Mutant> {
  /** The mutants that the test covers, known after its first normal run. */
  candidates(): Iterable<Mutant>;
  killed(mutant: Mutant): void;
  passed(mutant: Mutant, ms: number): void;
  /** The test fails with the mutant and then also without it, so it may not be repeatable. */
  doubted(mutant: Mutant): void;
}

/**
 * The attempts of one test: first without a mutant, then with one after another. Each failure is followed by an attempt
 * without a mutant, which shows whether the mutant was the cause.
 */
export function* trial<Mutant>(verdicts: Verdicts<Mutant>): Generator<Mutant | undefined, void, Attempt> {
  const first = yield undefined;
  if (!first.passed) return;
  let isRepeatable = true;
  for (const mutant of verdicts.candidates()) {
    if (!isRepeatable) {
      verdicts.doubted(mutant);
      continue;
    }
    const { passed, ms } = yield mutant;
    if (passed) {
      verdicts.passed(mutant, ms);
      continue;
    }
    isRepeatable = (yield undefined).passed;
    if (isRepeatable) verdicts.killed(mutant);
    else verdicts.doubted(mutant);
  }
}

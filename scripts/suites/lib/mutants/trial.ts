/** How an attempt of a test went. */
export interface Attempt {
  passed: boolean;
  ms: number;
}

/** What is told of the mutants that a test judges. */
export interface Verdicts<Mutant> {
  /** Those that the test could tell of, asked once it has run as it is. */
  candidates(): Iterable<Mutant>;
  killed(mutant: Mutant): void;
  passed(mutant: Mutant, ms: number): void;
  /** The test fails, and then as it is as well: perhaps it cannot be repeated. */
  doubted(mutant: Mutant): void;
}

/**
 * The attempts of one test: as it is, then with one mutant after the other, each failure followed by an attempt as it is, which
 * says whether the mutant was the reason.
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

import { describe, expect, test } from 'vitest';
import { countOutput, countReport, summarize } from '../../scripts/ci.mjs';

const counts = (passed: number, failed: number, skipped: number) => ({ passed, failed, skipped });

describe('the counts of a CI run', () => {
  test("come from vitest's report", () => {
    const report = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1, success: false };
    expect(countReport(JSON.stringify(report))).toEqual(counts(5, 2, 4));
  });

  test('come from the last line of counts that a step prints', () => {
    expect(countOutput('1 passed, 1 failed\nlater\n12 passed, 0 failed, 3 skipped\nbye')).toEqual(counts(12, 0, 3));
    expect(countOutput('it says 4 passed, 1 failed in a sentence')).toEqual(counts(0, 0, 0));
  });

  test('a step that fails without a failed test is a failure', () => {
    const outcomes = [
      { ok: true, counts: counts(10, 0, 1) },
      { ok: false, counts: counts(0, 0, 0) },
      { ok: false, counts: counts(3, 2, 0) },
    ];
    expect(summarize(outcomes)).toEqual(counts(13, 3, 1));
  });
});

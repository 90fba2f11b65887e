import { describe, expect, test } from 'vitest';
import { argsAgain, countOutput, countReport, failedFiles, failureLines, summarize } from '#scripts/ci.mjs';

const counts = (passed: number, failed: number, skipped: number) => ({ passed, failed, skipped });

describe('the counts of a CI run', () => {
  test("the counts of a CI run come from vitest's report", () => {
    const report = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1, success: false };
    expect(countReport(JSON.stringify(report))).toEqual(counts(5, 2, 4));
  });

  test('a CI run lists the files in which a test or its set-up failed', () => {
    const testResults = ['passed', 'failed', 'failed'].map((status, n) => ({ status, name: `test/${n}.test.ts` }));
    expect(failedFiles(JSON.stringify({ testResults }))).toEqual(['test/1.test.ts', 'test/2.test.ts']);
  });

  test('the counts of a CI step come from the last line of counts that it prints', () => {
    expect(countOutput('1 passed, 1 failed\nlater\n12 passed, 0 failed, 3 skipped\nbye')).toEqual(counts(12, 0, 3));
    expect(countOutput('it says 4 passed, 1 failed in a sentence')).toEqual(counts(0, 0, 0));
  });

  test('a CI step that fails without a failed test is a failure', () => {
    const outcomes = [
      { ok: true, counts: counts(10, 0, 1) },
      { ok: false, counts: counts(0, 0, 0) },
      { ok: false, counts: counts(3, 2, 0) },
    ];
    expect(summarize(outcomes)).toEqual(counts(13, 3, 1));
  });
});

test('files of a CI step that failed are run again without the limits of coverage, which all files together reach', () => {
  const again = argsAgain(['test', '--', '--coverage'], ['a.test.ts', 'b.test.ts']);
  expect(again).toEqual(['test', '--', 'a.test.ts', 'b.test.ts']);
});

describe('what the end of a CI run says of a step that failed', () => {
  test('the end of a CI run names each failed test with its error', () => {
    const printed =
      '\n \u001b[31mFAIL\u001b[39m  unit test/unit/a.test.ts > a rule > holds\nAssertionError: expected 1 to be 2\n\n- 2\n+ 1\nfar below\n' +
      ' FAIL  api test/api/b.test.ts > a call\nError: late\n';
    expect(failureLines(printed)).toEqual([
      ' FAIL  unit test/unit/a.test.ts > a rule > holds',
      'AssertionError: expected 1 to be 2',
      '- 2',
      ' FAIL  api test/api/b.test.ts > a call',
      'Error: late',
    ]);
  });

  test('the end of a CI run names every failed test, and gives the errors of the first six', () => {
    const tests = Array.from({ length: 9 }, (_, n) => ` FAIL  e2e test/e2e/a.e2e.test.ts > step ${n}`);
    const printed = tests.map((name) => `${name}\nError: late\n`).join('\n');
    expect(failureLines(printed)).toEqual([
      ...tests.slice(0, 6).flatMap((name) => [name, 'Error: late']),
      ...tests.slice(6),
    ]);
  });

  test('the end of a CI run repeats what a failed step printed last, where no test failed', () => {
    const printed = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join('\n\n');
    expect(failureLines(printed)).toEqual(Array.from({ length: 12 }, (_, line) => `line ${line + 29}`));
  });
});

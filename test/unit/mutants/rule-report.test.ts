import { expect, test } from 'vitest';
import { ruleEquivalents } from '#scripts/suites/lib/mutants/rule-equivalents.ts';
import { resultsOf } from '#scripts/suites/lib/mutants/rule-report.ts';

const path = 'shared/values/rules/a.ts';
const source = 'const one =\n  a < b;\n';
const change = (status: string, replacement = 'a <= b') => ({
  ...{ mutatorName: 'EqualityOperator', replacement, status },
  location: { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } },
});

test('a change that a test or a time limit stops is noticed, and one that no test covers is not', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError'];
  const mutants = statuses.map((status) => change(status, status));
  expect(resultsOf({ files: { [path]: { source, mutants } } }, [path])).toEqual([
    { path, killed: 2, survivors: ['2:3 EqualityOperator Survived', '2:3 EqualityOperator NoCoverage'] },
  ]);
});

test('a file without results is left out, and so is a file that was not named', () => {
  const report = { files: { [path]: { source, mutants: [change('Killed')] } } };
  expect(resultsOf(report, ['shared/values/rules/b.ts'])).toEqual([]);
});

test('a known change without effect does not count', () => {
  const [known] = ruleEquivalents.filter(({ original }) => !original.includes('\n'));
  if (!known) throw new Error('There is one');
  const location = { start: { line: 1, column: 5 }, end: { line: 1, column: 5 + known.original.length } };
  const mutants = [{ ...change('Survived', known.replacement), location }];
  const withText = (text: string) => ({ files: { [known.path]: { source: text, mutants } } });
  const survivorsOf = (text: string) => resultsOf(withText(text), [known.path])[0]?.survivors.length;
  expect(survivorsOf(`    ${known.original}`)).toBe(0);
  expect(survivorsOf(`   ${known.original} `)).toBe(1);
});

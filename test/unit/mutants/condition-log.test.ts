import { expect, test } from 'vitest';
import { digestOf, doneFiles, type Entry } from '#scripts/suites/lib/mutants/condition-log.ts';
import { resultsOf } from '#scripts/suites/lib/mutants/conditions.ts';

const path = 'shared/runs/store/locks.ts';
const site = `${path} releaseLock 1`;
const digest = digestOf(path);
const of = { file: 'test/a.test.ts', test: 'a', digest, site };
const asked: Entry = { type: 'asked', file: of.file, site, parts: { demands: ['a', 'b'], alternatives: ['c'] } };

test('each part of a condition is killed by a test, passed by all, refused in none', () => {
  const log: Entry[] = [
    asked,
    { ...of, type: 'passed', part: 'a' },
    { ...of, type: 'passed', part: 'b' },
    { ...of, type: 'killed', part: 'b', file: 'test/b.test.ts' },
    { ...of, type: 'passed', part: 'b' },
  ];
  expect(resultsOf(log, [site])).toEqual([
    { site, part: 'a', verdict: 'survived' },
    { site, part: 'b', verdict: 'killed', killer: 'test/b.test.ts > a' },
    { site, part: 'c', verdict: 'unrefused' },
  ]);
});

test('a condition that no one asks is one mutant', () => {
  expect(resultsOf([], [site])).toEqual([{ site, part: '', verdict: 'unasked' }]);
});

test('what was found of another version of a source says nothing', () => {
  const log: Entry[] = [asked, { ...of, type: 'killed', part: 'a', digest: 'another' }];
  expect(resultsOf(log, [site])[0]).toEqual({ site, part: 'a', verdict: 'unrefused' });
});

test('a failure of a test that cannot be repeated kills nothing by itself', () => {
  expect(resultsOf([asked, { ...of, type: 'doubt', part: 'a' }], [site])[0]).toMatchObject({ verdict: 'survived' });
});

test('a file of tests is done where it has judged every condition, in one run or in several, as all is now', () => {
  const tests = 'test/unit/mutants/condition-log.test.ts';
  const ran = { type: 'file' as const, file: tests, digest: digestOf(tests), ms: 1, failed: [] };
  const sources = { [path]: digest };
  const sample = { ...ran, sources, judged: [site] };
  const other = `${path} releaseLock 2`;
  expect([...doneFiles([sample], [site])]).toEqual([tests]);
  expect(doneFiles([sample], [site, other]).size).toBe(0);
  expect(doneFiles([sample, { ...ran, sources, judged: [other] }], [site, other]).size).toBe(1);
  expect(doneFiles([{ ...ran, sources: { [path]: 'another' }, judged: [site] }], [site]).size).toBe(0);
  expect(doneFiles([{ ...sample, digest: 'another' }], [site]).size).toBe(0);
  expect(doneFiles([{ ...ran, sources }], [site]).size).toBe(0);
});

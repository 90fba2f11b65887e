import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const [, section = ''] = read('docs/design/web.md').split('\n## What the interface promises, and what holds it\n');
const [table = ''] = section.split('\n## ');
const promises = [...table.matchAll(/^\| (\d+) \| (.+) \| (.+) \|$/gm)].map(([, number, promise = '', held = '']) => ({
  number: Number(number),
  promise,
  tests: [...held.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}));

it('every promise of the interface has its number and names the tests that hold it, which are there', () => {
  expect(promises.map(({ number }) => number)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
  const missing = promises.flatMap(({ promise, tests }) => {
    const there = tests.filter((file) => /^test\/.+\.test\.ts$/.test(file) && existsSync(join(projectRoot, file)));
    return tests.length > 0 && there.length === tests.length ? [] : [`${promise}: ${tests.join(', ') || 'no test'}`];
  });
  expect(missing).toEqual([]);
});

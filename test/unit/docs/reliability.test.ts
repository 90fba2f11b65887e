import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const page = readFileSync(join(projectRoot, 'docs/reliability.md'), 'utf8');
const promised = page.slice(page.indexOf('## What is promised'), page.indexOf('## What is not promised'));

const promises = promised.split('\n').flatMap((line) => {
  const [promise = '', files = ''] = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
  return promise.endsWith('.')
    ? [{ promise, files: [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }]
    : [];
});

test('every row of the tables of promises is read', () => {
  const rows = promised.split('\n').filter((line) => /^\|(?!---)/.test(line) && !line.startsWith('| Promise'));
  expect(promises).toHaveLength(rows.length);
  expect(promises.length).toBeGreaterThan(20);
});

test.each(promises)('the promise is held by tests that are there: $promise', ({ files }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !/^test\/.*\.test\.ts$/.test(file) || !existsSync(join(projectRoot, file)))).toEqual(
    [],
  );
});

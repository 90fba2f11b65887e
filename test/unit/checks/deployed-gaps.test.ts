import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { titlesOf } from '#scripts/checks/lib/test-titles.ts';
import { gaps } from '#test/deployed/gaps.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const tests = readdirSync(join(projectRoot, 'test/api'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test/api', name))
  .map((path) => ({ path, titles: titlesOf(path, readFileSync(join(projectRoot, path), 'utf8')) }));

/** Whether a pattern matches a title, or a case of it: quoted parts of the pattern come from the case. */
const means = (pattern: RegExp, title: string): boolean =>
  pattern.test(title) || new RegExp(pattern.source.replace(/".*"/, '%j')).test(title);

const named = gaps.flatMap(({ tests: meant }) => meant.map(([part, name]) => ({ part, name })));

it.each(named)('a gap of a deployment names tests that there are: $part $name', ({ part, name }) => {
  const files = tests.filter(({ path }) => path.includes(part));
  expect(files).not.toEqual([]);
  if (name) expect(files.some(({ titles }) => titles.some(({ text }) => means(name, text)))).toBe(true);
});

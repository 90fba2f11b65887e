import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

it('decisions are numbered without gaps, each with its number as its title', () => {
  const files = readdirSync(join(projectRoot, 'docs/decisions')).sort();
  const numbers = files.map((file) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
  for (const [index, file] of files.entries()) {
    expect(read(`docs/decisions/${file}`)).toMatch(new RegExp(`^# ${index + 1}\\. \\S`));
    expect(read(`docs/decisions/${file}`)).toContain('**Decision.** ');
  }
});

it('the changelog lists what is unreleased first, then every version with its date, the newest first', () => {
  const titles = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  expect(titles[0]).toBe('Unreleased');
  const versions = titles.slice(1).map((title) => {
    const [, version = '', date = ''] = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/.exec(title) ?? [];
    return { version, date };
  });
  expect(versions.map(({ date }) => date)).toEqual(
    versions
      .map(({ date }) => date)
      .sort()
      .reverse(),
  );
  expect(versions[0]?.version).toBe(JSON.parse(read('package.json')).version);
});

it('the changelog groups the changes of a version in the words of its introduction', () => {
  const groups = [...read('CHANGELOG.md').matchAll(/^### (.+)$/gm)].map(([, title = '']) => title);
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  expect(groups.filter((group) => !known.includes(group))).toEqual([]);
});

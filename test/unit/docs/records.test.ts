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

/** The sections of the changelog in their order, each with its lines. */
const sections = read('CHANGELOG.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.trim().split('\n');
    const [, version = '', date = ''] = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/.exec(title) ?? [];
    return { title, version, date, lines: lines.filter((line) => line !== '') };
  });
const releases = sections.slice(1);
const present: string = JSON.parse(read('package.json')).version;

it('the changelog lists what is unreleased first, then every version with its date, the newest first', () => {
  expect(sections[0]?.title).toBe('Unreleased');
  expect(releases.filter(({ version }) => version === '').map(({ title }) => title)).toEqual([]);
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  for (const key of ['version', 'date'] as const)
    expect(releases.map((one) => one[key])).toEqual(releases.map((one) => one[key]).sort(newestFirst));
  expect(new Set(releases.map(({ version }) => version)).size).toBe(releases.length);
});

it('a release of the changelog has one to ten lines of at most 160 characters, each of which is a change', () => {
  expect(releases.length).toBeGreaterThanOrEqual(2);
  const bad = releases.filter(({ lines }) => lines.length < 1 || lines.length > 10);
  expect(bad.map(({ title, lines }) => `${title}: ${lines.length} lines`)).toEqual([]);
  const lines = releases.flatMap((release) => release.lines);
  expect(lines.filter((line) => !line.startsWith('- ') || line.length > 160)).toEqual([]);
});

it('the newest release is the version of the package, of its lockfile, and of what the next release is compared with', () => {
  const lockfile = JSON.parse(read('package-lock.json'));
  expect({
    changelog: releases[0]?.version,
    lockfile: lockfile.version,
    root: lockfile.packages[''].version,
    interface: JSON.parse(read('docs/openapi/released.json')).info.version,
    forms: JSON.parse(read('docs/storage/released.json')).version,
  }).toEqual({ changelog: present, lockfile: present, root: present, interface: present, forms: present });
});

it('the description of the last interface is one line without spaces between its parts', () => {
  const text = read('docs/openapi/released.json');
  expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`);
});

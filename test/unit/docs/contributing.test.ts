import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const page = read('CONTRIBUTING.md');
const commands: Record<string, string> = JSON.parse(read('package.json')).scripts;
const codesOf = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const codes = codesOf(page);

/** A section by its heading, with its numbered steps in one line each. */
function stepsOf(title: string): string[] {
  const [, section = ''] = page.split(`\n## ${title}\n`);
  const [body = ''] = section.split('\n## ');
  return body
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => step.replaceAll(/\s+/g, ' ').trim());
}

/** What is there under a path; `<name>` stands for any name. */
const found = (path: string): string[] =>
  globSync(path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, ''), { cwd: projectRoot });

const isPath = (code: string): boolean =>
  /^(?:\.?[\w-]+\/[\w./<>-]*|[A-Z]+\.md)$/.test(code) && !code.startsWith('application/');

/** Those that were tried by doing what they say. */
const tried = ['Add an endpoint', 'Add a metric', 'Add an import format', 'Add a page', 'Add a notification'];

const walkThroughs = [...page.matchAll(/^## (Add .+)$/gm)].map(([, title = '']) => title);

describe.each(walkThroughs)('the walk-through %s', (title) => {
  const steps = stepsOf(title);

  it(`the walk-through ${title} has at least five steps`, () => {
    expect(steps.length).toBeGreaterThanOrEqual(5);
  });

  it.each(steps)(`each step of ${title} names what it changes or runs: %s`, (step) => {
    const names = codesOf(step).filter((code) => isPath(code) || code.startsWith('np'));
    expect(names.length > 0 || step.startsWith('Pages need nothing')).toBe(true);
  });
});

it.each(tried)('the walk-through %s says how many files it takes, and names as many', (title) => {
  const [, stated] = page.split(`\n## ${title}\n`)[1]?.match(/^\nIt takes (\d+) files/) ?? [];
  expect(stated).toBeDefined();
  const named = new Set(stepsOf(title).flatMap(codesOf).filter(isPath));
  expect(named.size).toBeGreaterThanOrEqual(Number(stated));
});

it('CONTRIBUTING names only files and folders that are there', () => {
  const paths = codes.filter(isPath);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => found(path).length === 0)).toEqual([]);
});

it('what CONTRIBUTING says to be in a file is in it', () => {
  const text = page.replaceAll(/\s+/g, ' ');
  const places = [...text.matchAll(/`(\w+)` (?:in|of) `([\w./-]+\.ts)`/g)];
  expect(places.length).toBeGreaterThanOrEqual(8);
  const missing = places.filter(([, name = '', path = '']) => !new RegExp(`\\b${name}\\b`).test(read(path)));
  expect(missing.map(([place]) => place)).toEqual([]);
});

it('CONTRIBUTING names every command of package.json, and no other', () => {
  const named = [...page.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect([...new Set(named)].filter((name) => name !== 'run').toSorted()).toEqual(Object.keys(commands).toSorted());
});

it('CONTRIBUTING shows how to run single tests with projects and files that are there', () => {
  const runs = [...page.matchAll(/npx vitest(?: run)? --project=(\w+)((?: test\/[\w./-]+)+)/g)];
  expect(runs.length).toBeGreaterThanOrEqual(5);
  const kinds = read('vitest.config.ts');
  for (const [, project = '', files = ''] of runs) {
    expect(kinds).toContain(`'${project}'`);
    expect(
      files
        .trim()
        .split(' ')
        .filter((file) => found(file).length === 0),
    ).toEqual([]);
  }
});

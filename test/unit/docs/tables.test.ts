import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const pages = [...globSync('*.md', { cwd: projectRoot }), ...globSync('docs/**/*.md', { cwd: projectRoot })].toSorted();

/** The cells of a row. A bar in code is part of its cell where a backslash precedes it, as GitHub reads tables. */
const cells = (row: string): string[] =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The tables of a page, each with the number of its first line. Fenced code has none. */
function tablesOf(text: string): { line: number; rows: string[] }[] {
  const tables: { line: number; rows: string[] }[] = [];
  let fenced = false;
  let inside = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const isRow = !fenced && /^\s*\|/.test(line);
    if (isRow && !inside) tables.push({ line: index + 1, rows: [] });
    if (isRow) tables.at(-1)?.rows.push(line);
    inside = isRow;
  }
  return tables;
}

/** The body of the table under a header. */
function tableOf(page: string, header: readonly string[]): string[][] {
  const found = tablesOf(read(page)).filter(({ rows: [first = ''] }) => cells(first).join() === header.join());
  expect(found).toHaveLength(1);
  return (found[0]?.rows.slice(2) ?? []).map(cells);
}

const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('tables of the documents', () => {
  it('every table has a line of dashes below its header, and every row has as many cells as the header', () => {
    const problems = pages.flatMap((page) =>
      tablesOf(read(page)).flatMap(({ line, rows }) => {
        const width = cells(rows[0] ?? '').length;
        const dashes = cells(rows[1] ?? '').every((cell) => /^:?-+:?$/.test(cell))
          ? []
          : [`${page}:${line}: no dashes`];
        const uneven = rows.flatMap((row, n) => (cells(row).length === width ? [] : [`${page}:${line + n}: ${row}`]));
        return [...dashes, ...uneven];
      }),
    );
    expect(pages.length).toBeGreaterThan(60);
    expect(problems).toEqual([]);
  });

  it('no row of a table comes twice', () => {
    const twice = pages.flatMap((page) =>
      tablesOf(read(page)).flatMap(({ rows }) => rows.filter((row, n) => rows.indexOf(row) < n)),
    );
    expect(twice).toEqual([]);
  });
});

describe('docs/design/README.md', () => {
  it('docs/design/README.md lists every page of the folder', () => {
    const listed = tableOf('docs/design/README.md', ['Page', 'Answers']).map(([page]) => page);
    const there = readdirSync(join(projectRoot, 'docs/design')).filter((name) => name !== 'README.md');
    expect(listed.toSorted()).toEqual(there.map((name) => `[${name}](${name})`).toSorted());
  });

  it('docs/design/README.md lists each family of rules with the page that has it, and no other', () => {
    const listed = tableOf('docs/design/README.md', ['Page', 'Families']).map(([page = '', families = '']) => [
      page.replace(/^\[(.*)\]\(\1\)$/, '$1'),
      inCode(families).toSorted(),
    ]);
    const there = readdirSync(join(projectRoot, 'docs/design'))
      .map((page) => [page, [...read(`docs/design/${page}`).matchAll(/^- \*\*([A-Z]+)-\d+\*\*/gm)]] as const)
      .map(([page, rules]) => [page, [...new Set(rules.map(([, family = '']) => family))].toSorted()] as const)
      .filter(([, families]) => families.length > 0);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(there));
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

const leastLines = 15;
const largestShare = 0.06;
const mostLines = 400;

/** Written by a script, not by hand. */
const generated = ['python/src/fiducial_lab/answers.py'];

interface SourceFile {
  path: string;
  lines: number;
}

/** What is wrong with the source where too many of its files are tiny; undefined where nothing is. */
function tinyFilesProblem(files: readonly SourceFile[]): string | undefined {
  const tiny = files.filter(({ lines }) => lines < leastLines).toSorted((a, b) => a.lines - b.lines);
  if (tiny.length <= files.length * largestShare) return undefined;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const smallest = tiny.slice(0, 20).map(({ path, lines }) => `${path} (${lines})`);
  return `${tiny.length} of ${files.length} files (${percent(tiny.length / files.length)}) have under ${leastLines} lines, at most \
${percent(largestShare)} may: merge some into their only caller. The smallest: ${smallest.join(', ')}`;
}

/** The files of these names in this repository. */
const filesNamed = (...patterns: string[]): SourceFile[] =>
  globSync(patterns, { cwd: projectRoot }).map((path) => ({
    path,
    lines: readFileSync(join(projectRoot, path), 'utf8').split('\n').length - 1,
  }));

const written = ['cli', 'compat', 'functions', 'infra', 'local', 'scripts', 'shared', 'simulator', 'web', 'worker'];

/** Files of so many lines each. */
const filesOf = (...lengths: number[]): SourceFile[] => lengths.map((lines, index) => ({ path: `${index}.ts`, lines }));

describe('tiny files', () => {
  test('six tiny files of a hundred are allowed, and a file of 15 lines is not tiny', () => {
    expect(tinyFilesProblem(filesOf(...Array(6).fill(14), ...Array(94).fill(15)))).toBeUndefined();
  });

  test('seven tiny files of a hundred are refused, with their share and the smallest first', () => {
    expect(tinyFilesProblem(filesOf(...Array(93).fill(200), 3, 2, ...Array(5).fill(14)))).toMatch(
      /^7 of 100 files \(7\.0 %\) .* The smallest: 94\.ts \(2\), 93\.ts \(3\), 95\.ts \(14\)/,
    );
  });

  test('at most 6 % of the source files of this repository are tiny', () => {
    const files = filesNamed(`{${written}}/**/*.{ts,tsx,mjs}`);
    expect(files.length).toBeGreaterThan(1000);
    expect(tinyFilesProblem(files)).toBeUndefined();
  });
});

describe('long files', () => {
  test('no file that people write has more than 400 lines, tests included', () => {
    const files = filesNamed(`{${written},test}/**/*.{ts,tsx,mjs}`, 'python/{src,tests,bench}/**/*.py');
    expect(files.length).toBeGreaterThan(2500);
    const long = files.filter(({ path, lines }) => lines > mostLines && !generated.includes(path));
    expect(long).toEqual([]);
    expect(files.filter(({ path }) => generated.includes(path)).every(({ lines }) => lines > mostLines)).toBe(true);
  });
});

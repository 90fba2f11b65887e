import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/support/stack/processes.ts';

/** A row of the page: the question, and the files that answer it. */
interface Row {
  question: string;
  answer: string;
  files: string[];
}

const page = readFileSync(join(projectRoot, 'docs/design/finding-your-way.md'), 'utf8');

const rows: Row[] = page.split('\n').flatMap((line) => {
  const [question = '', answer = '', files = ''] = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
  if (!question.endsWith('?')) return [];
  return { question, answer, files: [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) };
});

describe('finding your way', () => {
  it('finding your way answers at least fifteen questions, each once', () => {
    const questions = rows.map(({ question }) => question);
    expect(questions.length).toBeGreaterThanOrEqual(15);
    expect(new Set(questions).size).toBe(questions.length);
  });

  it('every row of the tables of finding your way is read', () => {
    const tableLines = page.split('\n').filter((line) => /^\|(?!---)/.test(line) && !line.startsWith('| Question'));
    expect(rows).toHaveLength(tableLines.length);
  });

  it.each(rows)('the answer is in one or two files that are there: $question', ({ answer, files }) => {
    expect(answer).toMatch(/\.$/);
    expect(files.length).toBeGreaterThanOrEqual(1);
    expect(files.length).toBeLessThanOrEqual(2);
    expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { titleProblems } from '#scripts/checks/lib/test-titles.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const messagesOf = (...lines: string[]): string[] =>
  titleProblems({ path: 'test/a.test.ts', text: lines.join('\n') }).map(({ message }) => message);

describe('titles of tests', () => {
  it.each([
    "it('a held lock is named', () => {});",
    "it('issues are numbered', () => {});",
    "it('460 comments are read page by page', () => {});",
    "it('createChip 409: an id that is taken', () => {});",
    "it('writes go to the table and never to an index', () => {});",
    "it.each([1])('%s is refused', () => {});",
    `for (const name of names) it(\`\${name} has no wildcard\`, () => {});`,
    `describe.each([1])('%s', (n) => { it(\`case \${n} is refused\`, () => {}); });`,
    "describe('is grouping alone', () => {});",
    "it(title, () => {}); it('is not called', 1); expect('is text').toBe('is text'); run('is another', () => {});",
  ])('a title may be written as in %s', (text) => {
    expect(messagesOf(text)).toEqual([]);
  });

  it.each([
    ["it('is refused', () => {});", "the title 'is refused' names what is done and not what does it"],
    ["test.skipIf(on)('needs an owner', () => {});", "the title 'needs an owner' names what is done and"],
    ["it('writes a row a day', () => {});", "the title 'writes a row a day' names what is done and not what does it"],
    ["it.each([1])('keeps %s', async (n) => {});", "the title 'keeps %s' names what is done and not what does it"],
    [`it.each\`a\n\${1}\`('gives $a', () => {});`, "the title 'gives $a' names what is done and not what does it"],
    ["it('a', {}, () => {}); it('has b', {}, () => {});", "the title 'has b' names what is done and not what does it"],
    ["it('that was deleted is gone', () => {});", "the title 'that was deleted is gone' goes on where its describe"],
    ["it('404: an unknown chip', () => {});", "the title '404: an unknown chip' names a status and not the request"],
    ["it('403 for a viewer', () => {});", "the title '403 for a viewer' names a status and not the request"],
    ["it.each([1])('%s', () => {});", "the title '%s' is its case alone"],
    ["describe.each([1])('%s', () => { it('one', () => {}); });", "the title 'one' is the same for every case of its"],
    ["it('one', () => {});\n\nit('one', () => {});", "the title 'one' is that of line 1 too"],
  ])('a title is refused as in %s', (text, message) => {
    expect(messagesOf(text)).toEqual([expect.stringContaining(message)]);
  });
});

it('a title that is refused is told by file and line', () => {
  expect(titleProblems({ path: 'test/a.test.ts', text: "\nit('a', () => {});\nit('is b', () => {});" })).toEqual([
    { path: 'test/a.test.ts', line: 3, message: "the title 'is b' names what is done and not what does it" },
  ]);
});

it('every title of this repository stands by itself', () => {
  const script = join(projectRoot, 'scripts/checks/check-test-titles.ts');
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toBe('');
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationProblems, type TextFile } from '#scripts/checks/lib/citations.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const design: TextFile[] = [
  { path: 'docs/design/domain.md', text: '# Domain\n\n## Notes\n\n- **NOTE-1** One.\n- **NOTE-2** Two.\n' },
  {
    path: 'docs/design/storage.md',
    text: '# Storage\n\n## Metric roll-ups\n\n```sh\n# no heading\n```\n\n## Why `pk` and `sk`?\n\n## Notes\n\n## Notes\n',
  },
  { path: 'docs/decisions/0004-packed.md', text: '# 4. Packed\n' },
];

const messagesOf = (text: string, path = 'shared/a.ts'): string[] =>
  citationProblems([...design, { path, text }]).map(({ message }) => message);

describe('what a comment cites', () => {
  it.each([
    '/** Rule NOTE-2, and rules NOTE-1 and NOTE-2. */',
    '// docs/design/storage.md#metric-roll-ups',
    '// docs/design/storage.md#why-pk-and-sk',
    '// docs/design/storage.md#notes-1',
    '// (docs/design/storage.md), docs/decisions/0004.',
    '// `docs/design/`, `docs/design/domain.md`, `docs/design/<page>.md`, `application/json`, `docs/decisions/0004`',
    '// UTF-8, SHA-256 and GHz-1 are not rules',
    "// QDash's clients read it so",
    '// pointInTimeRecoverySpecification: the purl specification',
  ])('a comment may cite %s', (text) => {
    expect(messagesOf(text)).toEqual([]);
  });

  it.each([
    ['// rule NOTE-3', 'rule NOTE-3 is not defined in docs/design'],
    ['// docs/design/gone.md', 'docs/design/gone.md is not there'],
    ['// docs/design/storage.md#gone', 'docs/design/storage.md has no heading #gone'],
    ['// docs/design/storage.md#no-heading', 'docs/design/storage.md has no heading #no-heading'],
    ['// docs/decisions/0100', 'docs/decisions/0100 is not there'],
    ['// as in `docs/design/gone.ts`', 'docs/design/gone.ts is not there'],
    ['// all of `docs/gone/`', 'docs/gone is not there'],
  ])('a citation that leads nowhere is refused: %s', (text, message) => {
    expect(messagesOf(text)).toEqual([message]);
  });

  it.each([
    '// as in design 5',
    '// Design 12, row "Chip"',
    '// (peer contract 4.2)',
    '// what the peer does',
    "// one of the peer's clients",
    '// rivals 5b',
    '// (specification, Chip)',
    '// as the specification has it',
    '// specification, "States"',
    '// property 2',
    '// properties 1 to 4',
    '// ../shared/reference/engines.md',
    '// interface.md, section 7',
  ])('a citation of what is outside the repository is refused: %s', (text) => {
    const [message, ...others] = messagesOf(text);
    expect(message).toMatch(/^'.+' cites nothing in the repository: /);
    expect(others).toEqual([]);
  });

  it('a citation that is refused is told by file and line', () => {
    const problems = citationProblems([...design, { path: 'web/b.ts', text: '\n\n// rule NOTE-9\n' }]);
    expect(problems).toEqual([{ path: 'web/b.ts', line: 3, message: 'rule NOTE-9 is not defined in docs/design' }]);
  });
});

describe('what a document links to', () => {
  it('a document may link to a file or folder alongside it, a heading, its own heading, or another site', () => {
    const text =
      '# Top\n[a](storage.md) [b](../decisions/) [c](storage.md#notes) [d](#top) [e](https://example.org/#x)';
    expect(messagesOf(text, 'docs/design/page.md')).toEqual([]);
  });

  it.each([
    ['[a](gone.md)', 'docs/design/gone.md is not there'],
    ['[a](../gone/)', 'docs/gone is not there'],
    ['[a](storage.md#gone)', 'docs/design/storage.md has no heading #gone'],
    ['[a](#gone)', 'docs/design/page.md has no heading #gone'],
  ])('a link to what is not there is refused: %s', (text, message) => {
    expect(messagesOf(text, 'docs/design/page.md')).toEqual([message]);
  });
});

it('a rule that is defined twice is refused', () => {
  const again = { path: 'docs/design/web.md', text: '- **NOTE-1** Another.' };
  expect(citationProblems([...design, again])).toEqual([
    { path: 'docs/design/web.md', line: 1, message: 'rule NOTE-1 is defined in docs/design/domain.md already' },
  ]);
});

it('every citation of this repository leads somewhere', () => {
  const script = join(projectRoot, 'scripts/checks/check-citations.ts');
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toBe('');
});

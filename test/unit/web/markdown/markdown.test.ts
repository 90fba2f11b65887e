import { describe, expect, it } from 'vitest';
import { type Block, type Inline, parseMarkdown } from '../../../../web/ui/lib/markdown/markdown.ts';

/** A tree in few words: `strong(a)`, blocks apart by ` | `. */
const drawn = (blocks: readonly Block[]): string => blocks.map(blockText).join(' | ');
const blockText = (block: Block): string => {
  if (block.kind === 'code') return `code(${block.text})`;
  if (block.kind === 'quote') return `quote(${drawn(block.children)})`;
  if (block.kind === 'table')
    return `table(${[block.head, ...block.rows].map((row) => row.map(inlineText).join(', ')).join('; ')}; ${block.alignments.join(' ')})`;
  if (block.kind === 'list') return `${block.ordered ? 'ol' : 'ul'}(${block.items.map(inlineText).join('; ')})`;
  return block.kind === 'heading' ? `heading(${inlineText(block.children)})` : inlineText(block.children);
};
const inlineText = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'code') return `code(${part.text})`;
      if (part.kind === 'mention') return `mention(${part.name})`;
      if (part.kind === 'link') return `link(${part.href}, ${inlineText(part.children)})`;
      if (part.kind === 'image') return `image(${part.name}, ${part.alt}, ${part.width}x${part.height})`;
      return `${part.kind}(${inlineText(part.children)})`;
    })
    .join('');

/** The name of an image of the project. */
const image = '0123456789abcdef0123456789abcdef-640x480.png';

describe('Markdown', () => {
  // An expression that tries a run of spaces from each of its places takes minutes here.
  it.each(['# a', '- a', '-', '1.'])('a line of %j and many spaces is read', (start) => {
    const spaces = ' '.repeat(400_000);
    expect(parseMarkdown(`${start}${spaces}x`)).toHaveLength(1);
    expect(parseMarkdown(`${start}${spaces}\u2028x`)).toHaveLength(1);
  });

  it.each([
    ['a\nb\n\nc', 'a\nb | c'],
    ['# T1 fell #\ntext', 'heading(T1 fell) | text'],
    ['## T1  ##', 'heading(T1)'],
    ['# C#', 'heading(C#)'],
    ['# #', 'heading(#)'],
    [`See ![T1 fell](/api/images/${image}).`, `See image(${image}, T1 fell, 640x480).`],
    [`![](/api/forum/images/${image})`, `image(${image}, , 640x480)`],
    ['![sheet](https://example.org/a.png)', 'link(https://example.org/a.png, sheet)'],
    ['![](https://example.org/a.png)', 'link(https://example.org/a.png, https://example.org/a.png)'],
    ['![x](javascript:alert(1))', '![x](javascript:alert(1))'],
    [`![x](//example.org/images/${image})`, `![x](//example.org/images/${image})`],
    ['- a\n- b\n1. c\n2) d', 'ul(a; b) | ol(c; d)'],
    ['> a\n> > b\nc', 'quote(a | quote(b)) | c'],
    ['```py\n@x **y**\n```\nz', 'code(@x **y**) | z'],
    ['~~~\nopen', 'code(open)'],
    ['`a` ``b ` c``', 'code(a) code(b ` c)'],
    ['**a _b_** and *c* and _d_', 'strong(a emphasis(b)) and emphasis(c) and emphasis(d)'],
    ['snake_case_name and 2*3*4', 'snake_case_name and 2emphasis(3)4'],
    [
      '[a **b**](https://x.org/y) or https://x.org/z.',
      'link(https://x.org/y, a strong(b)) or link(https://x.org/z, https://x.org/z).',
    ],
    ['[task](/tasks/1)', 'link(/tasks/1, task)'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    [
      '[x](javascript:alert) [y](//evil.org) [z](/\\evil.org)',
      '[x](javascript:alert) [y](//evil.org) [z](/\\evil.org)',
    ],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['@ada and @bob', 'mention(ada) and @bob'],
    ['@adaさん `@ada`', 'mention(ada)さん code(@ada)'],
    ['a | b\n--|:-:\n1 | **2**\n3', 'table(a, b; 1, strong(2); start center) | 3'],
    ['x\n| T1 | n |\n|:---|--:|\n| 5 \\| 6 |\n| a | b | c |', 'x | table(T1, n; 5 | 6, ; a, b; start end)'],
    ['a | b\nno rule', 'a | b\nno rule'],
    ['a | b\n---', 'a | b\n---'],
    ['Q5, Q05 and Q5b', 'link(/chips/qpu%201/qubits/5, Q5), link(/chips/qpu%201/qubits/5, Q05) and Q5b'],
    ['run 20261122-001.', 'run link(/execution/20261122-001, 20261122-001).'],
    ['[see Q5](https://x.org)', 'link(https://x.org, see Q5)'],
    ['FAQ5 IQ5 /Q5 `Q5`', 'FAQ5 IQ5 /Q5 code(Q5)'],
    ['', ''],
  ])('%j is read as %j', (text, tree) => {
    expect(drawn(parseMarkdown(text, { mentions: ['ada'], chipId: 'qpu 1' }))).toBe(tree);
  });

  it('text without marks is never lost, however it is written', () => {
    for (const text of ['**', '*', '`', '_a', '[a](', '[a](b', '***a', '> ', '-', '@', '```'.slice(1), '1.']) {
      const tree = drawn(parseMarkdown(`x ${text} y`));
      expect(tree).toContain('x ');
      expect(tree).toContain(' y');
    }
  });

  it('without a chip a qubit is text', () => {
    expect(drawn(parseMarkdown('Q5'))).toBe('Q5');
  });

  it('an item two spaces in is below the one before', () => {
    expect(parseMarkdown('- a\n  - b\n- c')).toMatchObject([{ kind: 'list', isBelow: [false, true, false] }]);
    expect(parseMarkdown('- a\n- b')[0]).not.toHaveProperty('isBelow');
  });

  it('a text of nothing but marks is read in a moment', () => {
    for (const piece of [
      '`',
      '*',
      '**a',
      '_a ',
      '[',
      '> ',
      '- ',
      '@a',
      '# ',
      '```\n',
      '[a](',
      '(https://',
      '|',
      '|-',
      'a|\n-|\n',
      'Q1',
    ])
      expect(Array.isArray(parseMarkdown(piece.repeat(8000 / piece.length)))).toBe(true);
  });
});

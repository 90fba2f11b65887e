/** Plain English in comments, documents, messages and test titles: pure, so that every refusal has its test. */
import { parseSync } from 'oxc-parser';
import type { Problem, TextFile } from './citations.ts';

interface Phrase {
  pattern: RegExp;
  instead: string;
}

/** Phrases that a stranger has to read twice, each with plainer ones. */
const phrases: readonly Phrase[] = [
  { pattern: /\b(?:stands?|stood|standing)\b(?!-| (?:for|in for|by)\b)/i, instead: 'is, exists, remains, pauses' },
  { pattern: /\bbeside\b/i, instead: 'next to, besides, with, at the same time as' },
  { pattern: /\bwho(?:so)?ever\b/i, instead: 'anyone who, or the name of the role' },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!better\b|longer\b|more\b|less\b|fewer\b|matter\b)/i,
    instead: 'is not a',
  },
  {
    pattern: /\b(?:what (?:has |had )?(?:became|become|becomes)|has become) of\b/i,
    instead: 'the result of, how it ended',
  },
  { pattern: /\bof then\b/i, instead: 'original, of that time' },
  { pattern: /(?<!as )\bof now\b/i, instead: 'current, present' },
  { pattern: /\b(?:nobody|somebody)\b/i, instead: 'no one, someone, another user, or a passive' },
  { pattern: /\bhand(?:s|ed|ing)? in\b/i, instead: 'pass, give, supply' },
  { pattern: /\b(?:comes?|came) to be\b/i, instead: 'is created' },
  { pattern: /\b(?:of|in|by|with|at|for|from) whatever\b/i, instead: 'any, every' },
  { pattern: /\b(?:befalls?|befell)\b/i, instead: 'happens to' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, repair, correct' },
];

/** Texts of others, and the files that quote the phrases. */
const exempt: readonly string[] = [
  'LICENSE',
  'docs/openapi',
  'package-lock.json',
  'scripts/checks/lib/test-titles.ts',
  'scripts/checks/lib/wording.ts',
  'test/unit/checks/wording.test.ts',
];

/** The banned phrases in the prose of every file that is not exempt. */
export const wordingProblems = (files: readonly TextFile[]): Problem[] =>
  files.flatMap((file) =>
    !isRead(file.path) || exempt.some((place) => file.path === place || file.path.startsWith(`${place}/`))
      ? []
      : phraseProblems(file),
  );

/** The banned phrases in the prose of one file. */
export function phraseProblems({ path, text }: TextFile): Problem[] {
  const prose = proseOf(path, text);
  return phrases
    .flatMap(({ pattern, instead }) =>
      [...prose.matchAll(acrossLines(pattern))].map(({ 0: found, index }) => ({
        path,
        line: prose.slice(0, index).split('\n').length,
        message: `'${found.trim().replace(/\s+/g, ' ')}' is hard to read; plainer: ${instead}`,
      })),
    )
    .toSorted((a, b) => a.line - b.line);
}

/** A phrase may be broken by the end of a line. */
const acrossLines = ({ source }: RegExp): RegExp => new RegExp(source.replaceAll(' ', '\\s+'), 'gi');

const markdown = /\.md$/;
const code = /\.[cm]?[jt]sx?$/;
const plain = /\.(?:css|html|py|sh|ya?ml)$|\/run$/;

/** Whether a file has prose that this check can read. */
export const isRead = (path: string): boolean => [markdown, code, plain].some((kind) => kind.test(path));

/** The text with all but its prose masked, so that lines keep their numbers. */
function proseOf(path: string, text: string): string {
  if (markdown.test(path)) return withoutCode(text);
  if (plain.test(path)) return text;
  return commentsAndStrings(path, text);
}

/** A comment without the code in it. */
const withoutQuotes = (text: string): string => (/^\/[/*]/.test(text) ? text.replace(/`[^`\n]*`/g, masked) : text);

const masked = (text: string): string => text.replace(/\S/g, '\0');

/** Markdown without its code and the targets of its links. */
const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)/gm, (found) => masked(found));

/** Comments, and the strings with a space: those without one are values. */
function commentsAndStrings(path: string, text: string): string {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const spans: Span[] = [...comments];
  const visit = (node: Node): void => {
    if (isProse(node, text)) spans.push(node);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(program as unknown as Node);
  let prose = '';
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    prose += masked(text.slice(end, span.start)) + withoutQuotes(text.slice(span.start, span.end));
    end = span.end;
  }
  // Without the marks of a comment's lines, so that a phrase is found where it goes on in the next line.
  return prose.replace(/^(\s*)(\/\/|\/?\*+)/gm, (_, before: string, mark: string) => before + ' '.repeat(mark.length));
}

interface Span {
  start: number;
  end: number;
}

interface Node extends Span {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const isProse = ({ type, start, end, value }: Node, text: string): boolean =>
  (type === 'TemplateElement' || type === 'JSXText' || (type === 'Literal' && typeof value === 'string')) &&
  text.slice(start, end).trim().includes(' ');

import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';

/** The lexer puts it before the text of a plain or block scalar (`CST.SCALAR`). */
const scalarMark = '\u001f';

/** How large a document may be, so that its reading takes neither long nor much memory (rule API-30). */
export interface YamlBounds {
  /** Bytes of UTF-8. */
  bytes: number;
  /** Tokens, and values with every alias replaced by what it names. */
  parts: number;
  /** Collections within each other. */
  depth: number;
  aliases: number;
}

/** Something that keeps a text from being read. */
export interface YamlProblem {
  kind: 'syntax' | 'second-document' | 'bound';
  /** In UTF-16 units; absent of a bound. */
  offset: number | undefined;
  message: string;
}

/** A document as nodes, or with the problems that its structure has. */
export interface ReadYaml {
  document: Document.Parsed | undefined;
  problems: YamlProblem[];
  positionOf(offset: number): { line: number; column: number };
}

/**
 * Reads a text as one YAML document, in time that grows with its length. The library's check for repeated keys is off:
 * it compares every key of a mapping with every other one. Readers of the mappings check them.
 */
export function readYaml(source: string, bounds: YamlBounds): ReadYaml {
  const positionOf = positionsIn(source);
  const refused = (message: string): ReadYaml => ({
    document: undefined,
    problems: [{ kind: 'bound', offset: undefined, message }],
    positionOf,
  });
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > bounds.bytes) return refused(`the document has ${bytes} bytes; at most ${bounds.bytes} are allowed`);
  const tokens = boundedTokens(source, bounds);
  if (typeof tokens === 'string') return refused(tokens);
  const [document, second] = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    logLevel: 'error',
  }).compose(tokens, true, source.length);
  const problems = (document?.errors ?? []).map(
    ({ pos: [offset], message }): YamlProblem => ({ kind: 'syntax', offset, message }),
  );
  if (second)
    problems.push({ kind: 'second-document', offset: second.range[0], message: 'a second document begins here' });
  return { document, problems, positionOf };
}

/** The tokens of the documents of a text, or which bound it exceeds. */
function boundedTokens(source: string, bounds: YamlBounds): CST.Token[] | string {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let parts = 0;
  let aliases = 0;
  let previous = '';
  for (const lexeme of new Lexer().lex(source)) {
    parts += 1;
    if (lexeme.startsWith('*') && previous !== scalarMark) aliases += 1;
    previous = lexeme;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Of the open tokens the first is the document.
    if (parser.stack.length > bounds.depth + 1)
      return `the document is nested too deeply; at most ${bounds.depth} levels are allowed`;
    if (parts > bounds.parts) return `the document has more than ${bounds.parts} parts`;
  }
  for (const token of parser.end()) tokens.push(token);
  if (aliases > bounds.aliases) return `the document has ${aliases} aliases; at most ${bounds.aliases} are allowed`;
  return tokens;
}

/** Lines and columns from 1, as an editor counts them; the library's own count fails behind some mistakes. */
function positionsIn(source: string): ReadYaml['positionOf'] {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...source.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

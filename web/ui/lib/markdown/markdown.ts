import { imageAt, parseImageName } from '#shared/images/rules/reference.ts';

/**
 * Markdown as people write it in notes and discussions, parsed into a tree that is drawn without any HTML of the author: paragraphs,
 * headings, lists, tables, quotes, code, emphasis, links, images of the project and mentions. Everything else stays text (rule SHOW-14).
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'mention'; name: string }
  /** An image of the project. */
  | { kind: 'image'; name: string; alt: string; width: number; height: number };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] }
  /** `isBelow` says of each item whether it is nested below the one before; absent if none is. */
  | { kind: 'list'; ordered: boolean; items: Inline[][]; isBelow?: boolean[] }
  | { kind: 'table'; alignments: Alignment[]; head: Inline[][]; rows: Inline[][][] };

/** Of a column of a table. */
type Alignment = 'start' | 'center' | 'end';

/** What words of a text lead to. */
export interface MarkdownLinks {
  /** Names that count as mentions after `@`. */
  mentions?: readonly string[] | undefined;
  /** The chip that `Q5` is a qubit of; without one it stays text. */
  chipId?: string | undefined;
}

/** The deepest level of quotes; deeper ones are text. */
const deepestQuote = 4;

export function parseMarkdown(text: string, links: MarkdownLinks = {}): Block[] {
  const context = { mentions: new Set(links.mentions), chipId: links.chipId };
  return blocksOf(text.split(/\r?\n/), context, deepestQuote);
}

interface Context {
  mentions: ReadonlySet<string>;
  chipId: string | undefined;
}

// With `s` the rest of a line always matches: otherwise a line separator in it makes each of the spaces before it be tried.
const fence = /^ {0,3}(`{3,}|~{3,})/;
const bullet = /^ {0,3}[-*+] +(.*)$/s;
const numbered = /^ {0,3}\d{1,9}[.)] +(.*)$/s;
const heading = /^ {0,3}#{1,6} +(.*)$/s;
const quote = /^ {0,3}> ?(.*)$/;

function blocksOf(lines: readonly string[], context: Context, depth: number): Block[] {
  const blocks: Block[] = [];
  const inline = (text: string) => inlineOf(text, context);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const mark = fence.exec(line)?.[1];
    const item = itemMark(line);
    const take = (wanted: (text: string, place: number) => boolean): string[] => {
      const run = runOf(lines, at, wanted);
      at += run.length;
      return run;
    };
    if (line.trim() === '') at += 1;
    else if (mark !== undefined) {
      at += 1;
      const text = take((next) => !endsCode(next, mark));
      at += 1;
      blocks.push({ kind: 'code', text: text.join('\n') });
    } else if (isQuoted(line, depth)) {
      const inside = take((next) => quote.test(next)).map((next) => quote.exec(next)?.[1] ?? '');
      blocks.push({ kind: 'quote', children: blocksOf(inside, context, depth - 1) });
    } else if (heading.test(line)) {
      at += 1;
      blocks.push({ kind: 'heading', children: inline(withoutClosing(heading.exec(line)?.[1] ?? '')) });
    } else if (item) {
      const run = take((next) => item.test(next));
      const items = run.map((next) => inline(item.exec(next)?.[1] ?? ''));
      const isBelow = run.map((next) => next.startsWith('  '));
      blocks.push({ kind: 'list', ordered: item === numbered, items, ...(isBelow.some(Boolean) && { isBelow }) });
    } else if (beginsTable(lines, at)) {
      const rule = lines[at + 1] ?? '';
      at += 2;
      blocks.push(
        tableOf(
          line,
          rule,
          take((next) => next.includes('|') && !beginsBlock(next, depth)),
          inline,
        ),
      );
    } else {
      at += 1;
      const rest = take((next, place) => next.trim() !== '' && !beginsBlock(next, depth) && !beginsTable(lines, place));
      blocks.push({ kind: 'paragraph', children: inline([line, ...rest].join('\n')) });
    }
  }
  return blocks;
}

/** A heading without the hashes that may close it; an expression for them would try every run of spaces from each of its places. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return end < text.length && text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text;
}

/** The lines from a place on that are wanted. */
function runOf(lines: readonly string[], from: number, wanted: (text: string, place: number) => boolean): string[] {
  let to = from;
  while (to < lines.length && wanted(lines[to] ?? '', to)) to += 1;
  return lines.slice(from, to);
}

/** A line of nothing but the mark that code began with, or a longer one. */
function endsCode(line: string, mark: string): boolean {
  const found = fence.exec(line)?.[1] ?? '';
  return found.startsWith(mark) && line.trim() === found;
}

const itemMark = (line: string) => [bullet, numbered].find((mark) => mark.test(line));
const isQuoted = (line: string, depth: number): boolean => depth > 0 && quote.test(line);

const beginsBlock = (line: string, depth: number): boolean =>
  fence.test(line) || heading.test(line) || itemMark(line) !== undefined || isQuoted(line, depth);

const tableRule = /^ {0,3}\|?(?: *:?-{1,100}:? *\|){0,50} *:?-{1,100}:? *\|?$/;

/** A line of cells above a line of dashes for as many columns. */
function beginsTable(lines: readonly string[], at: number): boolean {
  const [line = '', rule = ''] = [lines[at], lines[at + 1]];
  return (
    line.includes('|') &&
    rule.includes('|') &&
    tableRule.test(rule.trimEnd()) &&
    cellsOf(line).length === cellsOf(rule).length
  );
}

function tableOf(line: string, rule: string, rows: readonly string[], inline: (text: string) => Inline[]): Block {
  const head = cellsOf(line);
  // A row has the cells of the head: missing ones are empty, further ones have no column.
  const rowOf = (cells: readonly string[]) => head.map((_, column) => inline(cells[column] ?? ''));
  return {
    kind: 'table',
    alignments: cellsOf(rule).map(alignmentOf),
    head: head.map(inline),
    rows: rows.map((row) => rowOf(cellsOf(row))),
  };
}

/** The cells of a row, with or without a bar at its ends; `\\|` is a bar within a cell. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const alignmentOf = (rule: string): Alignment =>
  rule.endsWith(':') ? (rule.startsWith(':') ? 'center' : 'end') : 'start';

/** Each mark with what it makes; the first that begins earliest is taken. */
const marks =
  /(?<code>(?<!`)(?<ticks>`{1,8})(?!`)(?<inside>[^`]|[^`][\s\S]*?[^`])\k<ticks>(?!`))|!\[(?<alt>[^\][\n]{0,500})\]\((?<source>[^()\s]{1,2000})\)|\[(?<label>[^\][\n]{1,500})\]\((?<href>[^()\s]{1,2000})\)|(?<url>https?:\/\/[^\s<>()]{1,2000}[^\s<>().,;:!?'"])|\*\*(?<strong>[^\s*](?:[^\n*]{0,1000}?[^\s*])?)\*\*|(?<![\p{L}\p{N}_])_(?<under>[^\s_](?:[^\n_]{0,1000}?[^\s_])?)_(?![\p{L}\p{N}_])|\*(?<emphasis>[^\s*](?:[^\n*]{0,1000}?[^\s*])?)\*|@(?<mention>[a-z0-9][a-z0-9._-]{1,62}[a-z0-9])|(?<![\p{L}\p{N}_./-])(?:Q(?<qubit>\d{1,4})|(?<run>20\d{6}-\d{3,6}))(?![\p{L}\p{N}_/-])/u;

function inlineOf(text: string, context: Context): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  const plain = (more: string) => {
    const last = parts.at(-1);
    if (more === '') return;
    if (last?.kind === 'text') last.text += more;
    else parts.push({ kind: 'text', text: more });
  };
  for (;;) {
    const found = marks.exec(rest);
    if (!found) break;
    plain(rest.slice(0, found.index));
    const part = partOf(found, context);
    if (part) parts.push(part);
    else plain(found[0]);
    rest = rest.slice(found.index + found[0].length);
  }
  plain(rest);
  return parts;
}

function partOf(found: RegExpExecArray, context: Context): Inline | undefined {
  const { inside, alt, source, label, href, url, strong, under, emphasis, mention, qubit, run } = found.groups ?? {};
  const { mentions, chipId } = context;
  if (inside !== undefined) return { kind: 'code', text: inside.trim() || inside };
  if (mention !== undefined) return mentions.has(mention) ? { kind: 'mention', name: mention } : undefined;
  if (run !== undefined) return linkTo(`/execution/${run}`, run);
  if (qubit !== undefined)
    return chipId === undefined
      ? undefined
      : linkTo(`/chips/${encodeURIComponent(chipId)}/qubits/${Number(qubit)}`, found[0]);
  if (url !== undefined) return linkTo(url, url);
  if (alt !== undefined) return imageOf(alt.trim(), source ?? '');
  if (label !== undefined) {
    const address = safeAddress(href ?? '');
    return address === undefined ? undefined : { kind: 'link', href: address, children: labelOf(label, context) };
  }
  if (strong !== undefined) return { kind: 'strong', children: inlineOf(strong, context) };
  return { kind: 'emphasis', children: inlineOf(emphasis ?? under ?? '', context) };
}

/** An image of the project; any other is a link, so that a page asks no other server for anything (rule IMAGE-3). */
function imageOf(alt: string, source: string): Inline | undefined {
  const name = imageAt(source);
  const said = name === undefined ? undefined : parseImageName(name);
  if (name !== undefined && said) return { kind: 'image', name, alt, width: said.width, height: said.height };
  const address = safeAddress(source);
  return address === undefined ? undefined : linkTo(address, alt || source);
}

const linkTo = (href: string, text: string): Inline => ({ kind: 'link', href, children: [{ kind: 'text', text }] });

/** The label of a link, which cannot contain another link. */
const labelOf = (label: string, context: Context): Inline[] =>
  inlineOf(label, context).flatMap((part) => (part.kind === 'link' ? part.children : [part]));

/** Addresses that a link may lead to: of the web, of mail, or within this application. */
function safeAddress(href: string): string | undefined {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return href;
  return /^\/(?![/\\])/.test(href) ? href : undefined;
}

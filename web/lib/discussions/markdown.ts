/**
 * Markdown as people write it in discussions, read into a tree that is drawn without any HTML of theirs: paragraphs,
 * headings, lists, quotes, code, emphasis, links and mentions. What is none of these stays text (rule SHOW-14).
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'mention'; name: string };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** How deep quotes are read; what is within is text. */
const deepestQuote = 4;

/** Reads a text; `mentions` are the names that are members. */
export function parseMarkdown(text: string, mentions: readonly string[] = []): Block[] {
  return blocksOf(text.split(/\r?\n/), new Set(mentions), deepestQuote);
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const bullet = /^ {0,3}[-*+] +(.*)$/;
const numbered = /^ {0,3}\d{1,9}[.)] +(.*)$/;
const heading = /^ {0,3}#{1,6} +(.*?)(?: +#+)?$/;
const quote = /^ {0,3}> ?(.*)$/;

function blocksOf(lines: readonly string[], mentions: ReadonlySet<string>, depth: number): Block[] {
  const blocks: Block[] = [];
  const inline = (text: string) => inlineOf(text, mentions);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const mark = fence.exec(line)?.[1];
    const take = (wanted: (text: string) => boolean): string[] => {
      const from = at;
      while (at < lines.length && wanted(lines[at] ?? '')) at += 1;
      return lines.slice(from, at);
    };
    if (line.trim() === '') at += 1;
    else if (mark !== undefined) {
      at += 1;
      const text = take((next) => !(fence.exec(next)?.[1]?.startsWith(mark) && next.trim() === fence.exec(next)?.[1]));
      at += 1;
      blocks.push({ kind: 'code', text: text.join('\n') });
    } else if (depth > 0 && quote.test(line)) {
      const inside = take((next) => quote.test(next)).map((next) => quote.exec(next)?.[1] ?? '');
      blocks.push({ kind: 'quote', children: blocksOf(inside, mentions, depth - 1) });
    } else if (heading.test(line)) {
      at += 1;
      blocks.push({ kind: 'heading', children: inline(heading.exec(line)?.[1] ?? '') });
    } else if (bullet.test(line) || numbered.test(line)) {
      const item = bullet.test(line) ? bullet : numbered;
      const items = take((next) => item.test(next)).map((next) => inline(item.exec(next)?.[1] ?? ''));
      blocks.push({ kind: 'list', ordered: item === numbered, items });
    } else {
      at += 1;
      const rest = take((next) => next.trim() !== '' && !beginsBlock(next, depth));
      blocks.push({ kind: 'paragraph', children: inline([line, ...rest].join('\n')) });
    }
  }
  return blocks;
}

const beginsBlock = (line: string, depth: number): boolean =>
  fence.test(line) || heading.test(line) || bullet.test(line) || numbered.test(line) || (depth > 0 && quote.test(line));

/** Each mark with what it makes; the first that begins earliest is taken. */
const marks =
  /(?<code>(?<!`)(?<ticks>`{1,8})(?!`)(?<inside>[^`]|[^`][\s\S]*?[^`])\k<ticks>(?!`))|\[(?<label>[^\][\n]{1,500})\]\((?<href>[^()\s]{1,2000})\)|(?<url>https?:\/\/[^\s<>()]{1,2000}[^\s<>().,;:!?'"])|\*\*(?<strong>[^\s*](?:[^\n*]{0,1000}?[^\s*])?)\*\*|(?<![\p{L}\p{N}_])_(?<under>[^\s_](?:[^\n_]{0,1000}?[^\s_])?)_(?![\p{L}\p{N}_])|\*(?<emphasis>[^\s*](?:[^\n*]{0,1000}?[^\s*])?)\*|@(?<mention>[a-z0-9][a-z0-9._-]{1,62}[a-z0-9])/u;

function inlineOf(text: string, mentions: ReadonlySet<string>): Inline[] {
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
    const part = partOf(found, mentions);
    if (part) parts.push(part);
    else plain(found[0]);
    rest = rest.slice(found.index + found[0].length);
  }
  plain(rest);
  return parts;
}

function partOf(found: RegExpExecArray, mentions: ReadonlySet<string>): Inline | undefined {
  const { inside, label, href, url, strong, under, emphasis, mention } = found.groups ?? {};
  if (inside !== undefined) return { kind: 'code', text: inside.trim() || inside };
  if (mention !== undefined) return mentions.has(mention) ? { kind: 'mention', name: mention } : undefined;
  if (url !== undefined) return { kind: 'link', href: url, children: [{ kind: 'text', text: url }] };
  if (label !== undefined) {
    const address = safeAddress(href ?? '');
    return address === undefined ? undefined : { kind: 'link', href: address, children: inlineOf(label, mentions) };
  }
  if (strong !== undefined) return { kind: 'strong', children: inlineOf(strong, mentions) };
  return { kind: 'emphasis', children: inlineOf(emphasis ?? under ?? '', mentions) };
}

/** Addresses that a link may lead to: of the web, of mail, or within this application. */
function safeAddress(href: string): string | undefined {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return href;
  return /^\/(?![/\\])/.test(href) ? href : undefined;
}

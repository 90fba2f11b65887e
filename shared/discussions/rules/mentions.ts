/**
 * The users that a text of a note or a discussion mentions (rule THREAD-6): `@` and a username, where a name can begin,
 * but not in code, which is quoted text.
 */

/** Most people that one text mentions; further ones are ignored (rule THREAD-9). */
export const mostMentions = 20;

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The lines outside fenced code, as one text. An unclosed fence reaches to the end. */
function withoutFences(text: string): string {
  let open: string | undefined;
  const kept: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const mark = fence.exec(line)?.[1];
    if (open === undefined && mark !== undefined) open = mark;
    else if (open === undefined) kept.push(line);
    else if (mark?.startsWith(open) && line.trim() === mark) open = undefined;
  }
  return kept.join('\n');
}

/** Code within a line is between runs of as many backticks (CommonMark, Code spans). */
const codeSpan = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/** The character before it must not make it an address or a path; Chinese and Japanese put no space around a name. */
const mention =
  /(?<![\p{Script=Latin}\p{N}.@/+-])@([a-z0-9][a-z0-9._-]{1,62}[a-z0-9])(?![._-]*[\p{Script=Latin}\p{N}@/])/gu;

/** The usernames that a Markdown text mentions, in order, each once; who has that name is for others to say. */
export function mentionedNames(text: string): string[] {
  const prose = withoutFences(text).replace(codeSpan, ' ');
  return [...new Set([...prose.matchAll(mention)].map(([, name = '']) => name))].slice(0, mostMentions);
}

/** The users whom a text mentions only since it was edited. */
export function newMentions(before: string, after: string): string[] {
  const known = new Set(mentionedNames(before));
  return mentionedNames(after).filter((name) => !known.has(name));
}

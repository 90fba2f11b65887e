import { isUsername } from '../ids.ts';

/**
 * `@` and a name, where nothing stands before it that an address or a path has: texts in Chinese, Japanese or Korean have no
 * spaces.
 */
const mention = /(?<![A-Za-z0-9@._+/-])@([a-z0-9][a-z0-9._-]*[a-z0-9])/g;

/** Most people that one text mentions; further ones are not told (rule NOTIFY-5). */
export const mostMentions = 20;

/** The names that a text mentions as `@name`, in their order and once each (rule NOTIFY-5). */
export function mentionsIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(mention)) if (isUsername(name)) names.add(name);
  return [...names].slice(0, mostMentions);
}

/** Whom a text mentions that it did not mention before it was edited. */
export function newMentions(before: string, after: string): string[] {
  const known = new Set(mentionsIn(before));
  return mentionsIn(after).filter((name) => !known.has(name));
}

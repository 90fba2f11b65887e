import { threadBounds } from '#shared/discussions/rules/bounds.ts';

/** What a post may contain, in the words of its form. */
export const contentHint = 'Markdown; @name mentions a user';

/** The problem with the text of a post; undefined if it is valid. */
export function contentProblem(content: string): string | undefined {
  const length = [...content].length;
  const { contentLength } = threadBounds;
  return length > contentLength ? `${length - contentLength} characters too long` : undefined;
}

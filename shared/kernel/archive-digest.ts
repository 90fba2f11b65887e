import { createHash } from 'node:crypto';

/** The digest of lines, each with its line break, and of more text. */
export function digestOf(lines: readonly string[], more = ''): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return hash.update(more).digest('hex');
}

/** The digest of an archive before its first line: of its head, and of the name that the project gets. */
export const beginningOf = (head: readonly string[], name = ''): string => digestOf(head, name);

/**
 * The digest of an archive with more lines, from the digest without them: the result does not depend on how they are
 * split.
 */
export const digestWith = (before: string, lines: readonly string[]): string =>
  lines.reduce((digest, line) => createHash('sha256').update(`${digest}\n${line}`).digest('hex'), before);

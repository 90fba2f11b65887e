import { createHash } from 'node:crypto';

/** A digest of lines, each with its break, and of more. */
export function digestOf(lines: readonly string[], more = ''): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return hash.update(more).digest('hex');
}

/** The digest of an archive before its first line: that of its head, and of the name that the project is given. */
export const beginningOf = (head: readonly string[], name = ''): string => digestOf(head, name);

/** The digest of an archive with some more lines, from the one without them: it is the same however they come. */
export const digestWith = (before: string, lines: readonly string[]): string =>
  lines.reduce((digest, line) => createHash('sha256').update(`${digest}\n${line}`).digest('hex'), before);

import { withoutImages } from '#shared/images/rules/reference.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';

/** Longest note in Unicode code points (rule NOTE-14). */
export const maxNoteLength = 5000;

/** How long a note is as the service counts it: in Unicode code points. */
export const codePointCount = (text: string): number => [...text].length;

/** How much of a note's length is used: `12 of 5,000 characters`. */
export const lengthText = (text: string): string =>
  `${formatCount(codePointCount(text))} of ${formatCount(maxNoteLength)} characters`;

/** The problem with a note's length; undefined if it is valid. */
export function lengthProblem(text: string): string | undefined {
  const over = codePointCount(text) - maxNoteLength;
  return over > 0 ? `${lengthText(text)}: ${formatCount(over)} too many` : undefined;
}

/** Two texts one below the other, to be merged by hand; common lines appear once. */
export function mergeTexts(mine: string, theirs: string): string {
  if (mine.includes(theirs)) return mine;
  if (theirs.includes(mine)) return theirs;
  return `${mine.trimEnd()}\n\n${theirs}`;
}

/** The first line of a note that says something, without the marks of Markdown, for a list. */
export const firstLine = (text: string): string =>
  text
    .split('\n')
    .map(withoutMarks)
    .find((line) => line !== '') ?? '';

/** A note as what a discussion begins from: quoted, with room to answer below; empty for none. */
export const quoted = (text: string): string =>
  text === ''
    ? ''
    : `${text
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')}\n\n`;

/** A line as it reads when it is drawn: no bullet, hash or bar before it, no asterisks, backticks or addresses in it. */
const withoutMarks = (line: string): string =>
  withoutImages(line)
    .replace(/^\s*(?:#{1,6} +|[-*+] +|\d{1,9}[.)] +|> ?|\|)/, '')
    .replace(/^(?:`{3,}|~{3,}|[\s|:-]+$).*/, '')
    .replace(/\[([^\][]{1,500})\]\([^()\s]{1,2000}\)/g, '$1')
    .replace(/\*\*([^*]{1,1000})\*\*/g, '$1')
    .replace(/`([^`]{1,1000})`/g, '$1')
    .trim();

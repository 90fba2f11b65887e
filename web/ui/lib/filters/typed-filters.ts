import { folded } from '#shared/kernel/rules/folded.ts';

/** Filters as people type them into one field, `chip:torino status:failed`, of words that a page knows. */

/** The parts between spaces; a quoted text counts as one part: `flow:"all of it"`. */
const partsOf = (text: string): string[] => text.match(/[^\s":]*:?"[^"]*"?|\S+/g) ?? [];

/** A filter in its typed form. */
export const typedFilter = (word: string, value: string): string =>
  `${word}:${/\s/.test(value) ? `"${value}"` : value}`;

/** Reads typed text in order: a filter with one of the words, or any other text unchanged, without a word. */
export function readTyped<Word extends string>(
  text: string,
  words: readonly Word[],
): { word: Word | undefined; value: string; part: string }[] {
  return partsOf(text).map((part) => {
    const [head = '', ...rest] = part.split(':');
    const word = rest.length === 0 ? undefined : words.find((one) => one === head);
    return { word, value: word ? rest.join(':').replace(/^"(.*?)"?$/, '$1') : part, part };
  });
}

/** What may be typed next: whole texts, each with one filter more than is there. */
export function suggestFilters<Word extends string>(
  text: string,
  words: readonly Word[],
  known: Readonly<Partial<Record<Word, readonly string[]>>>,
): string[] {
  const parts = partsOf(text);
  const isOpen = text !== '' && !/\s$/.test(text);
  const last = isOpen ? (parts.at(-1) ?? '') : '';
  const before = (isOpen ? parts.slice(0, -1) : parts).map((part) => `${part} `).join('');
  const used = new Set(readTyped(before, words).map(({ word }) => word));
  return words
    .filter((word) => !used.has(word))
    .flatMap((word) => (known[word] ?? []).map((value) => typedFilter(word, value)))
    .filter((option) => folded(option).includes(folded(last)))
    .map((option) => before + option);
}

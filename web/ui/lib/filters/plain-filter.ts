import { readTyped, typedFilter } from './typed-filters.ts';

/** What the URL of a list holds: filters by name, and other parts that are not filters. */
type Search = Readonly<Record<string, string | number | undefined>>;

/** The filters of a list as one typed text: words with values, `chip:torino status:open`, and free text where the list has a search. */
export interface PlainFilter<Word extends string> {
  /** The words, each the name of a filter in the URL. */
  words: readonly Word[];
  /** The filter of the URL that free text is; absent where a list has no search. */
  freeText?: string;
  /** All values of a filter; absent where any text is taken. */
  values: Readonly<Partial<Record<Word, readonly string[]>>>;
}

/** The filters of a URL in their typed form. */
export const plainFilterText = <Word extends string>({ words, freeText }: PlainFilter<Word>, search: Search): string =>
  [
    freeText === undefined ? undefined : search[freeText],
    ...words.map((word) => {
      const value = search[word];
      return value === undefined ? undefined : typedFilter(word, String(value));
    }),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');

/** Reads typed filters; a problem names the part that is not a filter. */
export function parsePlainFilter<Word extends string>(
  { words, freeText, values }: PlainFilter<Word>,
  text: string,
): { search: Record<string, string> } | { problem: string } {
  const search: Record<string, string> = {};
  const said: string[] = [];
  const all = words.map((one) => `${one}:`).join(', ');
  for (const { word, value, part } of readTyped(text, words)) {
    if (word === undefined && freeText !== undefined && !/^[a-z]+:/.test(part)) said.push(part);
    else if (word === undefined || value === '') return { problem: `'${part}' is not a filter. Use ${all}` };
    else if (search[word] !== undefined) return { problem: `'${word}:' is there twice` };
    else if (values[word] && !values[word].includes(value))
      return { problem: `'${value}' is not a ${word}. Use ${values[word].join(', ')}` };
    else search[word] = value;
  }
  if (freeText !== undefined && said.length > 0) search[freeText] = said.join(' ');
  return { search };
}

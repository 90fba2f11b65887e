/** Letters that Unicode does not decompose, with what people type in their place. */
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const replaced = new RegExp(`[${Object.keys(replacements).join('')}]`, 'g');

/** Accents of Latin and Greek letters. The voiced mark of a kana and the marks of other scripts make another letter. */
const accents = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;

/** Characters that are not seen: soft hyphen, zero-width characters, directional controls, variation selectors. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\uFE00-\uFE0F]/g;

const ascii = /^[\0-\x7F]*$/;

/**
 * A text as it is compared: NFKC (Unicode Standard Annex 15) in lower case, without accents and without characters that
 * are not seen (rule ID-7).
 */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(invisible, '')
    .replace(accents, '$1')
    .replace(replaced, (letter) => replacements[letter] ?? letter)
    .normalize('NFKC');
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A folded text, with the place in the original of each of its UTF-16 units. */
export interface FoldedText {
  text: string;
  /** Where the character of the original begins that a unit comes from. */
  startOf: (unit: number) => number;
  /** Where that character ends. */
  endOf: (unit: number) => number;
}

/** Folds a text as `folded` does, character by character, so that what is found in it can be shown in the original. */
export function foldedWithPlaces(original: string): FoldedText {
  if (ascii.test(original)) {
    return { text: original.toLowerCase(), startOf: (unit) => unit, endOf: (unit) => unit + 1 };
  }
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { segment, index } of clusters.segment(original)) {
    const part = folded(segment);
    text += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(index);
      ends.push(index + segment.length);
    }
  }
  return { text, startOf: (unit) => starts[unit] ?? 0, endOf: (unit) => ends[unit] ?? 0 };
}

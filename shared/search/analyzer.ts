import { stemmer } from 'stemmer';
import { withoutAddresses } from '../domain/images/searched-image.ts';

/*
 * How text becomes terms, alike on every engine. `open-search-index.ts` says the same in OpenSearch's words; the tests
 * compare the two.
 */

/** One term of a text and where it stands. */
export interface Token {
  term: string;
  /** UTF-16 offsets. */
  start: number;
  end: number;
}

/** Stands for a stop word in a phrase: something was there. No word contains it. */
export const gap = '_';

/** Lucene's English stop words (EnglishAnalyzer, ENGLISH_STOP_WORDS_SET). */
const stopWords = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with'
  ).split(' '),
);

/** Characters of scripts that write no spaces between words: each is a word of its own. */
const cjkCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\uFF70]`;
const spaced = (classes: string) => `(?!${cjkCharacter})[${classes}]`;
// An apostrophe stands inside a word between two letters or two digits, else between words.
const apostrophe = String.raw`(?<=\p{L}\p{M}*)['\u2019](?=\p{L})(?!['\u2019]${cjkCharacter})|(?<=\p{Nd}\p{M}*)['\u2019](?=\p{Nd})`;
const wordPattern = new RegExp(
  `${cjkCharacter}|${spaced('\\p{L}\\p{Nd}')}(?:${spaced('\\p{L}\\p{Nd}\\p{M}')}|${apostrophe})*`,
  'gu',
);
const cjkPattern = new RegExp(cjkCharacter, 'u');

/** Whether a text has a character of Chinese, Japanese or Korean. */
export const hasCjk = (text: string): boolean => cjkPattern.test(text);

/** Words as they stand, in lower case, but for the addresses of images, which nobody looks for: the terms of the sub-field for Chinese, Japanese and Korean. */
export function plainTokens(text: string): Token[] {
  return [...withoutAddresses(text).matchAll(wordPattern)].map((match) => ({
    term: lowerCase(foldWidth(match[0])),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Words without their English endings; a stop word leaves a gap. */
export function englishTokens(text: string): Token[] {
  return plainTokens(text).map(({ term, start, end }) => ({ term: englishTerm(term), start, end }));
}

function englishTerm(word: string): string {
  const base = word.replace(/['\u2019]s$/, '');
  return stopWords.has(base) ? gap : stemmer(base);
}

/** Character by character, as Lucene does it: the Greek sigma at the end of a word is like any other. */
const lowerCase = (word: string): string =>
  Array.from(word, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');

/** Full-width letters and digits become the usual ones, and half-width katakana full-width. */
const foldWidth = (word: string): string =>
  word.replace(/[\uFF01-\uFF5E\uFF65-\uFF9F]/g, (character) => character.normalize('NFKC'));

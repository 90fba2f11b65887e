import { stemmer } from 'stemmer';
import { withoutAddresses } from '../../images/rules/searched-image.ts';
import { foldedWithPlaces } from '../../kernel/rules/folded.ts';

/*
 * How text becomes terms. Every index stores the terms that are made here, so all of them find the same (rule
 * SEARCH-2).
 */

/** One term of a text and its position. */
export interface Token {
  term: string;
  /** UTF-16 offsets. */
  start: number;
  end: number;
}

/** Represents a stop word in a phrase, so that its place is kept. No word contains it. */
export const gap = '_';

/** Lucene's English stop words (EnglishAnalyzer, ENGLISH_STOP_WORDS_SET). */
const stopWords = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with'
  ).split(' '),
);

/** Characters of scripts that put no spaces between words: each is a word by itself. */
const cjkCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\uFF70]`;
/** An emoji is a word too; characters that modify or join emoji are ignored. */
const emoji = String.raw`\p{Extended_Pictographic}`;
const spaced = (classes: string) => `(?!${cjkCharacter})[${classes}]`;
// An apostrophe between two letters or two digits is part of a word; elsewhere it separates words.
const apostrophe = String.raw`(?<=\p{L}\p{M}*)['\u2019](?=\p{L})(?!['\u2019]${cjkCharacter})|(?<=\p{Nd}\p{M}*)['\u2019](?=\p{Nd})`;
const wordPattern = new RegExp(
  `${cjkCharacter}|${emoji}|${spaced('\\p{L}\\p{Nd}')}(?:${spaced('\\p{L}\\p{Nd}\\p{M}')}|${apostrophe})*`,
  'gu',
);
const cjkPattern = new RegExp(cjkCharacter, 'u');

/** Whether a text has a character of Chinese, Japanese or Korean. */
export const hasCjk = (text: string): boolean => cjkPattern.test(text);

/** Folded words, without the addresses of images: the terms of phrases in Chinese, Japanese and Korean. */
export function plainTokens(text: string): Token[] {
  const { text: comparable, startOf, endOf } = foldedWithPlaces(withoutAddresses(text));
  return [...comparable.matchAll(wordPattern)].map(({ 0: term, index }) => ({
    term,
    start: startOf(index),
    end: endOf(index + term.length - 1),
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

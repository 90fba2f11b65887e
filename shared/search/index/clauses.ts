import { englishTokens, gap, hasCjk, plainTokens } from './analyzer.ts';

/** A part of a query; its terms must follow each other. A text matches a query if it matches every clause. */
export interface Clause {
  /** Which terms of a text are compared: English ones, or words and characters unchanged. */
  field: 'english' | 'plain';
  /** The part as it was written. */
  text: string;
  /** At least one; a `gap` only between two others. */
  terms: string[];
}

const quoted = /["\u201C\u201D\uFF02]/;

/**
 * Reads a query: every "phrase in quotes" is a clause, and so is every word outside. Clauses of only stop words or
 * punctuation are left out; a query of only such clauses has none.
 */
export function parseClauses(query: string): Clause[] {
  const parts = query.split(quoted);
  // Every other part is between quotes; a quote that is never closed is ignored.
  const words = (part: string) => part.split(/\s+/u);
  return parts
    .flatMap((part, index) => (index % 2 === 1 && index < parts.length - 1 ? [part] : words(part)))
    .flatMap(clauseOf);
}

function clauseOf(text: string): Clause[] {
  const field = hasCjk(text) ? 'plain' : 'english';
  const tokens = field === 'plain' ? plainTokens(text) : englishTokens(text);
  const terms = trimGaps(tokens.map(({ term }) => term));
  return terms.length > 0 ? [{ field, text, terms }] : [];
}

function trimGaps(terms: readonly string[]): string[] {
  const isTerm = (term: string) => term !== gap;
  return terms.slice(Math.max(0, terms.findIndex(isTerm)), terms.findLastIndex(isTerm) + 1);
}

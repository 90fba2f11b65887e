import { englishTokens, plainTokens, type Token } from './analyzer.ts';
import type { Clause } from './clauses.ts';
import type { Highlight } from './port.ts';

/** The places where the clauses of a query match a text. */
export interface Match {
  /** How often each clause occurs, in the order of the clauses. */
  counts: number[];
  /** English words of the text, stop words included. */
  length: number;
  highlights: Highlight[];
}

/** Matches a text against all clauses; undefined where one of them does not occur. */
export function matchText(text: string, clauses: readonly Clause[]): Match | undefined {
  const english = englishTokens(text);
  const plain = clauses.some(({ field }) => field === 'plain') ? plainTokens(text) : [];
  const found = clauses.map((clause) => occurrences(clause.field === 'english' ? english : plain, clause.terms));
  if (found.length === 0 || found.some((places) => places.length === 0)) return undefined;
  return {
    counts: found.map((places) => places.length),
    length: english.length,
    highlights: inCodePoints(text, merge(found.flat())),
  };
}

/** UTF-16 ranges of the places where the terms follow each other. */
function occurrences(tokens: readonly Token[], terms: readonly string[]): Highlight[] {
  return tokens.flatMap((first, index): Highlight[] => {
    const last = tokens[index + terms.length - 1];
    const fits = last && terms.every((term, offset) => tokens[index + offset]?.term === term);
    return fits ? [[first.start, last.end]] : [];
  });
}

function merge(ranges: readonly Highlight[]): Highlight[] {
  const merged: Highlight[] = [];
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Ranges in order, so that one walk over the text translates them all. */
function inCodePoints(text: string, ranges: readonly Highlight[]): Highlight[] {
  let unit = 0;
  let point = 0;
  const pointOf = (offset: number): number => {
    for (; unit < offset; point += 1) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    return point;
  };
  return ranges.map(([start, end]) => [pointOf(start), pointOf(end)]);
}

import { comparePairs, compareQids, splitCouplingId } from '#shared/chips/rules/coupling-id.ts';

/** Most couplings of a topology, as the service takes it. */
const mostCouplings = 10_000;

export type Pair = [string, string];

/** Pairs of qubits, each once, or the problem with the typed text. */
export type ReadPairs = { pairs: Pair[] } | { problem: string };

/**
 * Reads couplings as people type or paste them: `0-1, 1-2`, two qubits a line, or JSON (`[[0, 1], [1, 2]]`). With `qids` a
 * coupling of other qubits is a problem.
 */
export function readPairs(text: string, qids?: ReadonlySet<string>): ReadPairs {
  const found = text.trim().startsWith('[') ? pairsOfJson(text) : pairsOfLines(text, qids);
  if ('problem' in found) return found;
  const pairs: Pair[] = [];
  const seen = new Set<string>();
  for (const [a, b] of found.pairs) {
    const pair: Pair = compareQids(a, b) <= 0 ? [a, b] : [b, a];
    const problem = problemOf(pair, `${a}-${b}`, seen, qids);
    if (problem) return { problem };
    seen.add(JSON.stringify(pair));
    pairs.push(pair);
  }
  if (pairs.length > mostCouplings) return { problem: `There are ${pairs.length} couplings; at most ${mostCouplings}` };
  return { pairs: pairs.sort(comparePairs) };
}

function problemOf(pair: Pair, name: string, seen: ReadonlySet<string>, qids: ReadonlySet<string> | undefined) {
  const unknown = qids && pair.find((qid) => !qids.has(qid));
  if (unknown !== undefined) return `${name}: '${unknown}' is not a qubit of this topology`;
  if (pair[0] === pair[1]) return `${name} couples a qubit with itself`;
  return seen.has(JSON.stringify(pair)) ? `${name} is there twice` : undefined;
}

function pairsOfJson(text: string): ReadPairs {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return { problem: 'This is not JSON: a list of pairs such as [[0, 1], [1, 2]]' };
  }
  const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);
  const pairs: Pair[] = [];
  for (const entry of Array.isArray(list) ? list : [])
    if (Array.isArray(entry) && entry.length === 2 && entry.every(isId))
      pairs.push([String(entry[0]), String(entry[1])]);
    else return { problem: `${JSON.stringify(entry)} is not a pair of two qubits` };
  return { pairs };
}

function pairsOfLines(text: string, qids: ReadonlySet<string> | undefined): ReadPairs {
  const pairs: Pair[] = [];
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    const [first, second] = words;
    const areQubits = qids ? words.every((word) => qids.has(word)) : words.every((word) => !word.includes('-'));
    if (words.length === 2 && first !== undefined && second !== undefined && areQubits) {
      pairs.push([first, second]);
      continue;
    }
    for (const word of words) {
      const readings = splitCouplingId(word);
      const known = qids && readings.length > 1 ? splitCouplingId(word, qids) : readings;
      const [reading] = known;
      if (reading === undefined || known.length > 1)
        return { problem: readings.length === 0 ? `'${word}' is not a pair such as 0-1` : ambiguous(word) };
      pairs.push(reading);
    }
  }
  return { pairs };
}

const ambiguous = (word: string): string =>
  `'${word}' can be read as more than one pair; write its two qubits on a line, with a space between them`;

/** Words between spaces, commas and semicolons. */
export const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Pairs as `readPairs` reads them: one a line where a name has a hyphen of its own. */
export const pairText = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.flat().some((qid) => qid.includes('-'))
    ? pairs.map(([a, b]) => `${a} ${b}`).join('\n')
    : pairs.map(([a, b]) => `${a}-${b}`).join(', ');

/** The pairs with one more coupling, or without it where it is there. */
export function togglePair(pairs: readonly Pair[], a: string, b: string): Pair[] {
  const pair: Pair = compareQids(a, b) <= 0 ? [a, b] : [b, a];
  const others = pairs.filter(([first, second]) => first !== pair[0] || second !== pair[1]);
  return others.length < pairs.length ? others : [...others, pair].sort(comparePairs);
}

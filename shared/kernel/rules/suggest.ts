import { folded } from './folded.ts';

/**
 * `; did you mean 'x'?` with the nearest of the known words, empty where none is near: at most a third of the letters
 * differ, as `folded` compares them.
 */
export function suggestion(word: string, known: Iterable<string>): string {
  let best: { word: string; distance: number } | undefined;
  const typed = folded(word).slice(0, longest);
  for (const candidate of known) {
    const distance = editDistance(typed, folded(candidate));
    const near = distance <= Math.max(1, Math.floor(candidate.length / 3));
    if (near && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { word: candidate, distance };
  }
  return best ? `; did you mean '${best.word}'?` : '';
}

/** No known word is longer, and comparing takes the product of both lengths. */
const longest = 64;

/** Insertions, deletions, exchanges and swaps of neighbours that turn one text into the other (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(exchanged, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

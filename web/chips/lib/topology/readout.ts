import { compareQids } from '#shared/chips/rules/coupling-id.ts';
import { qubitsOf } from '../../../runs/lib/qubit-list.ts';
import { wordsOf } from './couplings.ts';

/** Reads typed readout lines, one per line of text; `0-3` is a range if no qubit has that name. */
export function readLines(text: string, qids: ReadonlySet<string>): { lines: string[][] } | { problem: string } {
  const lines: string[][] = [];
  const lineOf = new Map<string, number>();
  for (const row of text.split('\n')) {
    const line = wordsOf(row).flatMap((word) => (qids.has(word) ? [word] : qubitsOf(word)));
    if (line.length === 0) continue;
    for (const qid of line) {
      if (!qids.has(qid)) return { problem: `Line ${lines.length}: '${qid}' is not a qubit of this topology` };
      const other = lineOf.get(qid);
      if (other !== undefined)
        return {
          problem:
            other === lines.length
              ? `Line ${other} has '${qid}' twice`
              : `'${qid}' is on line ${other} and on line ${lines.length}`,
        };
      lineOf.set(qid, lines.length);
    }
    lines.push(line);
  }
  return { lines };
}

/** Lines of so many qubits, in the order of their names; the last line has the rest. */
export function linesOfSize(qids: readonly string[], size: number): string[][] {
  const sorted = [...qids].sort(compareQids);
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, line) =>
    sorted.slice(line * size, (line + 1) * size),
  );
}

/** Lines as `readLines` reads them. */
export const lineText = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => line.join(' ')).join('\n');

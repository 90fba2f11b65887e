import { isQid, isVisible } from '#shared/kernel/rules/ids.ts';
import { wordsOf } from './couplings.ts';

/**
 * The names of the qubits in the order of `qids`, or the problem with the typed text. An empty text keeps the numbers.
 */
export function readNames(text: string, qids: readonly string[]): { names: string[] } | { problem: string } {
  const words = wordsOf(text);
  if (words.length === 0) return { names: [...qids] };
  const wrong = words.find((word) => !isQid(word) || !isVisible(word));
  if (wrong !== undefined) return { problem: `'${wrong.slice(0, 80)}' cannot be the name of a qubit` };
  const twice = words.find((word, index) => words.indexOf(word) < index);
  if (twice !== undefined) return { problem: `'${twice}' is there twice` };
  if (words.length !== qids.length) return { problem: `${words.length} names for ${qids.length} qubits` };
  return { names: words };
}

/** The lists with their qubits renamed. */
export const renamed = <T extends readonly string[]>(lists: readonly T[], nameOf: ReadonlyMap<string, string>): T[] =>
  lists.map((list) => list.map((qid) => nameOf.get(qid) ?? qid) as unknown as T);

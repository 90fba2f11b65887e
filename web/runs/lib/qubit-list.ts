import { compareQids } from '#shared/chips/rules/coupling-id.ts';

/** A longer range is taken for a mistake. */
const longestRange = 4096;

/**
 * Qubits as people type them: `0-7, Q12 15` is 0 to 7, 12 and 15, each once. Unreadable parts are kept, so that the
 * service names them.
 */
export const qubitsOf = (text: string): string[] => [
  ...new Set(
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?(?:-|\.\.|–) ?/g, '-')
      .split(/[\s,;]+/)
      .filter(Boolean)
      .flatMap(qubitsOfWord),
  ),
];

function qubitsOfWord(word: string): string[] {
  const range = /^q?(\d+)-q?(\d+)$/i.exec(word);
  if (!range) return [/^q\d+$/i.test(word) ? word.slice(1) : word];
  const [from, to] = [Number(range[1]), Number(range[2])].sort((a, b) => a - b) as [number, number];
  if (to - from >= longestRange) return [word];
  return Array.from({ length: to - from + 1 }, (_, n) => String(from + n));
}

/** Qubits as briefly as they can be typed, three or more in a row as a range: `0-7, 12`. */
export function qubitText(ids: readonly string[]): string {
  const sorted = [...new Set(ids)].sort(compareQids);
  const ranges: string[][] = [];
  for (const id of sorted) {
    const last = ranges.at(-1);
    const isNext = /^\d+$/.test(id) && Number(last?.at(-1)) + 1 === Number(id);
    if (last && isNext) last.push(id);
    else ranges.push([id]);
  }
  return ranges.flatMap((range) => (range.length > 2 ? [`${range[0]}-${range.at(-1)}`] : range)).join(', ');
}

/** The qubits that targets are or lie between: of a coupling both. */
export const qubitsOfTargets = (targets: readonly string[]): string[] =>
  [...new Set(targets.flatMap((target) => target.split('-')))].filter(Boolean).sort(compareQids);

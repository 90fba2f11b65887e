/**
 * The qubits of the largest connected part; of equal ones that which the first coupling is in. All of them where there is no
 * coupling.
 */
export function largestPart(
  qids: readonly string[],
  pairs: readonly (readonly [string, string])[],
): ReadonlySet<string> {
  if (pairs.length === 0) return new Set(qids);
  const neighbours = new Map<string, string[]>();
  const join = (from: string, to: string) => neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
  for (const [a, b] of pairs) {
    join(a, b);
    join(b, a);
  }
  let largest = new Set<string>();
  const seen = new Set<string>();
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const part = partOf(start, neighbours);
    for (const qid of part) seen.add(qid);
    if (part.size > largest.size) largest = part;
  }
  return largest;
}

function partOf(start: string, neighbours: ReadonlyMap<string, readonly string[]>): Set<string> {
  const part = new Set([start]);
  for (const qid of part) for (const next of neighbours.get(qid) ?? []) part.add(next);
  return part;
}

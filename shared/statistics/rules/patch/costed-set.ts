/** Most qubits of a patch. */
export const LARGEST_PATCH = 128;

/** A connected set of qubits, ascending, and its cost. */
export interface CostedSet {
  set: number[];
  cost: number;
}

/** Which of two sets is better: the cheaper, of equal ones that with the lesser ids. */
export function isBetter(one: CostedSet, other: CostedSet | undefined): boolean {
  if (!other || one.cost !== other.cost) return !other || one.cost < other.cost;
  const place = one.set.findIndex((qubit, index) => qubit !== other.set[index]);
  return place >= 0 && (one.set[place] ?? 0) < (other.set[place] ?? 0);
}

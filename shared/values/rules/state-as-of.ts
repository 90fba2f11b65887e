/**
 * The state that held at an instant, of those that are known with the time of their last change: the newest that is not
 * later; before the oldest of them, the oldest. Undefined without any.
 */
export function stateAsOf<T extends { updatedAt: string }>(known: readonly T[], asOf: string): T | undefined {
  const sorted = known.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0));
  return sorted.findLast(({ updatedAt }) => updatedAt <= asOf) ?? sorted[0];
}

import { isOfOtherGate } from '../../../values/rules/gates.ts';

/**
 * Pairs of a target and a metric that the documents name for its kind, without a usable entry. A coupling needs no number of a
 * gate that it does not have (rule METRIC-19).
 * @param targets of one kind, each with the metrics that the documents name for it: true where an entry is usable.
 */
export function countMissing(targets: readonly ReadonlyMap<string, boolean>[]): number {
  const named = [...new Set(targets.flatMap((target) => [...target.keys()]))];
  return targets.reduce((sum, target) => {
    const own = new Set(target.keys());
    return sum + named.filter((metric) => !target.get(metric) && !isOfOtherGate(metric, own)).length;
  }, 0);
}

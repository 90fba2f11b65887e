import { createBudget } from './budget.ts';
import type { CostedSet } from './costed-set.ts';
import { LARGEST_PATCH } from './costed-set.ts';
import { enumeratePatches } from './enumerate.ts';
import { cheapestTree, components, indexGraph, type PatchGraph } from './graph.ts';
import { searchPatch } from './search.ts';

/** The best connected patch of a size (rule STAT-30). */
export type BestPatch =
  | {
      found: true;
      /** Sorted. */
      qubits: string[];
      /** The cheapest tree that connects them: the couplings whose gates prepare the state. */
      tree: (readonly [string, string])[];
      cost: number;
      /** Chance of preparing and reading one entangled state over the patch without an error: e^-cost. */
      fidelity: number;
      /** `exact` where all patches were looked at. */
      method: 'exact' | 'approximate';
      /** The search is complete; if not, its budget was spent and this is the best set until then. */
      isWhole: boolean;
    }
  /** No patch is that large: the ids of the largest connected part. */
  | { found: false; largest: string[] };

const ALWAYS_EXACT = 4;
const EXACT_UP_TO = 6;
const EXACT_ON_CHIPS_UP_TO = 256;

/** Most steps of one search: about a second on two cores of 2026, whatever the chip. */
export const MOST_STEPS = 400_000_000;

/** -ln of a fidelity: costs of what is done one after the other add up. */
export const costOf = (...fidelities: readonly number[]): number =>
  fidelities.reduce((sum, fidelity) => sum - Math.log(fidelity), 0);

/**
 * Looks for the connected patch of `size` qubits with the least cost.
 * @param mostSteps after which a search ends; its result is approximate then.
 * @throws RangeError for a size outside 1 to 128.
 */
export function bestPatch(graph: PatchGraph, size: number, mostSteps: number = MOST_STEPS): BestPatch {
  if (!(Number.isInteger(size) && size >= 1 && size <= LARGEST_PATCH))
    throw new RangeError(`a patch has 1 to ${LARGEST_PATCH} qubits, not ${size}`);
  const indexed = indexGraph(graph);
  const named = (set: readonly number[]) => set.map((qubit) => indexed.ids[qubit] ?? '');
  const [largest = []] = components(indexed);
  if (size > largest.length) return { found: false, largest: named([...largest].sort((a, b) => a - b)) };
  const answer = ({ set, cost }: CostedSet, method: 'exact' | 'approximate', isWhole = true): BestPatch => ({
    found: true,
    qubits: named(set),
    tree: (cheapestTree(indexed, set) ?? []).map(({ from, to }) => [indexed.ids[from] ?? '', indexed.ids[to] ?? '']),
    cost,
    fidelity: Math.exp(-cost),
    method,
    isWhole,
  });
  const mayEnumerate = size <= ALWAYS_EXACT || (size <= EXACT_UP_TO && indexed.ids.length <= EXACT_ON_CHIPS_UP_TO);
  const exact = mayEnumerate ? enumeratePatches(indexed, size, createBudget(mostSteps)) : undefined;
  if (exact) return answer(exact, 'exact');
  const budget = createBudget(mostSteps);
  const approximate = searchPatch(indexed, size, budget);
  return approximate
    ? answer(approximate, 'approximate', !budget.isSpent())
    : { found: false, largest: named(largest) };
}

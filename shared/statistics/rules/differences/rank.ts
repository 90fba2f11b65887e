import { comparePairs, compareQids, splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import { compareElements } from '../../../chips/rules/element-order.ts';
import { byKind, isElementKind } from '../../../chips/rules/target-kinds.ts';
import type { Difference } from './compared.ts';
import { isNowFaulty } from './totals.ts';

/**
 * Differences in the order in which they are looked at (rule DIFF-8): what is scored by the size of its score, what matters
 * before what does not; then settings that have changed, then what cannot be judged, then what one side alone has.
 */
export function ranked(differences: readonly Difference[]): Difference[] {
  const placeOf = placesOf(differences);
  return differences
    .map(
      (one): Placed => ({
        one,
        class: classOf(one),
        score: scoreOf(one),
        size: sizeOf(one),
        place: placeOf(one.target),
      }),
    )
    .sort(inRank)
    .map(({ one }) => one);
}

/** What a difference is placed by: taken from it once, however many others it is compared with. */
interface Placed {
  one: Difference;
  class: number;
  score: number;
  size: number;
  /** That of its target among all targets. */
  place: number;
}

function inRank(a: Placed, b: Placed): number {
  return a.class - b.class || b.score - a.score || b.size - a.size || a.place - b.place || byMetric(a.one, b.one);
}

function classOf(one: Difference): number {
  const { presence, judged, because, direction } = one;
  if (presence !== 'both') return presence === 'appeared' ? 4 : 5;
  if (isNowFaulty(one)) return -1;
  if (judged) return judged.isMaterial ? 0 : 1;
  return because === 'setting' && direction !== 'same' ? 2 : 3;
}

const scoreOf = ({ judged }: Difference): number => Math.abs(judged?.z ?? 0);

const sizeOf = ({ judged, relativeChange, change }: Difference): number =>
  judged ? Math.abs(relativeChange ?? change ?? 0) : 0;

const byMetric = (a: Difference, b: Difference): number => (a.metric === b.metric ? 0 : a.metric < b.metric ? -1 : 1);

/**
 * The order of targets: qubits before couplings and elements, each by id. Targets are sorted once, since they are far
 * fewer than differences.
 */
function placesOf(differences: readonly Difference[]): (target: Difference['target']) => number {
  const ids = byKind(() => new Map<string, Difference['target']>());
  for (const { target } of differences) ids[target.kind].set(target.id, target);
  const qubits = [...ids.qubit.values()].sort((a, b) => compareQids(a.id, b.id));
  const couplings = [...ids.coupling.values()].sort((a, b) => compareCouplings(a.id, b.id));
  const elements = Object.values(ids)
    .flatMap((own) => [...own.values()])
    .filter(({ kind }) => isElementKind(kind))
    .sort(compareElements);
  const places = byKind(() => new Map<string, number>());
  for (const [n, { kind, id }] of [...qubits, ...couplings, ...elements].entries()) places[kind].set(id, n);
  return ({ kind, id }) => places[kind].get(id) ?? 0;
}

function compareCouplings(a: string, b: string): number {
  const [pair, other] = [splitCouplingId(a)[0], splitCouplingId(b)[0]];
  return pair && other ? comparePairs(pair, other) : compareQids(a, b);
}

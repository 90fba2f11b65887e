import { comparePairs, compareQids, splitCouplingId } from '../coupling-id.ts';
import type { Difference } from './compared.ts';

/**
 * Differences in the order in which they are looked at (rule DIFF-8): what is scored by the size of its score, what matters
 * before what does not; then settings that have changed, then what cannot be judged, then what one side alone has.
 */
export const ranked = (differences: readonly Difference[]): Difference[] =>
  differences
    .map((one): Placed => ({ one, class: classOf(one), score: scoreOf(one), size: sizeOf(one) }))
    .sort(inRank)
    .map(({ one }) => one);

/** What a difference is placed by: taken from it once, however many others it is compared with. */
interface Placed {
  one: Difference;
  class: number;
  score: number;
  size: number;
}

function inRank(a: Placed, b: Placed): number {
  return a.class - b.class || b.score - a.score || b.size - a.size || byName(a.one, b.one);
}

function classOf({ presence, judged, because, direction }: Difference): number {
  if (presence !== 'both') return presence === 'appeared' ? 4 : 5;
  if (judged) return judged.isMaterial ? 0 : 1;
  return because === 'setting' && direction !== 'same' ? 2 : 3;
}

const scoreOf = ({ judged }: Difference): number => Math.abs(judged?.z ?? 0);

const sizeOf = ({ judged, relativeChange, change }: Difference): number =>
  judged ? Math.abs(relativeChange ?? change ?? 0) : 0;

function byName(a: Difference, b: Difference): number {
  const [one, other] = [a.target, b.target];
  if (one.kind !== other.kind) return one.kind === 'qubit' ? -1 : 1;
  const [pair, otherPair] = [splitCouplingId(one.id)[0], splitCouplingId(other.id)[0]];
  const arePairs = one.kind === 'coupling' && pair && otherPair;
  const byId = arePairs ? comparePairs(pair, otherPair) : compareQids(one.id, other.id);
  return byId || (a.metric === b.metric ? 0 : a.metric < b.metric ? -1 : 1);
}

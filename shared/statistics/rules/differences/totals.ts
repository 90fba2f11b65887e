import { byKind } from '../../../chips/rules/target-kinds.ts';
import type { Difference, NoJudgement } from './compared.ts';

/** How many of the differences are what; all of them, whichever are listed. */
export interface DifferenceTotals {
  /** Both sides have them. */
  compared: number;
  scored: number;
  /** Scored 3 or more, and of these those that are better and worse. */
  notable: number;
  better: number;
  worse: number;
  /** Scored from 2 to below 3. */
  possible: number;
  established: number;
  /** Scored 3 or more that are to be expected where nothing has changed. */
  expectedByChance: number;
  settingsChanged: number;
  /** What had a value and is faulty now, by metric, the most first. */
  becameFaulty: { kind: Difference['target']['kind']; metric: string; count: number }[];
  appeared: number;
  vanished: number;
  /** What both sides have and is not scored, by the reason. */
  notScored: Partial<Record<NoJudgement, number>>;
}

/** Shares of values that score 3 or more though nothing has changed: within two days, and later. */
const CHANCE_AT_ONCE = 0.0036;
const CHANCE_LATER = 0.0058;
const AT_ONCE_MS = 2 * 86_400_000;

/** Counts differences (rule DIFF-9). */
export function totalsOf(differences: readonly Difference[]): DifferenceTotals {
  const count = (wanted: (one: Difference) => boolean) => differences.filter(wanted).length;
  const notable = differences.filter(({ judged }) => judged?.verdict === 'notable');
  const notScored: Partial<Record<NoJudgement, number>> = {};
  for (const { because } of differences) if (because) notScored[because] = (notScored[because] ?? 0) + 1;
  return {
    compared: count(({ presence }) => presence === 'both'),
    scored: count(({ judged }) => judged !== undefined),
    notable: notable.length,
    better: notable.filter(({ direction }) => direction === 'better').length,
    worse: notable.filter(({ direction }) => direction === 'worse').length,
    possible: count(({ judged }) => judged?.verdict === 'possible'),
    established: count(({ judged }) => judged?.isEstablished === true),
    expectedByChance: differences.reduce((total, one) => total + chanceOf(one), 0),
    becameFaulty: becameFaulty(differences),
    settingsChanged: count(({ because, direction }) => because === 'setting' && direction !== 'same'),
    appeared: count(({ presence }) => presence === 'appeared'),
    vanished: count(({ presence }) => presence === 'vanished'),
    notScored,
  };
}

/** Whether a value of the side before is a faulty mark after. */
export const isNowFaulty = ({ before, after }: Pick<Difference, 'before' | 'after'>): boolean =>
  before !== undefined && before.value !== null && after !== undefined && after.value === null;

function becameFaulty(differences: readonly Difference[]): DifferenceTotals['becameFaulty'] {
  const counts = byKind(() => new Map<string, number>());
  for (const one of differences)
    if (isNowFaulty(one)) counts[one.target.kind].set(one.metric, (counts[one.target.kind].get(one.metric) ?? 0) + 1);
  return (Object.keys(counts) as (keyof typeof counts)[])
    .flatMap((kind) => [...counts[kind]].map(([metric, count]) => ({ kind, metric, count })))
    .sort((a, b) => b.count - a.count || (a.metric < b.metric ? -1 : 1));
}

function chanceOf({ judged, before, after }: Difference): number {
  if (!judged || !before || !after) return 0;
  return Math.abs(Date.parse(after.at) - Date.parse(before.at)) <= AT_ONCE_MS ? CHANCE_AT_ONCE : CHANCE_LATER;
}

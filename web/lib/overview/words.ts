import { plural } from '../format/words.ts';
import type { ChipOverview } from './queries.ts';

/** The page's answer: how much of what needs somebody; on a quiet day that nothing does. */
export function answerText(overview: ChipOverview, since: string, drifting = 0): string {
  const { failed, expired, changed, faulty, held, runs } = overview;
  const parts = [
    [failed.total, 'failed'],
    [expired.total, 'expired'],
    [changed.total, 'changed'],
    [drifting, 'drifting'],
    [faulty.total, 'faulty'],
    [held.total, 'held'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (said.length > 0) return said.join(', ');
  const results = Object.values(runs.tasks).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return `Nothing needs you. ${plural(results, 'result')} since ${since}`;
}

/** How many changes there are, and how many of these chance makes by itself. */
export function chanceText({ totals }: ChipOverview['changed']): string {
  return `${totals.notable} of ${totals.scored} beyond 3 σ, ${Math.round(totals.expected_by_chance)} by chance`;
}

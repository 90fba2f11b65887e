import { plural } from '../../../ui/lib/format/words.ts';
import { measuredOnlyText } from '../../../values/lib/metrics/listed-metrics.ts';
import type { ChipOverview } from './queries.ts';

/** What the overview of a chip does not know: silent workers and missed starts of the project. */
interface OtherTroubles {
  silent: number;
  missed: number;
}

const noOthers: OtherTroubles = { silent: 0, missed: 0 };

/**
 * The page's answer: how much needs attention; that nothing does, with the number of results; or that a new chip has no
 * values.
 */
export function answerText(
  overview: ChipOverview,
  since: string,
  {
    drifting = 0,
    isPast = false,
    others = noOthers,
  }: { drifting?: number; isPast?: boolean; others?: OtherTroubles } = {},
): string {
  const needs = needText(overview, drifting, others);
  if (needs) return needs;
  if (overview.last_calibrated_at === null) return isPast ? 'No values by then' : 'No values yet';
  const results = Object.values(overview.runs.tasks).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return `${isPast ? 'Nothing needed anybody' : 'Nothing needs you'}. ${plural(results, 'result')} since ${since}`;
}

/** How much needs attention; empty if nothing does. */
export function needText(
  { failed, expired, changed, faulty, held, runs }: ChipOverview,
  drifting: number,
  { silent, missed }: OtherTroubles = noOthers,
): string {
  const parts = [
    [failed.total, 'failed'],
    [expired.total, 'expired'],
    [changed.total, 'changed'],
    [drifting, 'drifting'],
    [faulty.total, 'faulty'],
    [(held?.total ?? 0) - (held?.measured_only ?? 0), 'held'],
    [held?.measured_only ?? 0, measuredOnlyText],
  ] as const;
  const counted = [
    [runs.failed, 'run', 'failed'],
    [silent, 'worker', 'silent'],
    [missed, 'start', 'missed'],
  ] as const;
  return [
    ...parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`),
    ...counted.filter(([count]) => count > 0).map(([count, what, word]) => `${plural(count, what)} ${word}`),
  ].join(', ');
}

const dayMs = 86_400_000;

/** Which day of a cool-down it is; its first 24 hours are day 1. */
export const dayOfCooldown = (startedAt: string, now: string): number =>
  Math.max(1, Math.floor((Date.parse(now) - Date.parse(startedAt)) / dayMs) + 1);

/** How many changes there are, and how many of these chance makes by itself. */
export function chanceText({ totals }: ChipOverview['changed']): string {
  return `${totals.notable} of ${totals.scored} beyond 3 σ, ${Math.round(totals.expected_by_chance)} by chance`;
}

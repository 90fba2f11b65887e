import { drawValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import {
  formatFrequencyChange,
  formatShare,
  formatSigma,
  formatSignificant,
  spellQuantity,
  writeQuantity,
} from '#shared/values/rules/cell/quantity.ts';
import { conversionFactor } from '#shared/values/rules/units/conversion.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import type { ChipDifferences, Difference } from './queries.ts';

/** The value of one side for screen readers, or the reason why it is missing. */
export function valueText(side: Difference['before'], display: MetricDisplay): string {
  if (!side || side.value === null) return lackText(side);
  const { drawn, spread, unit } = drawValue(display, { value: side.value, error: side.error, unit: side.unit });
  return spellQuantity(drawn, spread, unit);
}

/** Why a side has no value. */
export const lackText = (side: Difference['before']): string => (side ? 'faulty' : '–');

/** By how much a value has changed: in per cent of a time or an error, in kHz or MHz of a frequency, else in its own unit. */
export function changeText({ change, relative_change: share, before }: Difference, display: MetricDisplay): string {
  if (share !== null) return formatShare(share);
  if (change === null || !before) return '–';
  const kilohertz = conversionFactor(before.unit, 'kHz');
  if (kilohertz !== undefined) return formatFrequencyChange(change * kilohertz);
  const drawn = display.toDrawn(display.isError ? 1 + change : change);
  // What the catalogue does not know has the unit of its values, such as an angle.
  const { concise, tail } = writeQuantity(drawn, null, display.unit || before.unit, 3);
  return `${drawn > 0 ? '+' : ''}${concise}${tail}`;
}

const reasons: Record<string, string> = {
  same_sample: 'nothing measured in between',
  faulty: 'faulty',
  held: 'held',
  repeat: 'the same value again, not measured',
  unit_differs: 'in another unit',
  sign_differs: 'of another sign',
  at_bound: 'at the bound of its fit',
  setting: 'a setting',
  too_close_in_time: 'the same task within 15 minutes',
  too_few_points: 'too few points to judge',
  double: 'the same numbers as another metric',
};

const bases: Record<string, string> = {
  history: 'by its own history',
  pooled: "by the chip's usual fluctuation",
  default: 'by what is usual for the metric',
  cross_section: 'against the rest of the chip',
};

/** The score of a change, or why it has none. */
export const scoreText = ({ score, not_scored: reason }: Difference): string =>
  score ? formatSigma(score.z) : (reasons[reason ?? ''] ?? '–');

/** Whether a change has a score and is too small to matter: such changes are listed separately (rule DIFF-8). */
export const isTooSmall = ({ score }: Pick<Difference, 'score'>): boolean => score?.material === false;

/** What a score is based on. */
export const basisText = ({ score }: Difference): string => (score ? (bases[score.basis] ?? score.basis) : '');

/** Better or worse, of what is notable or a setting. */
export function directionText({ score, direction }: Difference): string {
  if (direction === null || direction === 'same') return direction === 'same' ? 'the same' : '–';
  if (!score) return direction;
  if (score.verdict === 'within_fluctuation') return 'within fluctuation';
  const significant = score.established ? ', significant (FDR 5 %)' : '';
  return `${score.verdict === 'possible' ? 'possibly ' : ''}${direction}${significant}`;
}

/** What became faulty, the most first: `12 became faulty: CZ gate error 11, Readout error 1`; empty for nothing. */
function diedText(faulty: ChipDifferences['totals']['became_faulty']): string {
  const total = faulty.reduce((sum, { count }) => sum + count, 0);
  const named = faulty.map(({ kind, metric, count }) => `${displayOf(undefined, kind, metric).title} ${count}`);
  return total === 0 ? '' : `${total} became faulty: ${named.slice(0, 4).join(', ')}${named.length > 4 ? '…' : ''}`;
}

/** What has changed, in a sentence. */
export function summaryText({ totals }: Pick<ChipDifferences, 'totals'>): string {
  const { scored, notable, better, worse, expected_by_chance: chance, established } = totals;
  const died = diedText(totals.became_faulty);
  if (scored === 0) return died || 'No change can be scored';
  const other = notable - better - worse;
  const parts = [`${worse} worse`, `${better} better`, ...(other > 0 ? [`${other} without a better end`] : [])];
  const byChance = `${formatSignificant(Math.round(chance), 1)} expected by chance`;
  const before = died && `${died}. `;
  if (notable === 0) return `${before}Nothing beyond 3 σ in ${plural(scored, 'value')} (${byChance})`;
  return `${before}${notable} of ${scored} changed beyond 3 σ: ${parts.join(', ')} (${byChance}, ${established} significant at FDR 5 %)`;
}

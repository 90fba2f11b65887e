import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import type { ScoreBar } from './score-histogram.ts';

/** Names in a line; the table and the ticked rows have the rest. */
const mostNames = 8;

const number = (z: number): string => String(z).replace('-', '−');

/** Which scores a bar has: `−4 to −3 σ`, `10 σ or more`; mirrored where the drawing is (rule MAP-12). */
export function barText({ from, to }: Pick<ScoreBar, 'from' | 'to'>, isMirrored: boolean): string {
  const [low, high] = isMirrored ? [-to || 0, -from || 0] : [from, to];
  if (low === Number.NEGATIVE_INFINITY) return `${number(high)} σ or less`;
  if (high === Number.POSITIVE_INFINITY) return `${number(low)} σ or more`;
  return `${number(low)} to ${number(high)} σ`;
}

/** How many were to be expected by chance alone: `12`, `0.3`, `below 0.01`. */
export const expectedText = (expected: number): string =>
  expected < 0.01 ? 'below 0.01' : formatSignificant(expected, 2);

/** The content of a bar, in a line. */
export function barContent(bar: ScoreBar, isMirrored: boolean): string {
  const count = bar.differences.length;
  const names = bar.differences.slice(0, mostNames).map((one) => targetLabel(one.kind, one.target_id));
  const more = count > mostNames ? ` and ${count - mostNames} more` : '';
  const listed = count === 0 ? '' : `: ${names.join(', ')}${more}`;
  return `${barText(bar, isMirrored)}: ${plural(count, 'change')}, ${expectedText(bar.expected)} expected${listed}`;
}

import { cellFigures } from '#shared/values/rules/cell/cell-figures.ts';
import { hasGoodEnd, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatSigma } from '#shared/values/rules/cell/quantity.ts';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { drawnValues, type MapCell } from '../../../values/lib/metrics/cells.ts';
import type { Difference } from './queries.ts';
import { shiftScale } from './shift-scale.ts';
import { basisText, changeText, scoreText, valueText } from './words.ts';

/** A score as it is drawn: blue is better, or lower where no end is good. */
export const drawnScore = (z: number, display: Pick<MetricDisplay, 'kind' | 'key'>): number =>
  hasGoodEnd(display.key, display.kind) ? z : -z;

const nothing = { spread: null, calibratedAt: null, ageSeconds: null, executionId: null, taskId: null, source: null };

/** The differences of one metric on the targets of a map, each by its score. */
export function shiftLayer(
  differences: readonly Difference[],
  display: MetricDisplay,
  targets: readonly string[],
  isDark: boolean,
): MapLayer {
  const own = new Map(
    differences
      .filter((one) => one.metric === display.key && one.kind === display.kind)
      .map((one) => [one.target_id, one]),
  );
  const cells = targets.map((target): MapCell => {
    const known = { ...nothing, target, rank: null, foreign: null, held: null };
    const difference = own.get(target);
    if (!difference)
      return { ...known, state: 'missing', drawn: null, words: { value: 'not measured on both sides', figure: '' } };
    const { score, not_scored: reason } = difference;
    const state = score ? 'fresh' : reason === 'faulty' ? 'faulty' : 'missing';
    const drawn = score ? drawnScore(score.z, display) : null;
    const figure = score ? formatSigma(score.z).replace(/\s*σ$/, '') : '';
    return { ...known, state, drawn, words: { value: cellWords(difference, display), figure } };
  });
  const title = `${display.title}, change`;
  const plain: MetricDisplay = { ...display, title, unit: 'σ', better: 'neither', goal: undefined };
  // Every cell with a score says it in words, so no digits of a common start are left out.
  return { display: plain, cells, scale: shiftScale(drawnValues(cells), isDark), figures: cellFigures([]) };
}

function cellWords(difference: Difference, display: MetricDisplay): string {
  const sides = `${valueText(difference.before, display)} → ${valueText(difference.after, display)}`;
  if (!difference.score) return `${sides}: ${scoreText(difference)}`;
  return `${sides}: ${changeText(difference, display)}, ${scoreText(difference)} ${basisText(difference)}`;
}

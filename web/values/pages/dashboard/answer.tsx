import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { median } from '#shared/values/rules/statistics.ts';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { goalShare } from '../../../ui/components/charts/cdf.tsx';
import { Statistic } from '../../components/quantity/quantity.tsx';
import { drawnValues } from '../../lib/metrics/cells.ts';
import styles from './answer.module.css';

const ofMode: Record<SelectionMode, string> = { latest: '', best: 'best ', average: 'mean ' };

/** How good the chip is by the metric that is looked at, in a sentence. */
export function Answer({ layer, mode }: { layer: MapLayer; mode: SelectionMode }) {
  const { display, cells } = layer;
  const values = drawnValues(cells);
  const middle = median(values);
  if (middle === undefined) return <p className={styles.answer}>No values of {display.title} in this view</p>;
  const share = goalShare(display, values);
  return (
    <p className={styles.answer}>
      {display.title}: median {ofMode[mode]}
      <Statistic display={display} drawn={middle} />
      {share && `, ${share}`}
    </p>
  );
}

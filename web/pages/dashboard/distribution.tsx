import { Cdf } from '../../components/charts/cdf.tsx';
import { Card } from '../../components/page.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { formatPolicy } from '../../lib/format/time.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { countCells, coverageText, populationText } from '../../lib/metrics/cells.ts';
import type { ChangeDashboard, DashboardSearch } from '../../lib/url/search-types.ts';
import styles from './distribution.module.css';

/** Coverage of one metric in words and as a bar, and the distribution of its values. */
export function Distribution(props: { layer: MapLayer; search: DashboardSearch; change: ChangeDashboard }) {
  const { display, cells } = props.layer;
  const counts = countCells(cells);
  const share = (count: number) => ({ width: `${(100 * count) / Math.max(1, counts.total)}%` });
  const words = coverageText(counts, formatPolicy(display.freshForSeconds));
  return (
    <Card title={display.title} note={populationText(counts)}>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's meter cannot show two tones */}
      <div
        className={styles.meter}
        role="meter"
        aria-label={`Coverage of ${display.title}`}
        aria-valuemin={0}
        aria-valuemax={counts.total}
        aria-valuenow={counts.fresh + counts.stale}
        aria-valuetext={words}
      >
        <span className={styles.fresh} style={share(counts.fresh)} />
        <span className={styles.stale} style={share(counts.stale)} />
        <span className={styles.faulty} style={share(counts.faulty)} />
      </div>
      <p className={styles.coverage}>{words}</p>
      <Cdf display={display} cells={cells} logarithmic={props.search.x === 'log'} />
      {!display.isError && counts.fresh + counts.stale > 0 && (
        <div>
          <Segmented
            label={`Axis of ${display.title}`}
            value={props.search.x ?? 'linear'}
            options={[
              { value: 'linear', label: 'Linear' },
              { value: 'log', label: 'Log' },
            ]}
            onChange={(next) => props.change({ x: next === 'log' ? 'log' : undefined })}
          />
        </div>
      )}
    </Card>
  );
}

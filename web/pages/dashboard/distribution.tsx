import { Cdf } from '../../components/charts/cdf.tsx';
import { Card } from '../../components/page.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { formatPolicy } from '../../lib/format/time.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { countCells, coverageText, populationText } from '../../lib/metrics/cells.ts';
import type { ChangeDashboard, DashboardSearch } from '../../lib/url/search-types.ts';
import styles from './distribution.module.css';

interface DistributionProps {
  layer: MapLayer;
  search: DashboardSearch;
  change: ChangeDashboard;
  /** Ticks targets by a drag over the curve. */
  onBrush?: ((targets: string[]) => void) | undefined;
}

/** Coverage of one metric in words and as a bar, and the distribution of its values. */
export function Distribution(props: DistributionProps) {
  const { display, cells } = props.layer;
  return (
    <Card title={display.title} note={populationText(countCells(cells))}>
      <DistributionOf {...props} />
    </Card>
  );
}

/** The same without a frame of its own. */
export function DistributionOf(props: DistributionProps) {
  const { display, cells } = props.layer;
  const counts = countCells(cells);
  const words = coverageText(counts, formatPolicy(display.freshForSeconds));
  return (
    <>
      <CoverageMeter title={display.title} counts={counts} words={words} />
      <p className={styles.coverage}>{words}</p>
      <Cdf display={display} cells={cells} logarithmic={props.search.x === 'log'} onBrush={props.onBrush} />
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
    </>
  );
}

/** How many targets have a fresh, a stale and a faulty value, as a bar over all of them. */
export function CoverageMeter(props: {
  title: string;
  counts: { fresh: number; stale: number; faulty: number; total: number };
  words: string;
}) {
  const { counts } = props;
  const share = (count: number) => ({ width: `${(100 * count) / Math.max(1, counts.total)}%` });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browser's meter cannot show two tones
    <div
      className={styles.meter}
      role="meter"
      aria-label={`Coverage of ${props.title}`}
      aria-valuemin={0}
      aria-valuemax={counts.total}
      aria-valuenow={counts.fresh + counts.stale}
      aria-valuetext={props.words}
    >
      <span className={styles.fresh} style={share(counts.fresh)} />
      <span className={styles.stale} style={share(counts.stale)} />
      <span className={styles.faulty} style={share(counts.faulty)} />
    </div>
  );
}

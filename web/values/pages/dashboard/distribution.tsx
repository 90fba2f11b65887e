import { useRef } from 'react';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { Cdf } from '../../../ui/components/charts/cdf.tsx';
import { CoverageMeter } from '../../../ui/components/charts/coverage-meter.tsx';
import { LazyPictureMenu } from '../../../ui/components/charts/lazy-picture-menu.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { countCells, coverageText, populationText } from '../../lib/metrics/cells.ts';
import { policyText } from '../../lib/metrics/metric-display.ts';
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
  const frame = useRef<HTMLSpanElement>(null);
  return (
    <Card
      title={display.title}
      note={
        <span ref={frame}>
          {populationText(countCells(cells))}
          <LazyPictureMenu
            name={`Distribution of ${display.title}`}
            find={() => frame.current?.closest('section')?.querySelector('svg[role="img"]') ?? null}
          />
        </span>
      }
    >
      <DistributionOf {...props} />
    </Card>
  );
}

/** The same without a frame of its own. */
export function DistributionOf(props: DistributionProps) {
  const { display, cells } = props.layer;
  const counts = countCells(cells);
  const words = coverageText(counts, policyText(display));
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

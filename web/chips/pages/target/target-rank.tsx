import { useQuery } from '@tanstack/react-query';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { usePastView } from '../../../ui/lib/api/past.ts';
import { chipMetricsQuery } from '../../../ui/lib/api/queries.ts';
import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { drawnValues, mapCells } from '../../../values/lib/metrics/cells.ts';
import { cellsOf } from '../../../values/lib/metrics/metric-choice.ts';
import { isUnranked } from '../../../values/lib/metrics/metric-rows.ts';
import { gateMetrics } from '../../../values/lib/metrics/neighbours.ts';
import styles from './target-page.module.css';

/**
 * The rank of a target among those of its chip that have the metric, the best first; empty for metrics without a
 * ranking.
 */
export function TargetRank(props: { chipId: string; target: string; display: MetricDisplay; config: MetricsConfig }) {
  return isUnranked(props.display) ? null : <Rank {...props} />;
}

function Rank({ chipId, target, display, config }: Parameters<typeof TargetRank>[0]) {
  // Of a qubit what its neighbours are read with, so that both are one read.
  const metrics = display.kind === 'qubit' ? [display.key, ...gateMetrics(config)] : [display.key];
  const { data } = useQuery(chipMetricsQuery(chipId, usePastView(), { metrics }));
  // An empty element would not reserve its line.
  if (!data) return <span className={styles.roomOfRank}>{'\u00a0'}</span>;
  const answered = cellsOf(data, display.kind, display.key);
  const cells = mapCells(Object.keys(answered), answered, display);
  const own = cells.find((cell) => cell.target === target);
  if (!own || own.rank === null) return null;
  return (
    <span className={styles.roomOfRank}>
      rank {own.rank} of {drawnValues(cells).length}
    </span>
  );
}

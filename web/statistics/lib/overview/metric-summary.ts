import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';
import type { MapCell } from '../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { isUnranked } from '../../../values/lib/metrics/metric-rows.ts';

/** The metrics of the catalogue that have a ranking: the overview of a chip shows these. */
export function rankedMetrics(config: MetricsConfig): string[] {
  const keys = { qubit: Object.keys(config.qubit_metrics), coupling: Object.keys(config.coupling_metrics) };
  return (['qubit', 'coupling'] as const).flatMap((kind) =>
    keys[kind].filter((key) => !isUnranked(displayOf(config, kind, key))),
  );
}

/** The cell at the bad end of its metric; undefined without a rank. */
export function worstOf(cells: readonly MapCell[]): MapCell | undefined {
  const rankOf = ({ rank }: MapCell) => rank ?? 0;
  const worst = cells.reduce<MapCell | undefined>(
    (so, cell) => (so && rankOf(so) >= rankOf(cell) ? so : cell),
    undefined,
  );
  return worst?.rank == null ? undefined : worst;
}

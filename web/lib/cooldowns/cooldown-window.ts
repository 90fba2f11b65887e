import type { ChipMetrics, MetricCell } from '../api/wire.ts';

/**
 * A chip's metrics without what was measured before an instant: asked for as of a cool-down's end, what is left was
 * measured in it.
 * @param startedAt ISO 8601 UTC; undefined leaves everything
 */
export function measuredSince(metrics: ChipMetrics, startedAt: string | undefined): ChipMetrics {
  if (startedAt === undefined) return metrics;
  const start = Date.parse(startedAt);
  const since = (table: Readonly<Record<string, Readonly<Record<string, MetricCell>>>>) =>
    Object.fromEntries(
      Object.entries(table).map(([metric, cells]) => [
        metric,
        Object.fromEntries(Object.entries(cells).filter(([, cell]) => Date.parse(cell.calibrated_at) >= start)),
      ]),
    );
  const { newest_at: newest } = metrics;
  return {
    ...metrics,
    newest_at: newest !== null && Date.parse(newest) >= start ? newest : null,
    qubit_metrics: since(metrics.qubit_metrics),
    coupling_metrics: since(metrics.coupling_metrics),
  };
}

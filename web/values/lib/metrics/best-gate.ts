import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { coverageOf } from '#shared/values/rules/cell/state.ts';
import { GATE_THRESHOLD } from '#shared/values/rules/coupling-metrics.ts';
import { bestGate } from '#shared/values/rules/gates.ts';
import type { ChipMetrics, MetricCell, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { mapCells } from './cells.ts';
import { BEST_GATE, isGate } from './gate-key.ts';
import { gatesOfChip } from './metric-choice.ts';
import { displayOf } from './metric-display.ts';

/** The catalogue with the best gate among the metrics of couplings: drawn as one gate, with the goal that all gates have. */
export const withBestGateMetric = (config: MetricsConfig): MetricsConfig => ({
  ...config,
  coupling_metrics: {
    [BEST_GATE]: {
      title: 'Best gate fidelity',
      target: 'coupling',
      unit: '%',
      scale: 100,
      stored_unit: '',
      description: 'Fidelity of the best fresh two-qubit gate of each coupling',
      evaluation: { mode: 'maximize' },
      threshold: GATE_THRESHOLD,
      error_rate_range: null,
      draw_as_error: true,
      fresh_for_seconds: describeMetric(BEST_GATE, 'coupling').freshForSeconds,
    },
    ...config.coupling_metrics,
  },
});

/** The values of a chip with an added metric, the best gate of each coupling, if the chip has several gates. */
export function withBestGate(metrics: ChipMetrics): ChipMetrics {
  const gates = gatesOfChip(metrics);
  const [first = ''] = gates;
  const policy = metrics.coupling_coverage[first];
  if (gates.length < 2 || !policy) return metrics;
  const cells = Object.fromEntries([...bestGates(metrics)].map(([coupling, { cell }]) => [coupling, cell]));
  const nothing = { median: null, min: null, max: null, meets_threshold: null, left_out: [] };
  const coverage = { ...policy, ...coverageOf(Object.values(cells), metrics.coupling_count), ...nothing };
  return {
    ...metrics,
    coupling_metrics: { ...metrics.coupling_metrics, [BEST_GATE]: cells },
    coupling_coverage: { ...metrics.coupling_coverage, [BEST_GATE]: coverage },
  };
}

/** The best gate of each coupling with its value. */
export function bestGates({ coupling_metrics: table }: ChipMetrics): Map<string, { metric: string; cell: MetricCell }> {
  const found = Object.entries(table)
    .filter(([metric]) => isGate(metric))
    .flatMap(([metric, cells]) =>
      // Errors, which are comparable whatever unit a fidelity is stored in.
      mapCells(Object.keys(cells), cells, displayOf(undefined, 'coupling', metric)).flatMap(
        ({ target, drawn, state }) => {
          const cell = cells[target];
          const value = drawn === null ? null : -drawn;
          return cell ? [{ coupling: target, metric, cell, value, isStale: state === 'stale' }] : [];
        },
      ),
    );
  const best = [...Map.groupBy(found, ({ coupling }) => coupling)].flatMap(([coupling, gates]) => {
    const chosen = bestGate(gates);
    return chosen ? [[coupling, { metric: chosen.metric, cell: chosen.cell }] as const] : [];
  });
  return new Map(best);
}

/** The name of the best gate of each coupling, such as `ECR gate`. */
export const bestGateDetails = (metrics: ChipMetrics): ReadonlyMap<string, string> =>
  new Map(
    [...bestGates(metrics)].map(([coupling, { metric }]) => [
      coupling,
      describeMetric(metric, 'coupling').title.replace(' fidelity', ''),
    ]),
  );

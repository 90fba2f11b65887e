import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import type { ChipMetrics, MetricCell, MetricsConfig, TargetKind } from '../api/wire.ts';
import { displayOf } from './metric-display.ts';

/** A metric that can be chosen, and whether the chip has values of it. */
export interface MetricOption {
  display: MetricDisplay;
  measured: boolean;
}

const preferred: Record<TargetKind, readonly string[]> = {
  qubit: ['t1', 'average_readout_fidelity', 't2_echo'],
  coupling: ['cz_gate_fidelity', 'zx90_gate_fidelity', 'ecr_gate_fidelity', 'cx_gate_fidelity'],
};

export const cellsOf = (metrics: ChipMetrics, kind: TargetKind, key: string): Record<string, MetricCell> =>
  (kind === 'qubit' ? metrics.qubit_metrics : metrics.coupling_metrics)[key] ?? {};

/** Every metric of a layer: those of the catalogue in its order, then those that only the chip has. */
export function metricOptions(metrics: ChipMetrics, config: MetricsConfig, kind: TargetKind): MetricOption[] {
  const listed = Object.keys(kind === 'qubit' ? config.qubit_metrics : config.coupling_metrics);
  const found = Object.keys(kind === 'qubit' ? metrics.qubit_metrics : metrics.coupling_metrics);
  return [...new Set([...listed, ...found])].map((key) => {
    const cells = Object.values(cellsOf(metrics, kind, key));
    return { display: displayOf(config, kind, key, cells[0]?.unit), measured: cells.length > 0 };
  });
}

/**
 * The metric to show: the URL's if it exists, else a usual one that has values, else any that has, else a usual one,
 * else the first.
 */
export function chooseMetric(options: readonly MetricOption[], kind: TargetKind, requested: string | undefined) {
  const usualAmong = (among: readonly MetricOption[]) =>
    preferred[kind].map((key) => among.find((option) => option.display.key === key)).find(Boolean);
  const measured = options.filter((option) => option.measured);
  const match = options.find((option) => option.display.key === requested);
  return (match ?? usualAmong(measured) ?? measured[0] ?? usualAmong(options) ?? options[0])?.display;
}

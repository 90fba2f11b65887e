import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import { isMetricKey } from '#shared/kernel/rules/ids.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type {
  Chip,
  ChipMetrics,
  HeldCell,
  LatticeKind,
  MetricCell,
  MetricsConfig,
  TargetKind,
} from '../../../ui/lib/api/wire.ts';
import { BEST_GATE, HEALTH, isGate } from './gate-key.ts';
import { listedMetrics } from './listed-metrics.ts';
import { displayOf } from './metric-display.ts';

/** A metric that can be chosen, and whether the chip has values of it. */
export interface MetricOption {
  display: MetricDisplay;
  measured: boolean;
}

const preferred: Record<LatticeKind, readonly string[]> = {
  qubit: ['t1', 'average_readout_fidelity', 't2_echo'],
  coupling: [BEST_GATE, 'cz_gate_fidelity', 'zx90_gate_fidelity', 'ecr_gate_fidelity', 'cx_gate_fidelity'],
};

/** The values of a metric that wait to be accepted. */
export const heldOf = ({ held_values }: ChipMetrics, kind: TargetKind, key: string): HeldCell[] =>
  held_values.filter(({ target_type, metric }) => target_type === kind && metric === key);

/** The values of a metric, by target. */
export const cellsOf = (metrics: ChipMetrics, kind: TargetKind, key: string): Record<string, MetricCell> =>
  valuesOf(metrics, kind)[0][key] ?? {};

/** The values of a kind of target, and how far they cover it, both by metric. */
export function valuesOf(
  metrics: ChipMetrics,
  kind: TargetKind,
): [ChipMetrics['qubit_metrics'], ChipMetrics['qubit_coverage']] {
  return isElementKind(kind)
    ? [metrics.element_metrics[kind] ?? {}, metrics.element_coverage[kind] ?? {}]
    : [metrics[`${kind}_metrics`], metrics[`${kind}_coverage`]];
}

/** Every metric of a layer: those of the catalogue in its order, then those that only the chip has. */
export function metricOptions(metrics: ChipMetrics, config: MetricsConfig, kind: TargetKind): MetricOption[] {
  const listed = Object.keys(listedMetrics(config, kind));
  const [table, coverage] = valuesOf(metrics, kind);
  const found = Object.keys(table);
  // An answer has its metrics in no fixed order: unlisted ones are sorted by key, so that columns are the same with
  // every load.
  const others = [...found, ...Object.keys(coverage)].sort();
  return [...new Set([...listed, ...others])].map((key) => {
    const cells = Object.values(cellsOf(metrics, kind, key));
    const { unit, total = 0, missing = 0 } = coverage[key] ?? {};
    const isMeasured = found.includes(key) ? cells.length > 0 : total > missing;
    return { display: displayOf(config, kind, key, unit), measured: isMeasured };
  });
}

/**
 * Up to this many qubits and couplings, all metrics are loaded at once, so that a change of metric sends no request.
 */
const wholeUpTo = 500;

/**
 * Up to this many qubits and couplings, all metrics are prefetched when the user is about to choose another: some
 * megabytes.
 */
const foreseenUpTo = 1000;

/** Whether the cells of all metrics are worth asking for before another one is chosen. */
export const isForeseen = (chip: Pick<Chip, 'qubit_count' | 'coupling_count'>): boolean =>
  chip.qubit_count + chip.coupling_count <= foreseenUpTo;

/**
 * The metrics whose cells are asked for: of a large chip those that the URL names or else the usual ones, since all of them are
 * megabytes; undefined for all. Without a topology every metric has a say in what targets there are.
 */
export function metricsAsked(
  chip: Pick<Chip, 'qubit_count' | 'coupling_count' | 'topology_id'>,
  search: { qubit?: string | undefined; coupling?: string | undefined },
): string[] | undefined {
  if (chip.topology_id === null || chip.qubit_count + chip.coupling_count <= wholeUpTo) return undefined;
  const of = (kind: LatticeKind) => {
    const wanted = search[kind];
    const isAsked = wanted !== undefined && !isMadeUp(wanted) && isMetricKey(wanted);
    return isAsked ? [wanted] : preferred[kind].filter((key) => !isMadeUp(key));
  };
  return [...of('qubit'), ...(search.coupling === 'none' ? [] : of('coupling'))];
}

/** Whether a choice is not a metric of the service but combines several. */
export const isMadeUp = (key: string): boolean => key === HEALTH || key === BEST_GATE;

/** The fidelities of two-qubit gates that a chip has values or faulty marks of, whether or not their cells are here. */
export const gatesOfChip = ({ coupling_coverage: coverage }: ChipMetrics): string[] =>
  Object.entries(coverage)
    .filter(([metric, { fresh, stale, faulty }]) => isGate(metric) && fresh + stale + faulty > 0)
    .map(([metric]) => metric)
    .sort();

/** The metrics to show whose cells have not been asked for. */
export function metricsLacking(
  metrics: ChipMetrics,
  config: MetricsConfig,
  search: { qubit?: string | undefined; coupling?: string | undefined },
): string[] {
  const lacking = (kind: LatticeKind) => {
    const chosen = chooseMetric(metricOptions(metrics, config, kind), kind, search[kind]);
    const [table] = valuesOf(metrics, kind);
    const gates = kind === 'coupling' && isMadeUp(search.coupling ?? BEST_GATE) ? gatesOfChip(metrics) : [];
    if (gates.length > 1) return gates.filter((gate) => !Object.hasOwn(table, gate));
    return chosen && !Object.hasOwn(table, chosen.key) ? [chosen.key] : [];
  };
  return [...lacking('qubit'), ...(search.coupling === 'none' ? [] : lacking('coupling'))];
}

/** Metrics with the cells of others of the same view. */
export const withCells = (metrics: ChipMetrics, others: ChipMetrics): ChipMetrics => ({
  ...metrics,
  qubit_metrics: { ...metrics.qubit_metrics, ...others.qubit_metrics },
  coupling_metrics: { ...metrics.coupling_metrics, ...others.coupling_metrics },
});

/**
 * The metric to show: the URL's if it exists, else a usual one that has values, else any that has, else a usual one,
 * else the first. Health is shown only where it is asked for, the best gate first where a chip has several gates.
 */
export function chooseMetric(options: readonly MetricOption[], kind: LatticeKind, requested: string | undefined) {
  const usualAmong = (among: readonly MetricOption[]) =>
    preferred[kind].map((key) => among.find((option) => option.display.key === key)).find(Boolean);
  const metrics = options.filter((option) => option.display.key !== HEALTH);
  const measured = metrics.filter((option) => option.measured);
  const match = options.find((option) => option.display.key === requested);
  return (match ?? usualAmong(measured) ?? measured[0] ?? usualAmong(metrics) ?? metrics[0])?.display;
}

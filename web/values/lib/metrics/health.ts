import type { ChipHealth, ChipMetrics, MetricCell, MetricsConfig, QubitHealth } from '../../../ui/lib/api/wire.ts';
import { isSimulated } from './cells.ts';
import { HEALTH } from './gate-key.ts';
import { displayOf } from './metric-display.ts';

/** The catalogue with health among the metrics of qubits, so that map, distribution, table and file show it like them. */
export const withHealthMetric = (config: MetricsConfig): MetricsConfig => ({
  ...config,
  qubit_metrics: {
    [HEALTH]: {
      title: 'Health',
      target: 'qubit',
      unit: '',
      scale: 1,
      stored_unit: '',
      description: 'How far T1, T2, readout and one-qubit gate reach their goals, 0 to 1',
      evaluation: { mode: 'maximize' },
      threshold: null,
      error_rate_range: null,
      draw_as_error: false,
      fresh_for_seconds: 86_400,
    },
    ...withoutHealth(config.qubit_metrics),
  },
});

/** The values of a chip with the health of its qubits as an added metric; it can be chosen before it is known. */
export function withHealth(metrics: ChipMetrics, health: ChipHealth | undefined): ChipMetrics {
  const total = metrics.qubit_count;
  const nothing = { fresh: 0, stale: 0, faulty: 0, missing: 0, share: 0, median: null, min: null, max: null };
  const policy = {
    tried_unequally: false,
    meets_threshold: null,
    fresh_for_seconds: 86_400,
    freshness_basis: 'default',
    unit: '',
    left_out: [],
  };
  const cells = health && Object.entries(health.qubits).flatMap(([qid, found]) => cellOf(qid, found));
  return {
    ...metrics,
    qubit_metrics: {
      ...withoutHealth(metrics.qubit_metrics),
      ...(cells ? { [HEALTH]: Object.fromEntries(cells) } : {}),
    },
    qubit_coverage: { ...metrics.qubit_coverage, [HEALTH]: { ...nothing, ...policy, total } },
  };
}

function withoutHealth<T>(map: Record<string, T>): Record<string, T> {
  const { [HEALTH]: _, ...others } = map;
  return others;
}

/**
 * As old and as stale as the oldest of its values, from the run of the one that limits it, and simulated where one of them is
 * (rule MAP-10).
 */
function cellOf(qid: string, found: QubitHealth): [string, MetricCell][] {
  const oldest = found.values.reduce<QubitHealth['values'][number] | undefined>(
    (one, value) => (one && one.age_seconds >= value.age_seconds ? one : value),
    undefined,
  );
  const limit = found.values.find(({ metric }) => metric === found.limited_by);
  if (found.health === null || !oldest || !limit) return [];
  const isFaulty = found.faulty.length > 0;
  const isStale = found.values.some(({ state }) => state === 'stale');
  const plain = { stddev: null, error: null, spread: null, standard_error: null, luck: null, unit: '', n: 1 };
  const { execution_id, task_id } = limit;
  const source = (found.values.find(isSimulated) ?? limit).source;
  const state = isFaulty ? 'faulty' : isStale ? 'stale' : 'fresh';
  const measured = { calibrated_at: oldest.calibrated_at, age_seconds: oldest.age_seconds };
  const cell = { ...plain, value: isFaulty ? null : found.health, source, execution_id, task_id, ...measured, state };
  return [[qid, cell as MetricCell]];
}

/** What limits a qubit and what its health rests on: `limited by T1, 52 % of its goal; 3 of 4 metrics, 1 stale`. */
export function healthText(found: QubitHealth, config: MetricsConfig): string {
  const titleOf = (metric: string) => displayOf(config, 'qubit', metric).title;
  const share = Math.round((found.limiting_share ?? 0) * 100);
  const limit =
    found.limited_by === null
      ? 'no values'
      : found.faulty.length > 0
        ? `faulty: ${found.faulty.map(titleOf).join(', ')}`
        : `limited by ${titleOf(found.limited_by)}, ${share} % of its goal`;
  const stale = found.values.filter(({ state }) => state === 'stale').length;
  const missing = found.missing.length > 0 ? `, without ${found.missing.map(titleOf).join(', ')}` : '';
  const simulated = found.values.filter(isSimulated).length;
  const doubts = [`${stale} stale`, ...(simulated > 0 ? [`${simulated} simulated`] : [])].join(', ');
  return `${limit}; ${found.known} of ${found.of} metrics${missing}, ${doubts}`;
}

/** The same of every qubit. */
export const healthDetails = (health: ChipHealth, config: MetricsConfig): ReadonlyMap<string, string> =>
  new Map(Object.entries(health.qubits).map(([qid, found]) => [qid, healthText(found, config)]));

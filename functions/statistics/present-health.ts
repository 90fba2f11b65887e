import { countedValue, qubitHealth } from '#shared/statistics/contract/schemas/health.ts';
import { type FreshnessLimits, freshnessOf } from '#shared/statistics/rules/freshness.ts';
import type { CountedValue, QubitHealth } from '#shared/statistics/rules/health/chip-health.ts';
import type { HealthMetric } from '#shared/statistics/rules/health/quantities.ts';
import { MOST_STEPS } from '#shared/statistics/rules/patch/best-patch.ts';
import type { ChipHealth } from '#shared/statistics/verbs/health/chip-health.ts';
import type { ChipPatch } from '#shared/statistics/verbs/health/chip-patch.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { present } from '../http/present.ts';

const presentHealthMetric = ({ quantity, metric }: HealthMetric, limits: FreshnessLimits) => ({
  quantity,
  metric: metric.key,
  kind: metric.target,
  goal: metric.threshold.value,
  unit: metric.storedUnit,
  fresh_for_seconds: freshnessOf(metric, limits).freshForSeconds,
});

const presentCounted = (value: CountedValue) =>
  present(countedValue, value, {
    metric: value.metric.metric.key,
    calibrated_at: value.at,
    state: value.value === null ? 'faulty' : value.isStale ? 'stale' : 'fresh',
  });

const presentQubitHealth = (health: QubitHealth) =>
  present(qubitHealth, health, {
    calibrated_at: health.newestAt,
    values: health.values.map((value) => ({ ...presentCounted(value), share: value.share })),
  });

const presentView = (view: Pick<ChipHealth, 'chip' | 'asOf' | 'startAt' | 'metrics' | 'limits'>) => ({
  chip_id: view.chip.chipId,
  as_of: view.asOf,
  start_at: view.startAt ?? null,
  metrics: view.metrics.map((metric) => presentHealthMetric(metric, view.limits)),
});

/** The health of a chip on the wire. */
export function presentHealth(found: ChipHealth) {
  const known = found.qubits.flatMap(({ health }) => health.health ?? []);
  return {
    ...presentView(found),
    median: median(known) ?? null,
    least: known.length > 0 ? Math.min(...known) : null,
    qubits: Object.fromEntries(found.qubits.map(({ qid, health }) => [qid, presentQubitHealth(health)])),
  };
}

/** The best patch of a chip on the wire. */
export const presentPatch = (found: ChipPatch) => ({
  ...presentView(found),
  size: found.patch.qubits.length,
  qubits: found.patch.qubits,
  couplings: found.couplings,
  tree: found.tree,
  score: found.patch.fidelity,
  cost: found.patch.cost,
  exact: found.patch.method === 'exact',
  search_finished: found.patch.isWhole,
  most_steps: MOST_STEPS,
  stale_share: found.values.filter(({ isStale }) => isStale).length / found.values.length,
  oldest_seconds: Math.max(...found.values.map(({ ageSeconds }) => ageSeconds)),
  values: found.values.map(presentCounted),
  left_out: found.leftOut,
});

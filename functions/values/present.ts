import type { TargetRecord } from '#shared/chips/store/chips.ts';
import { type FreshnessLimits, freshnessOf } from '#shared/statistics/rules/freshness.ts';
import type { CountedValue, QubitHealth } from '#shared/statistics/rules/health/chip-health.ts';
import type { HealthMetric } from '#shared/statistics/rules/health/quantities.ts';
import { MOST_STEPS } from '#shared/statistics/rules/patch/best-patch.ts';
import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import type { ChipHealth } from '#shared/statistics/verbs/health/chip-health.ts';
import type { ChipPatch } from '#shared/statistics/verbs/health/chip-patch.ts';
import { gateWords } from '#shared/values/rules/gate-mark.ts';
import { median } from '#shared/values/rules/statistics.ts';
import type { LeftOut } from '#shared/values/rules/units/one-unit.ts';
import { openQuantity } from '#shared/values/rules/units/quantity.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import type { MetricCell, MetricCoverage, MetricTable } from '#shared/values/verbs/metric-table.ts';
import type { HeldReading } from '#shared/values/verbs/readings.ts';
import { mapValues } from '../http/map-values.ts';
import { presentGateMark } from './gate-mark.ts';

/** `stddev` is what QDash calls so: the stated error of the newest value, the deviation of averaged ones. */
function presentCell(cell: MetricCell, mode: SelectionMode) {
  const { value, unit, error = null, spread = null, standardError = null } = openQuantity(cell.quantity);
  return {
    value,
    stddev: { latest: error, best: null, average: spread }[mode],
    error,
    n: cell.n,
    ...(cell.leftOut > 0 && { left_out: cell.leftOut }),
    spread,
    standard_error: standardError,
    luck: cell.luck,
    unit,
    source: cell.source ?? null,
    task_id: cell.taskId ?? null,
    execution_id: cell.executionId ?? null,
    calibrated_at: cell.at,
    age_seconds: cell.ageSeconds,
    state: cell.state,
  };
}

/** metric -> target -> cell on the wire. */
export const presentTable = (table: MetricTable, mode: SelectionMode) =>
  mapValues(table, (cells) => mapValues(cells, (cell) => presentCell(cell, mode)));

const reasons: Record<LeftOut<unknown>['because'], string> = {
  unit_of_another_kind: 'Its unit does not convert into that of the metric',
  no_value_in_unit: 'It has no value in the unit of the metric',
  impossible_value: 'The metric cannot have this number',
};

/** A target whose value is left out of the numbers of its metric, with the reason, on the wire. */
export const presentLeftOut = ({ target, unit, because }: MetricCoverage['leftOut'][number]) => ({
  target_id: target,
  unit,
  because,
  reason: reasons[because],
});

/** metric -> coverage on the wire. */
export const presentCoverage = (coverage: Record<string, MetricCoverage>) =>
  mapValues(coverage, ({ triedUnequally, meetsThreshold, freshness, leftOut, ...counts }) => ({
    ...counts,
    left_out: leftOut.map(presentLeftOut),
    tried_unequally: triedUnequally,
    meets_threshold: meetsThreshold,
    fresh_for_seconds: freshness.freshForSeconds,
    freshness_basis: freshness.basis,
  }));

/** A held value with the current one, on the wire. */
export const presentHeldReading = ({ target, metric, value, error, unit, at, taskId, because }: HeldReading) => ({
  target_type: target.kind,
  qid: target.id,
  metric,
  value,
  error: error ?? null,
  unit,
  measured_at: at,
  task_id: taskId ?? null,
  because,
  reason: gateWords(because),
});

/** A metric's history on one target on the wire. */
export const presentHistory = (
  subject: { target: TargetRecord; samples: readonly SampleRecord[]; completeUntil: string },
  metric: string,
) => ({
  chip_id: subject.target.chipId,
  qid: subject.target.id,
  metric_name: metric,
  username: subject.target.username,
  history: subject.samples.map((sample) => ({
    value: sample.value,
    error: sample.error ?? null,
    unit: sample.unit,
    faulty: sample.value === null,
    source: sample.source,
    execution_id: sample.executionId ?? '',
    task_id: sample.taskId ?? null,
    timestamp: sample.at,
    calibrated_at: sample.at,
    recorded_at: sample.recordedAt,
    recorded_by: sample.recordedBy,
    reason: sample.reason ?? '',
    name: null,
    input_parameters: null,
    output_parameters: null,
    excluded: sample.excluded ?? false,
    excluded_reason: sample.excludedReason ?? '',
    gate: sample.gate ? presentGateMark(sample.gate) : null,
  })),
  complete_until: subject.completeUntil,
});

const presentHealthMetric = ({ quantity, metric }: HealthMetric, limits: FreshnessLimits) => ({
  quantity,
  metric: metric.key,
  kind: metric.target,
  goal: metric.threshold.value,
  unit: metric.storedUnit,
  fresh_for_seconds: freshnessOf(metric, limits).freshForSeconds,
});

const presentCounted = (value: CountedValue) => ({
  target: value.target,
  metric: value.metric.metric.key,
  value: value.value,
  calibrated_at: value.at,
  age_seconds: value.ageSeconds,
  state: value.value === null ? ('faulty' as const) : value.isStale ? ('stale' as const) : ('fresh' as const),
  source: value.source ?? null,
  execution_id: value.executionId ?? null,
  task_id: value.taskId ?? null,
});

const presentQubitHealth = (health: QubitHealth) => ({
  health: health.health,
  limited_by: health.limitedBy,
  limiting_share: health.limitingShare,
  known: health.known,
  of: health.of,
  missing: health.missing,
  faulty: health.faulty,
  stale_share: health.staleShare,
  oldest_seconds: health.oldestSeconds,
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

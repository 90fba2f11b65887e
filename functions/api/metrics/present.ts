import type { ComparedSide, Difference, MetricShift } from '#shared/domain/differences/compared.ts';
import type { DifferenceTotals } from '#shared/domain/differences/totals.ts';
import type { CountedValue, QubitHealth } from '#shared/domain/health/chip-health.ts';
import type { HealthMetric } from '#shared/domain/health/quantities.ts';
import type { FreshnessHours } from '#shared/domain/metrics/fresh-for.ts';
import { gateWords } from '#shared/domain/metrics/gate-mark.ts';
import { median } from '#shared/domain/metrics/statistics.ts';
import { freshnessOf } from '#shared/domain/statistics/freshness.ts';
import { MOST_STEPS } from '#shared/domain/statistics/patch/best-patch.ts';
import type { SelectionMode } from '#shared/domain/statistics/range-value.ts';
import type { FoundSide } from '#shared/services/differences/sides.ts';
import type { ChipHealth } from '#shared/services/health/chip-health.ts';
import type { ChipPatch } from '#shared/services/health/chip-patch.ts';
import type { MetricCell, MetricCoverage, MetricTable } from '#shared/services/metrics/metric-table.ts';
import type { HeldReading } from '#shared/services/metrics/readings.ts';
import type { TargetRecord } from '#shared/store/chips/chips.ts';
import type { SampleRecord } from '#shared/store/metrics/samples.ts';
import { presentGateMark } from '../gate-mark.ts';
import { mapValues } from '../map-values.ts';

/** `stddev` is what QDash calls so: the stated error of the newest value, the deviation of averaged ones. */
const presentCell = (cell: MetricCell, mode: SelectionMode) => ({
  value: cell.value,
  stddev: { latest: cell.error ?? null, best: null, average: cell.spread }[mode],
  error: cell.error ?? null,
  n: cell.n,
  spread: cell.spread,
  standard_error: cell.standardError,
  luck: cell.luck,
  unit: cell.unit,
  source: cell.source ?? null,
  task_id: cell.taskId ?? null,
  execution_id: cell.executionId ?? null,
  calibrated_at: cell.at,
  age_seconds: cell.ageSeconds,
  state: cell.state,
});

/** metric -> target -> cell on the wire. */
export const presentTable = (table: MetricTable, mode: SelectionMode) =>
  mapValues(table, (cells) => mapValues(cells, (cell) => presentCell(cell, mode)));

/** metric -> coverage on the wire. */
export const presentCoverage = (coverage: Record<string, MetricCoverage>) =>
  mapValues(coverage, ({ triedUnequally, freshness, ...counts }) => ({
    ...counts,
    tried_unequally: triedUnequally,
    fresh_for_seconds: freshness.freshForSeconds,
    freshness_basis: freshness.basis,
  }));

/** A held value beside what counts, on the wire. */
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

const presentHealthMetric = ({ quantity, metric }: HealthMetric, hours: FreshnessHours | undefined) => ({
  quantity,
  metric: metric.key,
  kind: metric.target,
  goal: metric.threshold.value,
  unit: metric.storedUnit,
  fresh_for_seconds: freshnessOf(metric, hours).freshForSeconds,
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

const presentView = (view: Pick<ChipHealth, 'chip' | 'asOf' | 'startAt' | 'metrics'>, hours?: FreshnessHours) => ({
  chip_id: view.chip.chipId,
  as_of: view.asOf,
  start_at: view.startAt ?? null,
  metrics: view.metrics.map((metric) => presentHealthMetric(metric, hours)),
});

/** The health of a chip on the wire. */
export function presentHealth(found: ChipHealth, hours: FreshnessHours | undefined) {
  const known = found.qubits.flatMap(({ health }) => health.health ?? []);
  return {
    ...presentView(found, hours),
    median: median(known) ?? null,
    least: known.length > 0 ? Math.min(...known) : null,
    qubits: Object.fromEntries(found.qubits.map(({ qid, health }) => [qid, presentQubitHealth(health)])),
  };
}

/** The best patch of a chip on the wire. */
export const presentPatch = (found: ChipPatch, hours: FreshnessHours | undefined) => ({
  ...presentView(found, hours),
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

/** A side on the wire; what it is not is null. */
export function presentSide(side: FoundSide) {
  const none = { as_of: null, execution_id: null, cooldown_id: null, date: null, started_at: null, ended_at: null };
  switch (side.kind) {
    case 'instant':
      return { ...none, kind: 'instant', as_of: side.through };
    case 'day':
      return { ...none, kind: 'day', date: side.day.date };
    case 'execution': {
      const { executionId, startAt = null, endAt = null } = side.execution;
      return { ...none, kind: 'execution', execution_id: executionId, started_at: startAt, ended_at: endAt };
    }
    case 'cooldown': {
      const { cooldownId, startedAt, endedAt = null } = side.cooldown;
      return { ...none, kind: 'cooldown', cooldown_id: cooldownId, started_at: startedAt, ended_at: endedAt };
    }
  }
}

const presentValue = (side: ComparedSide) => ({
  value: side.value,
  unit: side.unit,
  error: side.error ?? null,
  at: side.at,
  n: side.n,
  days: side.window?.points ?? null,
  source: side.source ?? null,
  execution_id: side.executionId ?? null,
  task_id: side.taskId ?? null,
});

const presentScore = ({ z, p, q, verdict, basis, isEstablished, isMaterial }: NonNullable<Difference['judged']>) => ({
  ...{ z, p, q, verdict, basis },
  established: isEstablished,
  material: isMaterial,
});

/** A difference on the wire. */
export const presentDifference = (one: Difference) => ({
  kind: one.target.kind,
  target_id: one.target.id,
  metric: one.metric,
  presence: one.presence,
  before: one.before ? presentValue(one.before) : null,
  after: one.after ? presentValue(one.after) : null,
  change: one.change ?? null,
  relative_change: one.relativeChange ?? null,
  direction: one.direction ?? null,
  score: one.judged ? presentScore(one.judged) : null,
  not_scored: one.because ?? null,
});

/** What all targets of a metric share, on the wire. */
export const presentShift = ({ kind, metric, n, shift, error, relativeShift }: MetricShift) => ({
  ...{ kind, metric, n, shift, error },
  relative_shift: relativeShift ?? null,
});

/** Counts on the wire. */
export const presentTotals = ({ expectedByChance, settingsChanged, notScored, ...counts }: DifferenceTotals) => ({
  ...counts,
  expected_by_chance: expectedByChance,
  settings_changed: settingsChanged,
  not_scored: notScored as Record<string, number>,
});

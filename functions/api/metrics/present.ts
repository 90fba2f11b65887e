import type { SelectionMode } from '#shared/domain/statistics/range-value.ts';
import type { MetricCell, MetricCoverage, MetricTable } from '#shared/services/metrics/metric-table.ts';
import type { TargetRecord } from '#shared/store/chips/chips.ts';
import type { SampleRecord } from '#shared/store/metrics/samples.ts';
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
  })),
  complete_until: subject.completeUntil,
});

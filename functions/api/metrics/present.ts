import type { MetricCell, MetricTable } from '#shared/services/metrics/chip-metrics.ts';
import type { TargetRecord } from '#shared/store/chips/chips.ts';
import type { SampleRecord } from '#shared/store/metrics/samples.ts';
import { mapValues } from '../map-values.ts';

const presentCell = (cell: MetricCell) => ({
  value: cell.value,
  stddev: cell.error ?? null,
  unit: cell.unit,
  task_id: cell.taskId ?? null,
  execution_id: cell.executionId ?? null,
  calibrated_at: cell.at,
  age_seconds: cell.ageSeconds,
  state: cell.state,
});

/** metric -> target -> cell on the wire. */
export const presentTable = (table: MetricTable) => mapValues(table, (cells) => mapValues(cells, presentCell));

/** A metric's history on one target on the wire. */
export const presentHistory = (
  subject: { target: TargetRecord; samples: readonly SampleRecord[] },
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
});

import type { TargetRecord } from '#shared/chips/store/chips.ts';
import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { gateMark } from '#shared/values/contract/schemas/gate-mark.ts';
import { heldCell, metricCoverage, metricHistoryItem } from '#shared/values/contract/schemas/metrics.ts';
import { type GateMark, gateWords } from '#shared/values/rules/gate-mark.ts';
import type { LeftOut } from '#shared/values/rules/units/one-unit.ts';
import { openQuantity } from '#shared/values/rules/units/quantity.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import type { MetricCell, MetricCoverage, MetricTable } from '#shared/values/verbs/metric-table.ts';
import type { HeldReading } from '#shared/values/verbs/readings.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';

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
  mapValues(coverage, (counts) =>
    present(metricCoverage, counts, {
      left_out: counts.leftOut.map(presentLeftOut),
      fresh_for_seconds: counts.freshness.freshForSeconds,
      freshness_basis: counts.freshness.basis,
    }),
  );

/** What the write gate says of a value on the wire. */
export const presentGateMark = (mark: GateMark) =>
  present(gateMark, mark, {
    reason: gateWords(mark.because),
    history_points: mark.points,
    decision_reason: mark.reason ?? '',
  });

/** A held value with the current one, on the wire. */
export const presentHeldReading = (held: HeldReading) =>
  present(heldCell, held, {
    target_type: held.target.kind,
    qid: held.target.id,
    measured_at: held.at,
    reason: gateWords(held.because),
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
  history: subject.samples.map((sample) =>
    present(metricHistoryItem, sample, {
      faulty: sample.value === null,
      execution_id: sample.executionId ?? '',
      timestamp: sample.at,
      calibrated_at: sample.at,
      reason: sample.reason ?? '',
      name: null,
      input_parameters: null,
      output_parameters: null,
      excluded: sample.excluded ?? false,
      excluded_reason: sample.excludedReason ?? '',
      gate: sample.gate && presentGateMark(sample.gate),
    }),
  ),
  complete_until: subject.completeUntil,
});

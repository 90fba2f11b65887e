import * as z from 'zod';
import { SELECTION_MODES } from '#shared/statistics/rules/selection-mode.ts';
import { byElementKind, completeUntil, instant, targetKind } from '../../../api/schemas/common.ts';
import { gateMark } from './gate-mark.ts';

/** Wire shapes of the dashboard's metrics (rule QDASH-8). */

/** One cell: a value with its age, or a faulty mark. A missing target has no cell. */
export const metricCell = z
  .object({
    value: z.number().nullable(),
    stddev: z.number().nullable().meta({
      description:
        'The stated error of the newest value, the sample standard deviation of averaged ones, null of the best',
    }),
    error: z.number().nullable().meta({ description: 'What the value itself states; null of an average' }),
    n: z.int().meta({ description: 'Values that it was taken from; 1 where the newest alone was looked at' }),
    left_out: z.int().optional().meta({
      description:
        'Values of the window in units that do not convert into `unit`: they are not among the `n`. Absent for none',
    }),
    spread: z.number().nullable().meta({ description: 'Sample standard deviation of the `n` values' }),
    standard_error: z.number().nullable().meta({
      description:
        'Of an average, from blocks of five days, since neighbouring days are alike; null for fewer than four',
    }),
    luck: z.number().nullable().meta({
      description: 'By what share the best of `n` values is lifted by luck alone: 0.36 for 36 %; null where not known',
    }),
    unit: z.string(),
    source: z.string().nullable().meta({
      description: '`import`, `manual` or a calibration `task`; null of an average and of a current faulty mark',
    }),
    task_id: z.string().nullable(),
    execution_id: z.string().nullable(),
    calibrated_at: instant,
    age_seconds: z.number(),
    state: z.enum(['fresh', 'stale', 'faulty']),
  })
  .meta({ id: 'MetricCell' });

const byTarget = z.record(z.string(), metricCell);

/** Targets whose value takes part in no number of a metric. */
export const leftOutOfUnit = z.array(
  z
    .object({
      target_id: z.string(),
      unit: z.string().meta({ description: 'The unit that it has' }),
      because: z.enum(['unit_of_another_kind', 'no_value_in_unit', 'impossible_value']),
      reason: z.string(),
    })
    .meta({ id: 'LeftOutOfUnit' }),
);

/** How many targets of a metric are in which state; the five add up: total = fresh + stale + faulty + missing. */
export const metricCoverage = z.object({
  total: z.int(),
  fresh: z.int(),
  stale: z.int(),
  faulty: z.int(),
  missing: z.int(),
  share: z.number().meta({ description: 'Targets with a value, 0 to 1' }),
  unit: z.string().meta({ description: 'That of `median`, `min` and `max`; empty for a plain number' }),
  left_out: leftOutOfUnit.meta({ description: 'Targets that `median`, `min` and `max` are without' }),
  median: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  tried_unequally: z.boolean().meta({
    description: 'One target has more than twice as many values as another: their best values do not compare',
  }),
  meets_threshold: z.int().nullable().meta({
    description:
      'Targets whose value meets the threshold of the metric; null where it has none, or neither end is good',
  }),
  fresh_for_seconds: z.int().meta({ description: 'A value older than this is stale' }),
  freshness_basis: z.string().meta({
    description:
      'Why: set by the `project`, learned from the values of the chip (`horizon`), or the `default` of the catalogue',
  }),
});

const medianChanges = z.record(
  z.string(),
  z
    .object({
      before: z.number().meta({ description: 'Median of the earlier view' }),
      after: z.number().meta({ description: 'Median of this view' }),
      unit: z.string(),
      n: z.int().meta({ description: 'Targets with a value in both views: both medians are of these' }),
    })
    .meta({ id: 'MedianChange' }),
);

/** A held value, shown with the current one. */
export const heldCell = z
  .object({
    target_type: targetKind,
    qid: z.string(),
    metric: z.string(),
    value: z.number(),
    error: z.number().nullable(),
    unit: z.string(),
    measured_at: instant,
    task_id: z.string().nullable(),
    because: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'HeldCell' });

export const chipMetrics = z
  .object({
    chip_id: z.string(),
    username: z.string(),
    qubit_count: z.int(),
    coupling_count: z.int(),
    topology_id: z.string().nullable(),
    selection_mode: z.enum(SELECTION_MODES),
    within_hours: z.int().nullable(),
    start_at: instant.nullable(),
    end_at: instant.nullable(),
    cooldown_id: z.string().nullable(),
    as_of: instant.meta({ description: 'The instant that ages are counted from' }),
    newest_at: instant.nullable().meta({ description: 'When the newest of all values in the window was measured' }),
    qubit_metrics: z.record(z.string(), byTarget),
    coupling_metrics: z.record(z.string(), byTarget),
    held_values: z.array(heldCell).meta({
      description: 'What the write gate holds and is newer than what counts; of the present newest values only',
    }),
    qubit_coverage: z.record(z.string(), metricCoverage),
    coupling_coverage: z.record(z.string(), metricCoverage),
    median_changes: z
      .object({ qubit: medianChanges, coupling: medianChanges })
      .nullable()
      .meta({ description: 'Null unless `before_as_of` is given; a metric without a shared target is not there' }),
    element_metrics: byElementKind(z.record(z.string(), byTarget)),
    element_coverage: byElementKind(z.record(z.string(), metricCoverage)),
  })
  .meta({ id: 'ChipMetrics' });

const dayMedians = z.record(
  z.string(),
  z.array(
    z
      .object({
        median: z.number().nullable().meta({ description: 'Null where no target had a value' }),
        unit: z.string().meta({ description: 'That of `median`; empty for a plain number' }),
        present: z.int().meta({ description: 'How many targets it is of' }),
        left_out: z.int().meta({ description: 'Targets whose value is in a unit that does not convert' }),
        measured: z.int().meta({ description: 'How many of these had been measured on that day' }),
      })
      .meta({ id: 'DayMedian' }),
  ),
);

export const chipMedians = z
  .object({
    chip_id: z.string(),
    timezone: z.string(),
    days: z
      .array(z.object({ date: z.iso.date(), as_of: instant.meta({ description: 'The end of the day' }) }))
      .meta({ description: 'The last days that are over, the oldest first; each metric has a median of each of them' }),
    qubit_metrics: dayMedians,
    coupling_metrics: dayMedians,
  })
  .meta({ id: 'ChipMedians' });

const range = z.object({ min: z.number(), max: z.number(), step: z.number() });

/** One entry of the catalogue. */
export const metricDefinition = z
  .object({
    title: z.string(),
    target: z.enum(['qubit', 'coupling']),
    unit: z.string().meta({ description: 'Unit shown; shown value = stored value x scale' }),
    scale: z.number(),
    stored_unit: z.string(),
    description: z.string(),
    evaluation: z.object({ mode: z.enum(['maximize', 'minimize', 'none']) }),
    threshold: z.object({ value: z.number(), range }).nullable(),
    error_rate_range: range.nullable(),
    draw_as_error: z.boolean().meta({ description: 'Drawn as error 1 - value on a logarithmic axis' }),
    fresh_for_seconds: z.int().meta({
      description:
        'A value older than this is stale, as the project of the request has set it; the coverage of a chip says if it differs there',
    }),
  })
  .meta({ id: 'MetricDefinition' });

/** The catalogue as QDash's clients read it. */
export const metricsConfig = z
  .object({
    qubit_metrics: z.record(z.string(), metricDefinition),
    coupling_metrics: z.record(z.string(), metricDefinition),
    color_scale: z.object({ name: z.string(), colors: z.array(z.string()) }),
    cdf_groups: z.object({
      qubit: z.array(z.object({ id: z.string(), title: z.string(), unit: z.string(), metrics: z.array(z.string()) })),
      coupling: z.array(
        z.object({ id: z.string(), title: z.string(), unit: z.string(), metrics: z.array(z.string()) }),
      ),
    }),
  })
  .meta({ id: 'MetricsConfig' });

/** One point of a metric's history. */
export const metricHistoryItem = z
  .object({
    value: z.number().nullable(),
    error: z.number().nullable(),
    unit: z.string(),
    faulty: z.boolean(),
    source: z.string(),
    execution_id: z.string(),
    task_id: z.string().nullable(),
    timestamp: instant,
    calibrated_at: instant,
    recorded_at: instant.meta({ description: 'When the service learnt of the value' }),
    recorded_by: z.string(),
    reason: z.string(),
    name: z.string().nullable(),
    input_parameters: z.record(z.string(), z.unknown()).nullable(),
    output_parameters: z.record(z.string(), z.unknown()).nullable(),
    excluded: z.boolean(),
    excluded_reason: z.string(),
    gate: gateMark.nullable().meta({ description: 'What the write gate says of it; null for nothing' }),
  })
  .meta({ id: 'MetricHistoryItem' });

/** A metric's history on one target, newest first. */
export const metricHistory = z
  .object({
    chip_id: z.string(),
    qid: z.string(),
    metric_name: z.string(),
    username: z.string(),
    history: z.array(metricHistoryItem),
    complete_until: completeUntil('Every point that was written'),
  })
  .meta({ id: 'MetricHistory' });

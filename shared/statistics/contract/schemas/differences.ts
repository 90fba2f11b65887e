import * as z from 'zod';
import { instant, targetKind } from '../../../api/schemas/common.ts';

/** Wire shapes of the differences between two sides of a chip (rules DIFF-1 to DIFF-9). */

const side = z
  .object({
    kind: z.string().meta({ description: '`instant`, `execution`, `cooldown` or `day`' }),
    as_of: instant.nullable().meta({ description: 'Of an instant' }),
    execution_id: z.string().nullable(),
    cooldown_id: z.string().nullable(),
    date: z.string().nullable().meta({ description: 'Of a day, `YYYYMMDD`' }),
    started_at: instant.nullable().meta({ description: 'Of an execution or a cool-down' }),
    ended_at: instant.nullable().meta({ description: 'Null while it goes on' }),
  })
  .meta({ id: 'DifferenceSide' });

/** What one side has of a metric on a target. */
export const sideValue = z
  .object({
    value: z.number().nullable().meta({ description: 'Null where it is faulty; of several days their median' }),
    unit: z.string(),
    error: z.number().nullable().meta({ description: 'What the value itself states; null of a median' }),
    at: instant.meta({ description: 'When it was measured; of several values, when the newest was' }),
    n: z.int().meta({ description: 'Values that it was taken from; 0 of a faulty mark' }),
    days: z.int().nullable().meta({ description: 'Days with usable values, of an execution or a cool-down' }),
    source: z.string().nullable(),
    execution_id: z.string().nullable(),
    task_id: z.string().nullable(),
    held: z.boolean().meta({ description: 'The write gate holds it: it waits to be accepted' }),
  })
  .meta({ id: 'DifferenceValue' });

/** A change measured against natural fluctuation. */
export const score = z
  .object({
    z: z.number().meta({
      description:
        'Standard normal where nothing has changed; above 0 is better where an end is good, else higher. From 3 on a change is notable.',
    }),
    p: z.number().meta({ description: 'Two-sided' }),
    q: z.number().meta({ description: 'The least share of false findings in the view at which it would be a finding' }),
    verdict: z.string().meta({ description: '`within_fluctuation`, `possible` from 2 on, `notable` from 3 on' }),
    established: z.boolean().meta({ description: '`q` is at most 0.05' }),
    material: z.boolean().meta({ description: 'Large enough to matter to anybody' }),
    basis: z.string().meta({
      description:
        'What it was judged by: the `history` of the series, the chip (`pooled`), the kind of metric (`default`), or what its neighbours did (`cross_section`)',
    }),
  })
  .meta({ id: 'DifferenceScore' });

export const difference = z
  .object({
    kind: targetKind,
    target_id: z.string(),
    metric: z.string(),
    presence: z.string().meta({ description: '`both`, `appeared` or `vanished`' }),
    before: sideValue.nullable(),
    after: sideValue.nullable(),
    change: z.number().nullable().meta({ description: '`after` less `before`, in their unit' }),
    relative_change: z.number().nullable().meta({
      description: 'Of a coherence time, of the error 1 - F of a fidelity, or of an amplitude: 0.1 for 10 % more',
    }),
    direction: z.string().nullable().meta({
      description: '`better`, `worse`, `higher`, `lower` or `same` by the score, of a setting by its value; else null',
    }),
    score: score.nullable(),
    not_scored: z.string().nullable().meta({
      description:
        'Why there is no score: `same_sample`, `faulty`, `held`, `repeat`, `unit_differs`, `sign_differs`, `at_bound`, `setting`, `too_close_in_time`, `too_few_points`, or `double` of another metric with the same numbers',
    }),
  })
  .meta({ id: 'Difference' });

export const differenceTotals = z
  .object({
    compared: z.int().meta({ description: 'Metrics on targets that both sides have' }),
    scored: z.int(),
    notable: z.int().meta({ description: 'Scored 3 or more' }),
    better: z.int().meta({ description: 'Of the notable ones' }),
    worse: z.int().meta({ description: 'Of the notable ones' }),
    possible: z.int().meta({ description: 'Scored from 2 to below 3' }),
    established: z.int(),
    expected_by_chance: z.number().meta({ description: 'Notable ones to expect where nothing has changed' }),
    became_faulty: z
      .array(z.object({ kind: targetKind, metric: z.string(), count: z.int() }))
      .meta({ description: 'What had a value and is faulty now, by metric, the most first' }),
    settings_changed: z.int(),
    appeared: z.int(),
    vanished: z.int(),
    not_scored: z.record(z.string(), z.int()).meta({ description: 'Compared and not scored, by the reason' }),
  })
  .meta({ id: 'DifferenceTotals' });

export const metricShift = z
  .object({
    kind: targetKind,
    metric: z.string(),
    n: z.int().meta({ description: 'Targets that both sides have' }),
    shift: z.number().meta({
      description:
        'Median change on the scale of the metric: ln of a coherence time or amplitude, logit of the error of a fidelity, kHz',
    }),
    error: z.number().meta({ description: 'Standard error of the median' }),
    relative_shift: z.number().nullable().meta({ description: 'As `relative_change`; null where the scale is linear' }),
  })
  .meta({ id: 'MetricShift' });

export const chipDifferences = z
  .object({
    chip_id: z.string(),
    before: side,
    after: side,
    totals: differenceTotals,
    shifts: z
      .array(metricShift)
      .meta({ description: 'What a whole chip has moved by, of metrics on 20 targets or more' }),
    differences: z.array(difference),
    total: z.int().meta({ description: 'All that are listed, over every page' }),
    skip: z.int(),
    limit: z.int(),
  })
  .meta({ id: 'ChipDifferences' });

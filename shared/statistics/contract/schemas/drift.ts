import * as z from 'zod';
import { completeUntil, instant, instantInput, metricKey, targetKind } from '../../../api/schemas/common.ts';

/** Wire shapes of drift alerts (rules DRIFT-1 to DRIFT-7). */

const day = z.string().meta({ format: 'date', example: '2026-11-22', description: 'A day in UTC' });

const mute = z
  .object({
    metric: z.string().nullable().meta({ description: 'Null for every metric of the target' }),
    target_id: z.string().nullable().meta({ description: 'Null for every target of the metric' }),
    until: instant,
    muted_by: z.string(),
    muted_at: instant,
    reason: z.string(),
  })
  .meta({ id: 'DriftMute' });

const acknowledgement = z
  .object({
    acknowledged_by: z.string(),
    acknowledged_at: instant,
    reason: z.string(),
    accepts_level: z.boolean().meta({ description: 'The reference began anew with the next day' }),
  })
  .meta({ id: 'DriftAcknowledgement' });

/** A series that has drifted. */
export const driftAlert = z
  .object({
    metric: z.string(),
    kind: targetKind,
    target_id: z.string().nullable().meta({
      description: 'Null where a fifth of the targets, five at least, moved within two days: one alert of the chip',
    }),
    targets: z.array(z.string()).meta({ description: 'Whose values moved' }),
    state: z.string().meta({ description: '`alert`, `watch` or `ended`' }),
    since: day.meta({ description: 'Since when values are worse' }),
    raised_on: day.nullable().meta({ description: 'Null of what is only watched' }),
    ended_on: day.nullable(),
    ended_by: z.string().nullable().meta({
      description: '`recovered` after three good days, `settled` after 30 or when an editor accepted the level',
    }),
    from: z.number().meta({ description: 'Median of the reference' }),
    to: z.number().meta({ description: 'Median since then, as the alert was raised' }),
    unit: z.string(),
    points: z.int().meta({ description: 'Days with values that it was raised for' }),
    last_day: day.meta({ description: 'The newest day with a value' }),
    latest: z
      .object({
        value: z.number().nullable(),
        unit: z.string(),
        error: z.number().nullable(),
        measured_at: instant,
        held: z.boolean().meta({ description: 'The write gate holds it' }),
      })
      .meta({ id: 'DriftLatest' })
      .nullable()
      .meta({
        description:
          'The newest value of the series, which may be newer than `last_day`; null for an alert of several targets, and for a faulty mark',
      }),
    mute: mute.nullable(),
    acknowledgement: acknowledgement.nullable(),
  })
  .meta({ id: 'DriftAlert' });

/** How often a metric raises an alert where nothing has changed. */
export const driftExpectation = z
  .object({
    metric: z.string(),
    kind: targetKind,
    threshold: z.number().meta({ description: 'The sum at which an alert is raised' }),
    followed: z.int().meta({ description: 'Series with a reference' }),
    gathering: z.int().meta({ description: 'Series that have too few days for one' }),
    expected_false_alerts_per_week: z.number(),
    basis: z.string().meta({
      description: '`replay` of so many weeks of the chip, or `simulation` where it has too few weeks or series',
    }),
    replayed_weeks: z.number(),
  })
  .meta({ id: 'DriftExpectation' });

export const chipDrift = z
  .object({
    chip_id: z.string(),
    as_of: instant,
    alerts: z.object({
      total: z.int().meta({ description: 'All that match' }),
      items: z.array(driftAlert),
    }),
    counts: z.object({ alert: z.int(), watch: z.int(), ended: z.int(), muted: z.int(), acknowledged: z.int() }).meta({
      description:
        'Of all alerts of the chip, whatever the list has; muted and acknowledged are counted among active ones',
    }),
    expected_false_alerts_per_week: z.number().meta({
      description: 'Alerts that the chip is expected to raise in a week though nothing has changed',
    }),
    raised_this_week: z.int(),
    false_share: z.number().nullable().meta({
      description: 'The share of those that is expected to be false, at most 1; null without any',
    }),
    metrics: z.array(driftExpectation),
    mutes: z.array(mute),
    complete_until: completeUntil('Every day that was over'),
  })
  .meta({ id: 'ChipDrift' });

const reason = z.string().min(1).max(200);

export const acknowledgeDriftBody = z
  .object({
    metric: metricKey,
    target_id: z.string().min(1).max(600).optional().meta({ description: 'All targets when absent' }),
    reason,
    accept_level: z.boolean().default(false).meta({
      description: 'The level is as it is to be: the reference begins anew with the next day that has a value',
    }),
  })
  .meta({ id: 'AcknowledgeDrift' });

export const acknowledgedDrift = z
  .object({ acknowledged: z.int().meta({ description: 'Alerts and watches that this is of' }) })
  .meta({ id: 'AcknowledgedDrift' });

export const muteDriftBody = z
  .object({
    metric: metricKey.optional(),
    target_id: z.string().min(1).max(600).optional(),
    until: instantInput,
    reason,
  })
  .meta({ id: 'MuteDrift' });

export const driftMute = mute;

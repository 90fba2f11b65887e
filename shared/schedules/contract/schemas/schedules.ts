import * as z from 'zod';
import { CRON_MAX_LENGTH, cronProblem, trimmedCron } from '#shared/schedules/rules/cron.ts';
import { instant, timeZone } from '../../../api/schemas/common.ts';
import { storedParameters } from '../../../values/contract/schemas/parameters.ts';

/** Wire shapes of schedules and of the start that waits for the lock. */

/** A schedule's id. */
export const scheduleId = z.uuid().meta({ example: '7d3f2c1a-9b61-5f0e-8a55-2f6d0c9b1e42' });

const map = z.record(z.string(), z.unknown());

const cron = z
  .string()
  .superRefine((text, context) => {
    const message = cronProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .transform(trimmedCron)
  .meta({
    override: { type: 'string', maxLength: CRON_MAX_LENGTH },
    description: 'Five fields: minute, hour, day-of-month, month, day-of-week; one of the two day fields is `*`',
    example: '30 6 * * 1-5',
  });

const timezone = timeZone.meta({
  description: 'IANA name; the zone of the calendar of the service where absent',
});

const scheduledTime = z
  .string()
  .max(40)
  .meta({ description: 'ISO 8601; one without an offset is a time of `timezone`', example: '2026-03-01T06:30:00' });

/** When a flow is to be started: by a cron expression, or once. */
export const scheduleFlowBody = z
  .object({
    cron: cron.nullish(),
    scheduled_time: scheduledTime.nullish(),
    parameters: storedParameters.nullish(),
    active: z.boolean().default(true),
    timezone: timezone.nullish(),
  })
  .superRefine(({ cron: expression, scheduled_time: time }, context) => {
    const given = [expression, time].filter((value) => value !== undefined && value !== null).length;
    if (given === 0)
      context.addIssue({ code: 'custom', message: "Either 'cron' or 'scheduled_time' must be provided" });
    if (given === 2) context.addIssue({ code: 'custom', message: "Cannot provide both 'cron' and 'scheduled_time'" });
  })
  .meta({ id: 'ScheduleFlow' });

/** What is to change; an absent field or null leaves the schedule as it is. */
export const updateScheduleBody = z
  .object({
    active: z.boolean().nullish().meta({ description: '`false` pauses it' }),
    cron: cron.nullish(),
    scheduled_time: scheduledTime.nullish(),
    parameters: storedParameters.nullish().meta({ description: 'Replaces all parameters' }),
    timezone: timezone.nullish(),
  })
  .meta({ id: 'UpdateSchedule' });

/** The outcome of a firing. */
export const firingOutcome = z.enum(['started', 'skipped', 'failed']);

const firingFields = {
  scheduled_time: instant.meta({ description: 'The planned time' }),
  at: instant.meta({ description: 'When the outcome was recorded' }),
  outcome: firingOutcome,
  reason: z.enum(['late', 'locked', 'not-a-member', 'flow', 'start']).nullable().meta({
    description:
      'Null when it started; `late`: more than five minutes; `locked`: another run was active; `not-a-member`: its creator may no longer start runs; `flow`: the flow or its parameters; `start`: the run could not be started',
  }),
  message: z.string().meta({ description: 'The reason as a sentence' }),
  execution_id: z.string().nullable().meta({ description: 'The run that it started, or the run that was active' }),
};

export const scheduleFiring = z.object(firingFields).meta({ id: 'ScheduleFiring' });

const fields = {
  schedule_id: z.string(),
  flow_name: z.string(),
  schedule_type: z.enum(['cron', 'one-time']),
  cron: z.string().nullable(),
  scheduled_time: instant.nullable().meta({ description: 'Of a one-time schedule' }),
  timezone: z.string(),
  next_run: instant.nullable().meta({ description: 'Null when it is paused or done' }),
  active: z.boolean(),
  parameters: map,
  created_by: z.string().meta({ description: 'The user as whom it starts runs' }),
  created_at: instant,
  updated_by: z.string(),
  updated_at: instant,
  last_firing: scheduleFiring.nullable(),
};

export const flowSchedule = z.object(fields).meta({ id: 'FlowSchedule' });

/** The schedule that was made or changed, as it is now. */
export const scheduledFlow = z.object({ ...fields, message: z.string() }).meta({ id: 'ScheduledFlow' });

export const deletedSchedule = z
  .object({ message: z.string(), schedule_id: z.string(), schedule_type: z.enum(['cron', 'one-time']) })
  .meta({ id: 'DeletedSchedule' });

/** A cron expression to look over before it is saved. */
export const previewScheduleBody = z
  .object({ cron, timezone: timezone.nullish(), count: z.int().min(1).max(50).default(5) })
  .meta({ id: 'PreviewSchedule' });

/** When a cron expression fires next. */
export const schedulePreview = z
  .object({ cron: z.string(), timezone: z.string(), next_runs: z.array(instant) })
  .meta({ id: 'SchedulePreview' });

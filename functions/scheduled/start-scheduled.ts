import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { meteredCall } from '#shared/limits/verbs/metered-call.ts';
import type { ScheduleFiring } from '#shared/schedules/scheduling/port.ts';
import { fireSchedule } from '#shared/schedules/verbs/fire-schedule.ts';
import { orchestrated, scheduling } from '../ports.ts';
import { contextOf, runtime } from '../runtime.ts';

const deliverySchema: z.ZodType<ScheduleFiring> = z.object({
  project_id: z.string().min(1),
  schedule_id: z.uuid(),
  scheduled_time: z.iso.datetime({ offset: true }),
});

/** The target of schedules: starts the flow whose time has come. What it throws is delivered again. */
export async function handler(event: unknown): Promise<void> {
  const { project_id, schedule_id, scheduled_time } = deliverySchema.parse(event);
  const ctx = scheduling(orchestrated(contextOf(runtime(), randomUUID())));
  const firing = { projectId: project_id, scheduleId: schedule_id, scheduledTime: scheduled_time };
  await meteredCall(ctx, (forProject) => forProject(project_id, () => fireSchedule(ctx, firing)));
}

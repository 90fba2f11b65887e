import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { SchedulerConfig } from '../../kernel/config.ts';
import { DELIVERED_WITHIN_SECONDS } from '../rules/schedule.ts';
import { atExpression, cronExpression } from '../rules/scheduler-expression.ts';
import type { ScheduleEntry, ScheduleFiring, Scheduler } from './port.ts';

/** EventBridge Scheduler replaces this with the time (its user guide, "Adding context attributes"). */
const scheduledTime = '<aws.scheduler.scheduled-time>';

/**
 * Schedules in EventBridge Scheduler, each under its own id in a group of ours. Without a target every call fails. A
 * one-time schedule is deleted there after it has fired.
 */
export function eventBridgeScheduler(
  target: SchedulerConfig | undefined,
  client: SchedulerClient = new SchedulerClient({}),
): Scheduler {
  const known = () => {
    if (!target) throw new Error('SCHEDULE_GROUP is not set: no schedule can be reached');
    return target;
  };
  return {
    async put(entry) {
      const input = scheduleInput(entry, known());
      try {
        await client.send(new CreateScheduleCommand(input));
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
        await client.send(new UpdateScheduleCommand(input));
      }
    },
    async remove(scheduleId) {
      try {
        await client.send(new DeleteScheduleCommand({ Name: scheduleId, GroupName: known().groupName }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

function scheduleInput(entry: ScheduleEntry, target: SchedulerConfig): CreateScheduleCommandInput {
  const { projectId, scheduleId, cron, scheduledTime: at = '', timeZone } = entry;
  // A single time is known beforehand.
  const time = cron === undefined ? at : scheduledTime;
  const firing: ScheduleFiring = { project_id: projectId, schedule_id: scheduleId, scheduled_time: time };
  return {
    Name: scheduleId,
    GroupName: target.groupName,
    // Many schedules fire at the full hour; a single time was chosen for its minute.
    FlexibleTimeWindow: cron === undefined ? { Mode: 'OFF' } : { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1 },
    ...(cron === undefined
      ? { ScheduleExpression: atExpression(at), ScheduleExpressionTimezone: 'UTC', ActionAfterCompletion: 'DELETE' }
      : {
          ScheduleExpression: cronExpression(cron),
          ScheduleExpressionTimezone: timeZone,
          ActionAfterCompletion: 'NONE',
        }),
    Target: {
      Arn: target.functionArn,
      RoleArn: target.roleArn,
      Input: JSON.stringify(firing),
      RetryPolicy: { MaximumEventAgeInSeconds: DELIVERED_WITHIN_SECONDS, MaximumRetryAttempts: 30 },
      DeadLetterConfig: { Arn: target.deadLetterArn },
    },
  };
}

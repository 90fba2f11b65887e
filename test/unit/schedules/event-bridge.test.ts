import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eventBridgeScheduler } from '#shared/schedules/scheduling/event-bridge.ts';

const target = {
  groupName: 'fiducial-test-schedules',
  functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:target',
  roleArn: 'arn:aws:iam::000000000000:role/scheduler',
  deadLetterArn: 'arn:aws:sqs:eu-central-1:000000000000:dead',
};
const client = mockClient(SchedulerClient);
const scheduler = eventBridgeScheduler(target, new SchedulerClient({ region: 'eu-central-1' }));
/** The input of the n-th request to the service. */
const sent = (n: number) => client.call(n).args[0].input as CreateScheduleCommandInput;
const cron = { projectId: 'p', scheduleId: 's', cron: '30 6 * * 1-5', timeZone: 'Europe/Berlin' };
const metadata = { $metadata: {}, message: 'no' };
beforeEach(() => {
  client.reset();
});
afterAll(() => client.restore());

describe('EventBridge Scheduler', () => {
  it('EventBridge is told of a schedule under its id, which hands the time of the firing to the target', async () => {
    await scheduler.put(cron);
    const { Target, ...input } = sent(0);
    expect(input).toEqual({
      Name: 's',
      GroupName: target.groupName,
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1 },
      ScheduleExpression: 'cron(30 6 ? * MON-FRI *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      ActionAfterCompletion: 'NONE',
    });
    expect(Target).toMatchObject({
      Arn: target.functionArn,
      RoleArn: target.roleArn,
      // One that comes late has to come, so that it is seen to be skipped.
      RetryPolicy: { MaximumEventAgeInSeconds: 3600 },
      DeadLetterConfig: { Arn: target.deadLetterArn },
    });
    expect(JSON.parse(Target?.Input ?? '')).toEqual({
      project_id: 'p',
      schedule_id: 's',
      scheduled_time: '<aws.scheduler.scheduled-time>',
    });
  });

  it('EventBridge is told of a single time in UTC, which it hands on, and forgets it when that has passed', async () => {
    await scheduler.put({ ...cron, cron: undefined, scheduledTime: '2026-03-01T06:30:15.000Z' });
    expect(sent(0)).toMatchObject({
      FlexibleTimeWindow: { Mode: 'OFF' },
      ScheduleExpression: 'at(2026-03-01T06:30:15)',
      ScheduleExpressionTimezone: 'UTC',
      ActionAfterCompletion: 'DELETE',
    });
    const { Target } = sent(0);
    expect(JSON.parse(Target?.Input ?? '')).toMatchObject({ scheduled_time: '2026-03-01T06:30:15.000Z' });
  });

  it('EventBridge replaces a schedule that it knows already', async () => {
    client.on(CreateScheduleCommand).rejects(new ConflictException({ ...metadata, Message: 'no' }));
    await scheduler.put(cron);
    expect(client.commandCalls(UpdateScheduleCommand)).toHaveLength(1);
    expect(sent(1)).toEqual(sent(0));
  });

  it('removing a schedule that EventBridge does not know is not a fault, any other failure is', async () => {
    client
      .on(DeleteScheduleCommand)
      .rejectsOnce(new ResourceNotFoundException({ ...metadata, Message: 'no' }))
      .rejectsOnce(new Error('down'));
    await scheduler.remove('s');
    await expect(scheduler.remove('s')).rejects.toThrow('down');
  });

  it('EventBridge is not reached where the configuration names none', async () => {
    await expect(eventBridgeScheduler(undefined).put(cron)).rejects.toThrow('SCHEDULE_GROUP is not set');
  });
});

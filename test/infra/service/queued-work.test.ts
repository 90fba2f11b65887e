import { describe, expect, it } from 'vitest';
import { groups } from '#shared/api/routes.ts';
import { leaseSeconds } from '#shared/chips/verbs/jobs/jobs.ts';
import { deliveryTimeoutSeconds, sweepTimeoutSeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { functionRoles } from '../roles.ts';
import { queueMappings, resourcesOf, synthesize } from '../synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });

describe('the queues of work', () => {
  it.each([
    ['Sweep', 50, sweepTimeoutSeconds],
    ['Deliver', 20, deliveryTimeoutSeconds],
  ] as const)(
    'the function %s is called with the messages that it puts into its own queue',
    (name, ceiling, timeout) => {
      const [[queueId, queue] = []] = Object.entries(resourcesOf(service, 'AWS::SQS::Queue')).filter(([id]) =>
        id.startsWith(name),
      );
      const arn = { 'Fn::GetAtt': [queueId, 'Arn'] };
      const [mapping] = queueMappings(service).filter(
        ({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0] === queueId,
      );
      expect(mapping).toMatchObject({
        EventSourceArn: arn,
        FunctionName: { Ref: expect.stringMatching(`^${name}Function`) },
        BatchSize: 5,
        ScalingConfig: { MaximumConcurrency: ceiling },
        // A message that fails is delivered again alone.
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      expect(queue?.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 3600 });
      expect(queue?.Properties.VisibilityTimeout).toBeGreaterThan(timeout);
      const [role] = functionRoles(service).filter(({ logicalId }) => logicalId.startsWith(`${name}Function`));
      expect(role?.environment.WORK_QUEUE_URL).toEqual({ Ref: queueId });
      expect(role?.statements).toContainEqual(
        expect.objectContaining({
          actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:SendMessage'],
          resources: [arn],
        }),
      );
    },
  );

  it('a message that fails three times ends in one encrypted queue, as do clocks that cannot be delivered', () => {
    const queues = resourcesOf(service, 'AWS::SQS::Queue');
    const targets = Object.values(queues).flatMap(({ Properties }) => Properties.RedrivePolicy ?? []);
    const [id] = Object.keys(queues).filter((one) => one.startsWith('WorkDeadLetters'));
    const arn = { 'Fn::GetAtt': [id, 'Arn'] };
    expect(targets).toEqual(Array.from({ length: 2 }, () => ({ deadLetterTargetArn: arn, maxReceiveCount: 3 })));
    expect(queues[id ?? '']?.Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
  });

  it('no other function may use these queues', () => {
    const users = functionRoles(service).filter(({ statements }) =>
      statements.some(({ actions }) => actions.includes('sqs:ReceiveMessage')),
    );
    expect(users.map(({ logicalId }) => logicalId.replace(/Function.*/, '')).sort()).toEqual(['Deliver', 'Sweep']);
  });
});

describe('the sweep', () => {
  /** What the template has of a type below the construct of the sweep. */
  const ofSweep = (type: string) => Object.entries(resourcesOf(service, type)).filter(([id]) => id.startsWith('Sweep'));

  it('the sweep runs every five minutes; what cannot be delivered or fails ends in one encrypted queue', () => {
    const [queueId] = Object.keys(resourcesOf(service, 'AWS::SQS::Queue')).filter((id) =>
      id.startsWith('WorkDeadLetters'),
    );
    const arn = { 'Fn::GetAtt': [queueId, 'Arn'] };
    const [[, rule] = []] = ofSweep('AWS::Events::Rule');
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED' });
    expect(rule?.Properties.Targets).toHaveLength(1);
    expect(rule?.Properties.Targets[0].DeadLetterConfig.Arn).toEqual(arn);
    const [[, invoke] = []] = ofSweep('AWS::Lambda::EventInvokeConfig');
    expect(invoke?.Properties.DestinationConfig.OnFailure.Destination).toEqual(arn);
    expect(rule?.Properties.Targets[0].Arn['Fn::GetAtt'][0]).toBe(invoke?.Properties.FunctionName.Ref);
  });

  it('the sweep ends before the next one begins', () => {
    const [[, sweep] = []] = ofSweep('AWS::Lambda::Function');
    expect(sweep?.Properties.Timeout).toBeLessThan(300);
    expect(sweep?.Properties.Timeout).toBe(sweepTimeoutSeconds);
  });

  it('the lease of a job outlasts every function that may hold one', () => {
    const holders = Object.values(resourcesOf(service, 'AWS::Lambda::Function')).filter(({ Properties }) =>
      /^(API, |Resumes interrupted)/.test(Properties.Description),
    );
    expect(holders.length).toBeGreaterThan(groups.length);
    for (const { Properties } of holders) expect(Properties.Timeout).toBeLessThan(leaseSeconds);
  });
});

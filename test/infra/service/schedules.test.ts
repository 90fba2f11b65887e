import { describe, expect, it } from 'vitest';
import { allowedActions, functionRoles, roleStatements } from '../roles.ts';
import { resourcesOf, synthesize } from '../synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });

describe('schedules of flows', () => {
  const [groupId] = Object.keys(resourcesOf(service, 'AWS::Scheduler::ScheduleGroup'));
  const [roleId, schedulerRole] =
    Object.entries(resourcesOf(service, 'AWS::IAM::Role')).find(([, { Properties }]) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com'),
    ) ?? [];

  it('schedules are kept in a group of their own, and call one function as a role that only they may take', () => {
    expect(groupId).toBeDefined();
    const [trust] = schedulerRole?.Properties.AssumeRolePolicyDocument.Statement ?? [];
    expect(trust.Condition.StringEquals['aws:SourceAccount']).toEqual({ Ref: 'AWS::AccountId' });
    expect(JSON.stringify(trust.Condition.StringEquals['aws:SourceArn'])).toContain(
      ':schedule-group/fiducial-prod-schedules',
    );
    const statements = roleStatements(service, roleId ?? '');
    expect(statements.flatMap(({ actions }) => actions).toSorted()).toEqual([
      'lambda:InvokeFunction',
      'sqs:SendMessage',
    ]);
    const invoked = JSON.stringify(
      statements.find(({ actions }) => actions.includes('lambda:InvokeFunction'))?.resources,
    );
    expect(invoked).toContain(':function:fiducial-prod-start-scheduled');
  });

  it('firings too late to start anything are delivered as well, and then given up to a queue', () => {
    const [invoke] = Object.entries(resourcesOf(service, 'AWS::Lambda::EventInvokeConfig')).filter(([id]) =>
      id.startsWith('SchedulesTarget'),
    );
    expect(invoke?.[1].Properties).toMatchObject({
      MaximumEventAgeInSeconds: 3600,
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  });

  it('the group, the target and the sweep alone tell schedules to the scheduler, and may pass its role to it alone', () => {
    const tellers = functionRoles(service).filter((role) =>
      allowedActions(role).some((action) => action.startsWith('scheduler:') || action === 'iam:PassRole'),
    );
    expect(tellers.map(({ description }) => description.split(':')[0]).toSorted()).toEqual([
      'API, schedules',
      'Resumes interrupted imports and deletions, and settles runs that died',
      'Schedules',
    ]);
    for (const { environment, statements } of tellers) {
      expect(environment).toMatchObject({ SCHEDULE_GROUP: 'fiducial-prod-schedules' });
      const pass = statements.find(({ actions }) => actions.includes('iam:PassRole'));
      expect(pass).toMatchObject({
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
        resources: [{ 'Fn::GetAtt': [roleId, 'Arn'] }],
      });
    }
  });
});

import type { SchedulerConfig } from '#shared/kernel/config.ts';

/** One account with the stacks of `prod`: what its functions ask of AWS, and what their roles allow, name things so. */

const account = '111122223333';
const region = 'eu-central-1';
const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${account}:${resource}`;

/** The values of CloudFormation's pseudo parameters there. */
export const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::AccountId': account,
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackId': arn('cloudformation', 'stack/fiducial-prod-service/0a1b2c3d-4e5f-11f0-8a2c-50d5ca632682'),
};

/** The table, which its indexes' ARNs begin with. */
export const tableArn = arn('dynamodb', 'table/fiducial');

/** The service's secret. */
export const secretArn = arn('secretsmanager', 'secret:service');

/** The state machine of runs. */
export const stateMachineArn = arn('states', 'stateMachine:fiducial-prod-flow-run-0a1b2c3d');
/** What the ARNs of its executions begin with. */
export const executionsArn = arn('states', 'execution:fiducial-prod-flow-run-0a1b2c3d');

/** The bucket of artifacts. */
export const bucketName = 'artifacts';

/** ARN of that bucket; its objects' begin with it and a slash. */
export const bucketArn = `arn:aws:s3:::${bucketName}`;

/** The configuration sent to the scheduler with every schedule. */
export const schedulerNames: SchedulerConfig = {
  groupName: 'fiducial-prod-schedules',
  functionArn: arn('lambda', 'function:fiducial-prod-start-scheduled'),
  roleArn: `arn:aws:iam::${account}:role/scheduler`,
  deadLetterArn: arn('sqs', 'schedules-given-up'),
};

/** A schedule of that group. */
export const scheduleArn = (groupName: string, name: string): string =>
  arn('scheduler', `schedule/${groupName}/${name}`);

import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { allowFlowRuns, flattened } from '#infra/flow-run-access.ts';
import { DELIVERED_WITHIN_SECONDS } from '#shared/domain/schedules/schedule.ts';
import type { DataTable } from './data-table.ts';
import { deadLetterQueue } from './dead-letters.ts';
import { OwnRightsRole } from './own-rights-role.ts';
import { type CodeSource, ServiceFunction } from './service-function.ts';

export interface FlowSchedulesProps {
  config: DeploymentConfig;
  code: CodeSource;
  environment: Record<string, string>;
  table: DataTable;
}

/** A function that tells EventBridge Scheduler of schedules. */
interface ScheduleUser extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;
}

/**
 * The schedules of flows: a group in EventBridge Scheduler, the function that each of them calls, and the role
 * as which it is called. The schedules themselves are made by the service while it runs.
 */
export class FlowSchedules extends Construct {
  readonly target: ServiceFunction;
  /** Firings that could not be delivered, or that the function failed on. */
  readonly deadLetters: Queue;
  private readonly config: DeploymentConfig;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: FlowSchedulesProps) {
    super(scope, id);
    const { config, code, environment, table } = props;
    this.config = config;
    const group = new CfnScheduleGroup(this, 'Group', { name: this.groupName });
    this.deadLetters = deadLetterQueue(this);
    this.target = new ServiceFunction(this, 'Target', {
      config,
      functionName: this.functionName,
      description: 'Schedules: starts the flow whose time has come',
      code: code('start-scheduled'),
      environment,
      timeoutSeconds: 60,
    });
    table.grantReadWrite(this.target.role);
    this.target.lambda.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: 2,
      maxEventAge: Duration.seconds(DELIVERED_WITHIN_SECONDS),
    });
    Validations.of(this.target.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination is a queue; its message holds the error as well as the event.',
    });
    this.role = this.schedulerRole();
    this.role.node.addDependency(group);
    allowFlowRuns(this.target, config, ['start', 'describe', 'fail-token', 'complete-token']);
    this.allow(this.target);
  }

  /** Lets a function tell the scheduler of schedules in this group, which call the one function as the one role. */
  allow(user: ScheduleUser): void {
    const stack = Stack.of(this);
    const schedules = stack.formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.groupName}/*`,
    });
    const variables = {
      SCHEDULE_GROUP: this.groupName,
      SCHEDULE_FUNCTION_ARN: this.functionArn,
      SCHEDULE_ROLE_ARN: this.role.roleArn,
      SCHEDULE_DEAD_LETTER_ARN: this.deadLetters.queueArn,
    };
    for (const [name, value] of Object.entries(variables)) user.lambda.addEnvironment(name, value);
    user.role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
        resources: [schedules],
      }),
    );
    user.role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    );
    Validations.of(user.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${flattened(user, schedules)}]`,
      reason: 'Schedules of one group, whose names are ids that are yet to come.',
    });
  }

  /** Only schedules of this group may take the role, which may call one function and give up to one queue. */
  private schedulerRole(): Role {
    const stack = Stack.of(this);
    const group = stack.formatArn({ service: 'scheduler', resource: 'schedule-group', resourceName: this.groupName });
    const role = new OwnRightsRole(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': group } },
      }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.functionArn] }));
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.deadLetters.queueArn] }));
    return role;
  }

  // Names that are known beforehand, or the function's own settings would depend on the function.
  private get groupName(): string {
    return `fiducial-${this.config.environment}-schedules`;
  }

  private get functionName(): string {
    return `fiducial-${this.config.environment}-start-scheduled`;
  }

  private get functionArn(): string {
    const { COLON_RESOURCE_NAME: arnFormat } = ArnFormat;
    return Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: this.functionName,
      arnFormat,
    });
  }
}

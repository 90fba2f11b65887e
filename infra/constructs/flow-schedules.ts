import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { allowFlowRuns, flattened } from '#infra/flow-run-access.ts';
import { DELIVERED_WITHIN_SECONDS } from '#shared/schedules/rules/schedule.ts';
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

/** A function that manages schedules in EventBridge Scheduler. */
interface ScheduleUser extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;
}

/**
 * The EventBridge Scheduler group for flow schedules, the function that each schedule calls, and the role for that
 * call. The service creates the schedules at run time.
 */
export class FlowSchedules extends Construct {
  readonly target: ServiceFunction;
  /** Firings that could not be delivered, or on which the function failed. */
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
      description: 'Schedules: starts the flow that is due',
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
      reason: 'The failure destination is a queue; its message contains the error and the event.',
    });
    this.role = this.schedulerRole();
    this.role.node.addDependency(group);
    allowFlowRuns(this.target, config, ['start', 'describe', 'fail-token', 'complete-token']);
    this.allow(this.target);
  }

  /** Allows a function to manage schedules of this group that call this one function with this one role. */
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
      reason: 'Schedules of one group. Their names are ids that are not known in advance.',
    });
  }

  /** Only schedules of this group may assume the role. It may call one function and write to one dead-letter queue. */
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

  // The names are known in advance, or the function's settings would depend on the function itself.
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

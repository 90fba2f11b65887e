import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnStateMachine, type IStateMachine, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { sliceCeiling } from '#infra/concurrency.ts';
import type { DeploymentConfig } from '#infra/config.ts';
import { allowFlowRuns, type FlowRunUse, flattened, flowRunArn, flowRunName } from '#infra/flow-run-access.ts';
import { removalOf } from '#infra/removal.ts';
import {
  type FlowFunction,
  flowFunctionSeconds,
  flowFunctions,
  flowRunDefinition,
} from '#shared/runs/orchestration/flow-run.asl.ts';
import type { ArtifactBucket, ObjectUse } from './artifact-bucket.ts';
import type { DataTable } from './data-table.ts';
import { deadLetterQueue } from './dead-letters.ts';
import { OwnRightsRole } from './own-rights-role.ts';
import { type CodeSource, ServiceFunction } from './service-function.ts';
import { acknowledgeTracing, allowTraces, isTraced } from './tracing.ts';

export interface FlowRunProps {
  config: DeploymentConfig;
  code: CodeSource;
  environment: Record<string, string>;
  table: DataTable;
  artifacts: ArtifactBucket;
}

type FlowRunFunction = FlowFunction | 'run-status-changed';

/** The steps that start the next run that waits for a project's lock. */
const starters = new Set<FlowRunFunction>(['start-queued', 'run-status-changed']);

const descriptions: Record<FlowRunFunction, string> = {
  begin: 'Runs: begins one',
  'run-slice': 'Runs: executes the next tasks of a plan',
  complete: 'Runs: completes one',
  abort: 'Runs: settles one that was cancelled or failed',
  'await-claim': "Runs: keeps the token that a worker's claim presents",
  'await-worker': 'Runs: keeps the token that a worker presents at its end',
  'start-queued': "Runs: starts the one that waits for a project's lock",
  'run-status-changed': 'Runs: settles one whose state machine was stopped, failed or timed out',
};

/**
 * The steps that write objects: the snapshot of a run and the output of its tasks. The last one counts their bytes
 * (rule PROJ-21).
 */
const objectUses: Partial<Record<FlowFunction, readonly ObjectUse[]>> = {
  begin: ['snapshot', 'count'],
  'run-slice': ['write'],
};

/**
 * The steps that store a task token. If the worker reported before the state was entered again, the wait ends at once:
 * with success after a claim, and with success or failure after the end of the work.
 */
const waitUses: Partial<Record<FlowFunction, readonly FlowRunUse[]>> = {
  'await-claim': ['complete-token'],
  'await-worker': ['complete-token', 'fail-token'],
};

/**
 * The state machine `flow-run`, the functions of its steps, and the rule that settles a run whose execution ended
 * without its Abort step (docs/design/runs-and-workers.md#the-state-machine). Each function may use the table. Those
 * that start a run and execute its tasks also write objects.
 */
export class FlowRun extends Construct {
  readonly stateMachine: IStateMachine;
  /** The functions of the steps by bundle name. */
  readonly steps: readonly { name: string; lambda: ServiceFunction['lambda'] }[];
  /** The function that settles runs whose execution ended without them. */
  readonly statusChanged: { name: string; lambda: ServiceFunction['lambda'] };
  /** Status changes that could not be processed. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: FlowRunProps) {
    super(scope, id);
    const steps = new Map(flowFunctions.map((name) => [name, this.step(name, props)]));
    for (const [name, step] of steps) {
      const uses = objectUses[name];
      if (uses) props.artifacts.allow(step, uses);
      const waits = waitUses[name];
      if (waits) allowFlowRuns(step, props.config, waits);
    }
    this.stateMachine = this.machine(props.config, steps);
    const changed = this.step('run-status-changed', props);
    this.deadLetters = deadLetterQueue(this);
    this.watchStatus(changed, props.config);
    this.steps = [...steps].map(([name, { lambda }]) => ({ name: `flow-${name}`, lambda }));
    this.statusChanged = { name: 'flow-run-status-changed', lambda: changed.lambda };
  }

  private step(name: FlowRunFunction, props: FlowRunProps): ServiceFunction {
    const { config, code, environment, table } = props;
    const fn = new ServiceFunction(this, name, {
      config,
      description: descriptions[name],
      code: code(`flow-${name}`),
      environment,
      timeoutSeconds: name === 'run-status-changed' ? flowFunctionSeconds.abort : flowFunctionSeconds[name],
      reservedConcurrency: name === 'run-slice' ? sliceCeiling(config) : 0,
    });
    table.grantReadWrite(fn.role);
    if (starters.has(name)) allowFlowRuns(fn, config, ['start', 'describe', 'fail-token', 'complete-token']);
    Validations.of(fn.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        name === 'run-status-changed'
          ? 'The failure destination is a queue; its message holds the error as well as the event.'
          : 'Called by the state machine, which takes the error itself: no event could be lost.',
    });
    return fn;
  }

  /**
   * A run keeps the definition that it started with, and so the versions of its functions (rule DEPLOY-46). The role
   * belongs to all runs: it may call every version, and the function itself, which earlier definitions name.
   */
  private machine(config: DeploymentConfig, steps: ReadonlyMap<FlowFunction, ServiceFunction>): IStateMachine {
    const versions = Object.fromEntries(
      [...steps].map(([name, { lambda }]) => [name, lambda.currentVersion.functionArn]),
    ) as Record<FlowFunction, string>;
    const callable = [...steps.values()].flatMap(({ lambda }) => [lambda.functionArn, `${lambda.functionArn}:*`]);
    const logs = new LogGroup(this, 'Logs', {
      // With this prefix the log group needs no statement in the account's only resource policy.
      logGroupName: `/aws/vendedlogs/states/${flowRunName(this, config)}`,
      retention: config.logRetentionDays,
      removalPolicy: removalOf(config),
    });
    const role = new OwnRightsRole(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: callable }));
    for (const { lambda } of steps.values())
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${flattened(this, `${lambda.functionArn}:*`)}]`,
        reason: 'The versions of one function: a run calls those of its start, however old they are.',
      });
    role.addToPolicy(new PolicyStatement({ actions: logDeliveryActions, resources: ['*'] }));
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The log delivery actions of Step Functions do not support resources.',
    });
    if (isTraced(config)) allowTraces(role);
    const stack = Stack.of(this);
    const machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName: flowRunName(this, config),
      stateMachineType: 'STANDARD',
      roleArn: role.roleArn,
      definitionString: stack.toJsonString(flowRunDefinition({ functions: versions, partition: stack.partition })),
      loggingConfiguration: {
        level: 'ALL',
        // The input of a waiting state contains a token with which anyone could end the wait.
        includeExecutionData: false,
        destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: logs.logGroupArn } }],
      },
      ...(isTraced(config) && { tracingConfiguration: { enabled: true } }),
    });
    machine.node.addDependency(role);
    acknowledgeTracing(config, role, machine, ['AwsSolutions-SF2', 'Serverless-StepFunctionStateMachineXray']);
    return StateMachine.fromStateMachineArn(this, 'Imported', machine.attrArn);
  }

  /**
   * Step Functions runs no Catch when an execution is stopped or times out. Its status event triggers the same cleanup
   * (rule DEPLOY-10).
   */
  private watchStatus({ lambda }: ServiceFunction, config: DeploymentConfig): void {
    lambda.configureAsyncInvoke({ onFailure: new SqsDestination(this.deadLetters), retryAttempts: 2 });
    new Rule(this, 'StatusChanged', {
      description: 'Fiducial: executions of flow-run that ended without settling their run',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [flowRunArn(this, config)], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      targets: [
        new LambdaTarget(lambda, {
          deadLetterQueue: this.deadLetters,
          retryAttempts: 20,
          maxEventAge: Duration.hours(6),
        }),
      ],
    });
  }
}

/** The actions that Step Functions needs to log to CloudWatch (Step Functions guide, logging policies). */
const logDeliveryActions = [
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
];

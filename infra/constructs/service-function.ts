import { Duration } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { keptOnceMade, removalOf } from '#infra/removal.ts';
import { OwnRightsRole } from './own-rights-role.ts';
import { acknowledgeTracing, tracedFunction } from './tracing.ts';

/** Returns the code of a function by its bundle name. */
export type CodeSource = (bundle: string) => Code;

/** Code and settings of a function. */
export interface ServiceFunctionProps {
  config: DeploymentConfig;
  /** Set only if the name must be known in advance; otherwise CloudFormation generates one. */
  functionName?: string;
  description: string;
  code: Code;
  /** Variables that `shared/kernel/config.ts` reads. */
  environment: Record<string, string>;
  timeoutSeconds: number;
  /** Reserved concurrency, which is also the maximum; by default the function shares that of the account. */
  reservedConcurrency?: number | undefined;
}

/**
 * A Lambda function with its own role and log group. At first the role can only write to that log group. The caller
 * grants all other rights.
 */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: OwnRightsRole;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { config } = props;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: config.logRetentionDays,
      removalPolicy: removalOf(config),
    });
    this.role = new OwnRightsRole(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(this.role);
    this.lambda = new LambdaFunction(this, 'Function', {
      ...(props.functionName && { functionName: props.functionName }),
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: config.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: 'index.handler',
      code: props.code,
      role: this.role,
      logGroup,
      memorySize: config.memorySizeMegabytes,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
      ...tracedFunction(this, config, { ...props.environment, NODE_OPTIONS: '--enable-source-maps' }),
      // A version that a later deployment replaces stays until its function is deleted (rule DEPLOY-46).
      currentVersionOptions: { removalPolicy: keptOnceMade },
    });
    acknowledgeTracing(config, this.role, this.lambda, ['Serverless-LambdaTracing']);
  }
}

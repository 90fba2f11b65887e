import { Duration, Validations } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { removalOf } from '#infra/removal.ts';
import { OwnRightsRole } from './own-rights-role.ts';

/** Gives the code of a function by the name of its bundle. */
export type CodeSource = (bundle: string) => Code;

/** One function's code and settings. */
export interface ServiceFunctionProps {
  config: DeploymentConfig;
  /** Where it must be known before there is a function; else CloudFormation names it. */
  functionName?: string;
  description: string;
  code: Code;
  /** Variables that `shared/config.ts` reads. */
  environment: Record<string, string>;
  timeoutSeconds: number;
  /** Calls at a time that it has for itself, and no more of; shared with all others unless given. */
  reservedConcurrency?: number | undefined;
}

/**
 * A Lambda function with a role and a log group of its own. The role starts with the right to write that one log
 * group and nothing else; what the function needs is granted by whoever makes it.
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
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason: 'No tracer: the SDK of X-Ray is at the end of its life (rule DEPLOY-8). Logs carry the request id.',
    });
  }
}

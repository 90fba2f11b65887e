import { Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type FunctionProps, LayerVersion, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import type { OwnRightsRole } from './own-rights-role.ts';

type TracingConfig = Pick<DeploymentConfig, 'tracingLayerArn'>;

export const isTraced = ({ tracingLayerArn }: TracingConfig): boolean => tracingLayerArn !== '';

/** Variables of the layer of the AWS Distro for OpenTelemetry. */
const layerVariables = {
  AWS_LAMBDA_EXEC_WRAPPER: '/opt/otel-instrument',
  // Its spans would contain the addresses of webhooks and signed links, which are secret. The layer enables `http` itself.
  OTEL_NODE_ENABLED_INSTRUMENTATIONS: 'aws-lambda',
  OTEL_NODE_DISABLED_INSTRUMENTATIONS: 'http',
  // It is billed for every call, sampled or not.
  OTEL_AWS_APPLICATION_SIGNALS_ENABLED: 'false',
};

/** What a function needs to be traced (rule DEPLOY-57); nothing without a layer. CDK adds the rights to its role. */
export function tracedFunction(
  scope: Construct,
  config: TracingConfig,
  environment: Record<string, string>,
): Pick<FunctionProps, 'environment' | 'layers' | 'tracing'> {
  if (!isTraced(config)) return { environment };
  const layer = LayerVersion.fromLayerVersionArn(scope, 'TracingLayer', config.tracingLayerArn);
  return { environment: { ...environment, ...layerVariables }, layers: [layer], tracing: Tracing.ACTIVE };
}

/** Lets a state machine write traces. */
export const allowTraces = (role: OwnRightsRole): void =>
  void role.addToPolicy(
    new PolicyStatement({
      actions: [
        'xray:GetSamplingRules',
        'xray:GetSamplingTargets',
        'xray:PutTelemetryRecords',
        'xray:PutTraceSegments',
      ],
      resources: ['*'],
    }),
  );

/** Accepts that the rights to write traces name no resource, and, without tracing, that nothing is traced. */
export function acknowledgeTracing(
  config: TracingConfig,
  role: OwnRightsRole,
  traced: Construct,
  rules: string[],
): void {
  if (!isTraced(config))
    for (const id of rules)
      Validations.of(traced).acknowledge({
        id,
        reason: 'Tracing costs money and is off without tracingLayerArn (rule DEPLOY-57). Logs contain the same ids.',
      });
  else
    for (const id of ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'])
      Validations.of(role).acknowledge({
        id,
        reason: 'The actions of X-Ray that write traces do not support resources.',
      });
}

import { Duration, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IFunction, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Group } from '#shared/api/routes.ts';
import { together } from './alarm.ts';
import type { HttpApi } from './http-api.ts';

/** The groups that everyone uses. A bad release shows here first. */
export const canaryGroups: readonly Group[] = ['auth', 'chips', 'metrics'];

const aliasName = 'live';

/**
 * Sends a tenth of the requests to a new version for five minutes, then all of them. If these functions or the gateway
 * fail meanwhile, the deployment rolls back (rule DEPLOY-21). The gateway calls each function by its alias, which
 * CodeDeploy moves.
 */
export class CanaryRelease extends Construct {
  private readonly aliases: Alias[] = [];

  /**
   * Returns the alias that the gateway calls instead of the function. Its ARN does not refer to it, since its deployment
   * watches an alarm over the gateway, whose document has the ARN.
   */
  aliasOf(name: string, lambda: LambdaFunction): { lambda: IFunction; arn: string } {
    // The library's classes do not match their own interfaces under `exactOptionalPropertyTypes`.
    const alias = new Alias(this, name, { aliasName, version: lambda.currentVersion as IVersion });
    this.aliases.push(alias);
    return { lambda: alias as IFunction, arn: `${lambda.functionArn}:${aliasName}` };
  }

  /** Lets CodeDeploy move the aliases, watched by one alarm. */
  watch({ gateway }: HttpApi): void {
    const sum = { period: Duration.minutes(1), statistic: Stats.SUM };
    const alarm = new Alarm(this, 'Alarm', {
      alarmDescription: 'While a release is tried out: a function of it failed, or the gateway answered 500 or above',
      metric: together('SUM', [
        ...this.aliases.map((alias) => alias.metricErrors(sum)),
        gateway.metricServerError(sum),
      ]),
      threshold: 0,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const application = new LambdaApplication(this, 'Application');
    // One role for all groups, since they need the same rights and a stack holds only 500 resources.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    for (const alias of this.aliases)
      new LambdaDeploymentGroup(this, `${alias.node.id}Release`, {
        application,
        role,
        alias,
        alarms: [alarm],
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: "AWS's own policy for what CodeDeploy does with aliases and alarms, the smaller one of two.",
    });
  }
}

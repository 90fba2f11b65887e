import { Duration, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IFunction, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Group } from '#shared/contract/routes.ts';
import { together } from './alarm.ts';
import type { HttpApi } from './http-api.ts';

/** The groups that everybody uses: what is wrong with a release shows there first. */
export const canaryGroups: readonly Group[] = ['auth', 'chips', 'metrics'];

/**
 * A new version of some functions is given a tenth of their requests for five minutes, and all of them only where neither
 * these functions nor the gateway failed meanwhile; else the deployment goes back (rule DEPLOY-21). The gateway calls each by
 * its alias, which CodeDeploy moves.
 */
export class CanaryRelease extends Construct {
  private readonly aliases: Alias[] = [];

  /** What the gateway calls in place of a function. */
  aliasOf(name: string, lambda: LambdaFunction): IFunction {
    // The library's classes do not fit their own interfaces under `exactOptionalPropertyTypes`.
    const alias = new Alias(this, name, { aliasName: 'live', version: lambda.currentVersion as IVersion });
    this.aliases.push(alias);
    return alias as IFunction;
  }

  /** Has CodeDeploy move the aliases, watched by one alarm. */
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
    // One of all groups, whose rights are the same: a stack holds 500 resources.
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

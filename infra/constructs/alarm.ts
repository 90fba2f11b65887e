import { Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';

export interface Watch {
  description: string;
  metric: IMetric;
  /** The alarm starts above this value; 0 by default. */
  threshold?: number;
  /** The alarm starts below this value instead, and also without data, since the watched thing may be gone. */
  fewerThan?: number;
  /** Consecutive periods; 1 by default. */
  periods?: number;
}

/** Most metrics that CloudWatch accepts in one alarm. */
const mostMetrics = 10;

/** Notifies the configured topic, or the topic made for the configured address; undefined if alarms are only shown. */
export function alarmAction(scope: Construct, config: DeploymentConfig): SnsAction | undefined {
  const topic = alarmTopic(scope, config);
  return topic && new SnsAction(topic);
}

function alarmTopic(scope: Construct, { alarmTopicArn, alarmEmail }: DeploymentConfig): ITopic | undefined {
  if (alarmTopicArn) return Topic.fromTopicArn(scope, 'Topic', alarmTopicArn);
  if (!alarmEmail) return undefined;
  const topic = new Topic(scope, 'Topic', { enforceSSL: true });
  // The topic's own policy replaces SNS's default, which allows the account's alarms to publish.
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  topic.addSubscription(new EmailSubscription(alarmEmail));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'An undelivered mail concerns an alarm, which the console shows too.',
  });
  return topic;
}

/** Creates an alarm that notifies when it starts and when it ends. */
export function makeAlarm(
  scope: Construct,
  id: string,
  { description, metric, threshold = 0, fewerThan, periods = 1 }: Watch,
  action: SnsAction | undefined,
): void {
  const alarm = new Alarm(scope, id, {
    alarmDescription: description,
    metric,
    evaluationPeriods: periods,
    ...(fewerThan === undefined
      ? {
          threshold,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          // No data means that nothing happened, which is fine.
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }
      : {
          threshold: fewerThan,
          comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
          treatMissingData: TreatMissingData.BREACHING,
        }),
  });
  if (!action) return;
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
}

/**
 * Combines several metrics for one alarm. In a list, a metric without data does not affect the sum or the maximum. An
 * alarm is billed per metric, and this uses as many as CloudWatch accepts.
 */
export function together(how: 'SUM' | 'MAX', metrics: readonly Metric[]): MathExpression {
  const [first] = metrics;
  if (!first || metrics.length > mostMetrics)
    throw new Error(`an alarm has 1 to ${mostMetrics} metrics, not ${metrics.length}`);
  const usingMetrics = Object.fromEntries(metrics.map((metric, n) => [`m${n}`, metric]));
  return new MathExpression({
    expression: `${how}([${Object.keys(usingMetrics).join(',')}])`,
    usingMetrics,
    period: first.period,
  });
}

/** Splits metrics into as few alarms as possible. */
export const inAlarms = <T>(metrics: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(metrics.length / mostMetrics) }, (_, n) =>
    metrics.slice(n * mostMetrics, (n + 1) * mostMetrics),
  );

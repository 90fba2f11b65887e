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
  /** Above it the alarm begins; 0 unless given. */
  threshold?: number;
  /** Below it the alarm begins instead, and where nothing is measured: what is watched may be gone altogether. */
  fewerThan?: number;
  /** Periods in a row; 1 unless given. */
  periods?: number;
}

/** Most metrics that CloudWatch takes in one alarm. */
const mostMetrics = 10;

/** Tells the topic of the configuration, or the one that is made for its address; undefined where alarms are only shown. */
export function alarmAction(scope: Construct, config: DeploymentConfig): SnsAction | undefined {
  const topic = alarmTopic(scope, config);
  return topic && new SnsAction(topic);
}

function alarmTopic(scope: Construct, { alarmTopicArn, alarmEmail }: DeploymentConfig): ITopic | undefined {
  if (alarmTopicArn) return Topic.fromTopicArn(scope, 'Topic', alarmTopicArn);
  if (!alarmEmail) return undefined;
  const topic = new Topic(scope, 'Topic', { enforceSSL: true });
  // A policy of its own takes the place of SNS's, by which alarms of the account could tell it.
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  topic.addSubscription(new EmailSubscription(alarmEmail));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'A mail that SNS cannot deliver is one of an alarm, which the console shows as well.',
  });
  return topic;
}

/** An alarm that tells when it begins and when it ends. */
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
          // Nothing happened: that is well.
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
 * One metric of several for one alarm, of whatever there is: a metric without data takes nothing from a sum or a maximum
 * of a list. An alarm is paid by its metrics, and these are as many as CloudWatch takes.
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

/** Metrics in as few lists as there must be alarms for them. */
export const inAlarms = <T>(metrics: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(metrics.length / mostMetrics) }, (_, n) =>
    metrics.slice(n * mostMetrics, (n + 1) * mostMetrics),
  );

import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
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

/** Tells the topic of the configuration; undefined where alarms are only shown. */
export function alarmAction(scope: Construct, { alarmTopicArn }: DeploymentConfig): SnsAction | undefined {
  return alarmTopicArn ? new SnsAction(Topic.fromTopicArn(scope, 'Topic', alarmTopicArn)) : undefined;
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

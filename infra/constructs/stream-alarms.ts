import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { alarmAction, makeAlarm } from './alarm.ts';
import type { StreamFunction } from './stream-function.ts';

export interface StreamAlarmsProps {
  config: DeploymentConfig;
  consumers: readonly { name: string; stream: StreamFunction }[];
}

/** Oldest record, when it is read, that nobody need look at: normally a consumer is a second behind. */
const lateMilliseconds = 10 * 60_000;

/** Alarms of the stream's consumers besides those of every function: what was given up, and how far one is behind. */
export class StreamAlarms extends Construct {
  constructor(scope: Construct, id: string, { config, consumers }: StreamAlarmsProps) {
    super(scope, id);
    const action = alarmAction(this, config);
    const metric = { period: Duration.minutes(5), statistic: Stats.MAXIMUM };
    for (const { name, stream } of consumers) {
      const deadLetters = {
        description: `Records of the stream were given up by '${name}'; their places lie in the dead-letter queue`,
        metric: stream.deadLetters.metricApproximateNumberOfMessagesVisible(metric),
      };
      makeAlarm(this, `${name}DeadLetters`, deadLetters, action);
      const behind = {
        description: `'${name}' is behind the stream by more than ten minutes, for a quarter of an hour`,
        metric: stream.lambda.metric('IteratorAge', metric),
        threshold: lateMilliseconds,
        periods: 3,
      };
      makeAlarm(this, `${name}Behind`, behind, action);
    }
  }
}

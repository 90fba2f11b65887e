import {
  Annotations,
  CrossStackReferences,
  Duration,
  ReferenceStrength,
  Stack,
  type StackProps,
  Tags,
} from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { ServiceAlarms } from '#infra/constructs/service-alarms.ts';
import { ServiceDashboard } from '#infra/constructs/service-dashboard.ts';
import { accountName } from '#infra/names.ts';
import { type MeasuredName, metricDimensions, metricNamespace } from '#shared/observability.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';

export interface ObservabilityStackProps extends StackProps {
  data: DataStack;
  service: ServiceStack;
}

/** Alarms and one dashboard over the other stacks; nothing depends on it (rule DEPLOY-1). */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: ObservabilityStackProps) {
    super(scope, id, props);
    // What only watches must not keep the service from changing: an export that is in use cannot go away.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    Tags.of(this).add('service-generation', String(config.serviceGeneration));
    const { api, functions, consumers, flowRun, schedules, sweep, deliver, archives, exports } = props.service;
    const { table } = props.data;
    const lockAge = measured(config.environment, 'lockAge', Stats.MAXIMUM);
    const runs = { stateMachine: flowRun.stateMachine, lockAge };
    const schemaMismatches = measured(config.environment, 'schemaMismatches', Stats.SUM);
    const watchedSweep = { name: 'sweep', lambda: sweep.lambda };
    const watchedConsumers = consumers.map(({ name, stream }) => ({ name, lambda: stream.lambda }));
    const target = { name: 'start-scheduled', lambda: schedules.target.lambda };
    const maker = { name: 'make-archive', lambda: archives.lambda };
    const writer = { name: 'make-export', lambda: exports.lambda };
    const sender = { name: 'deliver', lambda: deliver.lambda };
    const all = [...functions, ...flowRun.functions, target, maker, writer, sender, watchedSweep, ...watchedConsumers];
    const deadLetters = [
      { name: watchedSweep.name, queue: sweep.deadLetters },
      { name: maker.name, queue: archives.deadLetters },
      { name: writer.name, queue: exports.deadLetters },
      { name: sender.name, queue: deliver.deadLetters },
      { name: target.name, queue: schedules.deadLetters },
      { name: 'flow-run-status-changed', queue: flowRun.deadLetters },
      ...consumers.map(({ name, stream }) => ({ name, queue: stream.deadLetters })),
    ];
    if (config.alarms === 'all') {
      const { functions: steps } = flowRun;
      const shared = { config, api, runs, schemaMismatches, table, deadLetters };
      new ServiceAlarms(this, 'Alarms', { ...shared, steps, sweep: watchedSweep, consumers: watchedConsumers });
      if (config.protectData && config.alarmTopicArn === '' && config.alarmEmail === '')
        Annotations.of(this).addWarningV2(
          'fiducial:alarms-tell-nobody',
          'Alarms are only shown: set alarmEmail or alarmTopicArn for somebody to be told of them',
        );
    }
    new ServiceDashboard(this, 'Overview', {
      dashboardName: accountName(this, config, 'overview'),
      environment: config.environment,
      generation: config.serviceGeneration,
      functions: all,
      api,
      schemaMismatches,
      table,
      deadLetters: deadLetters.map(({ name, queue }) =>
        queue.metricApproximateNumberOfMessagesVisible({ ...messages, label: name }),
      ),
      runs,
    });
  }
}

const messages = { period: Duration.minutes(5), statistic: Stats.MAXIMUM };

/** What the functions measure themselves (`Log.measure`): the sweep, every five minutes, and whatever serves a request. */
const measured = (environment: string, metricName: MeasuredName, statistic: string): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: metricDimensions(environment),
    period: Duration.minutes(5),
    statistic,
  });

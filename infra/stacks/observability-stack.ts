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
import { addCostBudget } from '#infra/constructs/cost-budget.ts';
import { ServiceAlarms } from '#infra/constructs/service-alarms.ts';
import { ServiceDashboard } from '#infra/constructs/service-dashboard.ts';
import { accountName } from '#infra/names.ts';
import { type MeasuredName, metricDimensions, metricNamespace } from '#shared/kernel/observability.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';

export interface ObservabilityStackProps extends StackProps {
  data: DataStack;
  service: ServiceStack;
}

/** Alarms, a dashboard and a budget for the other stacks. Nothing depends on this stack (rule DEPLOY-1). */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: ObservabilityStackProps) {
    super(scope, id, props);
    // Monitoring must not block changes to the service, and an export that is in use cannot be removed.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    Tags.of(this).add('service-generation', String(config.serviceGeneration));
    const { api, functions, consumers, flowRun, schedules, sweep, deliver, archives, exports } = props.service;
    const { workDeadLetters, makerDeadLetters } = props.service;
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
    const { steps, statusChanged } = flowRun;
    const all = [
      ...functions,
      ...steps,
      statusChanged,
      target,
      maker,
      writer,
      sender,
      watchedSweep,
      ...watchedConsumers,
    ];
    const deadLetters = [
      { name: `${watchedSweep.name} and ${sender.name}`, queue: workDeadLetters },
      { name: `${maker.name} and ${writer.name}`, queue: makerDeadLetters },
      { name: target.name, queue: schedules.deadLetters },
      { name: statusChanged.name, queue: flowRun.deadLetters },
      ...consumers.map(({ name, stream }) => ({ name, queue: stream.deadLetters })),
    ];
    if (config.alarms === 'all') {
      const shared = { config, api, runs, schemaMismatches, table, deadLetters };
      new ServiceAlarms(this, 'Alarms', { ...shared, steps, sweep: watchedSweep, consumers: watchedConsumers });
      if (config.protectData && config.alarmTopicArn === '' && config.alarmEmail === '')
        Annotations.of(this).addWarningV2(
          'fiducial:alarms-without-recipient',
          'Alarms are shown but not sent: set alarmEmail or alarmTopicArn',
        );
    }
    addCostBudget(this, accountName(this, config, 'costs'), config);
    new ServiceDashboard(this, 'Overview', {
      dashboardName: accountName(this, config, 'overview'),
      generation: config.serviceGeneration,
      functions: all,
      served: functions,
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

/**
 * Metrics that the functions emit (`Log.measure`): the sweep every five minutes, and each function that serves
 * requests.
 */
const measured = (environment: string, metricName: MeasuredName, statistic: string): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: metricDimensions(environment),
    period: Duration.minutes(5),
    statistic,
  });

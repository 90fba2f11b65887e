import { CrossStackReferences, Duration, ReferenceStrength, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { ServiceAlarms } from '#infra/constructs/service-alarms.ts';
import { ServiceDashboard } from '#infra/constructs/service-dashboard.ts';
import { StreamAlarms } from '#infra/constructs/stream-alarms.ts';
import { accountName } from '#infra/names.ts';
import { type MeasuredName, metricNamespace, metricService } from '#shared/observability.ts';
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
    const { api, functions, consumers, flowRun, schedules, sweep, archives, exports } = props.service;
    const { table } = props.data;
    const messages = { period: Duration.minutes(5), statistic: Stats.MAXIMUM };
    const deadLetters = sweep.deadLetters.metricApproximateNumberOfMessagesVisible(messages);
    const runs = {
      stateMachine: flowRun.stateMachine,
      deadLetters: flowRun.deadLetters.metricApproximateNumberOfMessagesVisible(messages),
      lockAge: measured('lockAge', Stats.MAXIMUM),
    };
    const schemaMismatches = measured('schemaMismatches', Stats.SUM);
    const watchedSweep = { name: 'sweep', lambda: sweep.lambda };
    const watchedConsumers = consumers.map(({ name, stream }) => ({ name, lambda: stream.lambda }));
    const target = { name: 'start-scheduled', lambda: schedules.target.lambda };
    const maker = { name: 'make-archive', lambda: archives.lambda };
    const writer = { name: 'make-export', lambda: exports.lambda };
    const all = [...functions, ...flowRun.functions, target, maker, writer, watchedSweep, ...watchedConsumers];
    new ServiceAlarms(this, 'Alarms', {
      config,
      functions: all,
      sweep: { ...watchedSweep, deadLetters },
      archives: archives.deadLetters.metricApproximateNumberOfMessagesVisible(messages),
      exports: exports.deadLetters.metricApproximateNumberOfMessagesVisible(messages),
      firings: schedules.deadLetters.metricApproximateNumberOfMessagesVisible(messages),
      runs,
      api,
      schemaMismatches,
      table,
    });
    new StreamAlarms(this, 'StreamAlarms', { config, consumers });
    new ServiceDashboard(this, 'Overview', {
      dashboardName: accountName(this, config, 'overview'),
      generation: config.serviceGeneration,
      functions: all,
      api,
      schemaMismatches,
      table,
      deadLetters,
      runs,
    });
  }
}

/** What the functions measure themselves (`Log.measure`): the sweep, every five minutes, and whatever serves a request. */
const measured = (metricName: MeasuredName, statistic: string): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: metricService },
    period: Duration.minutes(5),
    statistic,
  });

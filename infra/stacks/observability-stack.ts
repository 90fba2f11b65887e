import { CrossStackReferences, Duration, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { ServiceAlarms } from '#infra/constructs/service-alarms.ts';
import { ServiceDashboard } from '#infra/constructs/service-dashboard.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';

/** What is watched. */
export interface ObservabilityStackProps extends StackProps {
  data: DataStack;
  service: ServiceStack;
}

/** Alarms and one dashboard over the other stacks; nothing depends on it (design 9). */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: ObservabilityStackProps) {
    super(scope, id, props);
    // What only watches must not keep the service from changing: an export that is in use cannot go away.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    const { api, functions, sweep } = props.service;
    const { table } = props.data;
    const deadLetters = sweep.deadLetters.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(5),
      statistic: Stats.MAXIMUM,
    });
    const watchedSweep = { name: 'sweep', lambda: sweep.lambda };
    const all = [...functions, watchedSweep];
    new ServiceAlarms(this, 'Alarms', {
      config,
      functions: all,
      sweep: { ...watchedSweep, deadLetters },
      api,
      table,
    });
    new ServiceDashboard(this, 'Overview', {
      dashboardName: `fiducial-${config.environment}`,
      functions: all,
      api,
      table,
      deadLetters,
    });
  }
}

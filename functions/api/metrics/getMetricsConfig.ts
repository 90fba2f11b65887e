import { metricsConfig } from '#shared/contract/metrics-config.ts';
import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getMetricsConfig = endpoint(metricOperations.getMetricsConfig, async ({ ctx }) =>
  metricsConfig(ctx.freshnessHours),
);

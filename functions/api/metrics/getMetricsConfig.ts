import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { metricsConfig } from '#shared/services/metrics/catalogue.ts';
import { endpoint } from '../../http/endpoint.ts';

/** getMetricsConfig: the metric catalogue. */
export const getMetricsConfig = endpoint(metricOperations.getMetricsConfig, async () => metricsConfig());

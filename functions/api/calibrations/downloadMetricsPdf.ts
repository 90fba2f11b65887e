import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { metricsPdf } from '#shared/services/metrics/metrics-pdf.ts';
import { endpoint } from '../../http/endpoint.ts';
import { metricsQueryOf } from '../metrics-query.ts';

export const downloadMetricsPdf = endpoint(metricOperations.downloadMetricsPdf, async ({ ctx, params, query }) => ({
  bytes: await metricsPdf(ctx, params.chip_id, metricsQueryOf(query)),
  contentType: 'application/pdf',
  fileName: `${params.chip_id}-metrics.pdf`,
}));

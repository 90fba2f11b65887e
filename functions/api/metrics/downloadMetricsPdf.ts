import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { invalid } from '#shared/errors.ts';
import { metricsPdf } from '#shared/services/metrics/metrics-pdf.ts';
import { weeklyPdf } from '#shared/services/metrics/weekly-pdf.ts';
import { endpoint } from '../../http/endpoint.ts';
import { metricsQueryOf } from '../metrics-query.ts';

export const downloadMetricsPdf = endpoint(metricOperations.downloadMetricsPdf, async ({ ctx, params, query }) => {
  const { report, timezone: timeZone = 'UTC', as_of: asOf, selection_mode, ...others } = query;
  if (report === 'metrics')
    return {
      bytes: await metricsPdf(ctx, params.chip_id, metricsQueryOf(query)),
      contentType: 'application/pdf',
      fileName: `${params.chip_id}-metrics.pdf`,
    };
  const unused = Object.entries({
    ...others,
    selection_mode: selection_mode === 'latest' ? undefined : selection_mode,
  });
  const [name] = unused.find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) throw invalid(`'${name}' is not used by the report of a week`);
  return {
    bytes: await weeklyPdf(ctx, params.chip_id, { asOf, timeZone }),
    contentType: 'application/pdf',
    fileName: `${params.chip_id}-week.pdf`,
  };
});

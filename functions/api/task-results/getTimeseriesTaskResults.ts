import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { timeSeries } from '#shared/services/task-results/read/timeseries.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentSeriesValue } from './present.ts';

export const getTimeseriesTaskResults = endpoint(
  taskResultOperations.getTimeseriesTaskResults,
  async ({ ctx, query }) => {
    const subject = { chipId: query.chip_id, parameter: query.parameter, qid: query.qid, tag: query.tag };
    const { values, completeUntil } = await timeSeries(ctx, subject, { from: query.start_at, through: query.end_at });
    const data = Object.fromEntries([...values].map(([id, ofTarget]) => [id, ofTarget.map(presentSeriesValue)]));
    return { data, complete_until: completeUntil };
  },
);

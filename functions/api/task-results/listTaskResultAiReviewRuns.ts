import { reviewOperations } from '#shared/contract/operations/reviews.ts';
import { listReviewRuns } from '#shared/services/reviews/read-reviews.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentReviewRun } from '../reviews.ts';

export const listTaskResultAiReviewRuns = endpoint(
  reviewOperations.listTaskResultAiReviewRuns,
  async ({ ctx, query: { chip_id: chipId, task_name: taskName, skip, limit } }) => {
    const { runs, total } = await listReviewRuns(ctx, { chipId, taskName }, { skip, limit });
    return { items: runs.map(presentReviewRun), total, skip, limit };
  },
);

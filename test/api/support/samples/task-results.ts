import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const taskResultsSamples = {
  listTaskResults: () => ({}),
  getLatestQubitTaskResults: ({ chipId }) => ({ query: { chip_id: chipId, task: 'CheckT1' } }),
  getLatestCouplingTaskResults: ({ chipId }) => ({ query: { chip_id: chipId, task: 'CheckZX90' } }),
  getHistoricalQubitTaskResults: ({ chipId }) => ({ query: { chip_id: chipId, task: 'CheckT1', date: '20250301' } }),
  getHistoricalCouplingTaskResults: ({ chipId }) => ({
    query: { chip_id: chipId, task: 'CheckZX90', date: '20250301' },
  }),
  getQubitTaskHistory: ({ chipId }) => ({ params: { qid: 0 }, query: { chip_id: chipId, task: 'CheckT1' } }),
  getCouplingTaskHistory: ({ chipId }) => ({
    params: { coupling_id: '0-1' },
    query: { chip_id: chipId, task: 'CheckZX90' },
  }),
  getTimeseriesTaskResults: ({ chipId }) => ({
    query: { chip_id: chipId, parameter: 't1', start_at: '2025-01-01', end_at: '2025-02-01' },
  }),
  getTaskResult: ({ taskId }) => ({ params: { task_id: taskId } }),
  listTasks: () => ({}),
  listTags: () => ({}),
  listBackends: () => ({}),
  getCalibrationNote: () => ({}),
  listTaskInfo: () => ({ query: { backend: 'simulator' } }),
  listTaskResultAiReviews: () => ({}),
  requestBulkAiReview: ({ chipId, taskId }) => ({ body: { chip_id: chipId, task: 'CheckT1', task_ids: [taskId] } }),
  listTaskResultAiReviewRuns: () => ({}),
  getTaskResultAiReviewRun: ({ reviewRunId }) => ({ params: { review_run_id: reviewRunId } }),
  upsertTaskResultAiReview: ({ taskId, reviewRunId, fresh }) => ({
    params: { task_id: taskId },
    body: { review_run_id: reviewRunId, decision: 'pass', review_markdown: fresh },
  }),
  listTaskKnowledge: () => ({}),
  getTaskKnowledge: () => ({ params: { task_name: 'CheckT1' } }),
  getTaskKnowledgeMarkdown: () => ({ params: { task_name: 'CheckT1' } }),
  upsertTaskKnowledgeMarkdown: ({ fresh }) => ({ params: { task_name: 'CheckT1' }, body: { content: fresh } }),
  deleteTaskKnowledgeMarkdown: () => ({ params: { task_name: 'CheckRamsey' } }),
  listHeldMeasurements: ({ chipId }) => ({ query: { chip_id: chipId } }),
  decideHeldValues: ({ chipId }) => ({
    body: { chip_id: chipId, decision: 'accept', values: [{ id: 'unknown', metric: 't1' }] },
  }),
  setTaskResultsExcluded: ({ taskId }) => ({ body: { task_ids: [taskId], excluded: true, reason: 'outlier' } }),
  setTaskResultExcluded: ({ taskId }) => ({ params: { task_id: taskId }, body: { excluded: true, reason: 'outlier' } }),
} satisfies Partial<SamplesOf<typeof routes>>;

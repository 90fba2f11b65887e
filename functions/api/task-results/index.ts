import { groupHandler } from '../../http/group.ts';
import { decideHeldValues } from './decideHeldValues.ts';
import { deleteTaskKnowledgeMarkdown } from './deleteTaskKnowledgeMarkdown.ts';
import { getCalibrationNote } from './getCalibrationNote.ts';
import { getHistoricalCouplingTaskResults, getHistoricalQubitTaskResults } from './getHistoricalTargetTaskResults.ts';
import { getLatestCouplingTaskResults, getLatestQubitTaskResults } from './getLatestTargetTaskResults.ts';
import { getCouplingTaskHistory, getQubitTaskHistory } from './getTargetTaskHistory.ts';
import { getTaskKnowledge } from './getTaskKnowledge.ts';
import { getTaskKnowledgeMarkdown } from './getTaskKnowledgeMarkdown.ts';
import { getTaskResult } from './getTaskResult.ts';
import { getTaskResultAiReviewRun } from './getTaskResultAiReviewRun.ts';
import { getTimeseriesTaskResults } from './getTimeseriesTaskResults.ts';
import { listBackends } from './listBackends.ts';
import { listHeldMeasurements } from './listHeldMeasurements.ts';
import { listTags } from './listTags.ts';
import { listTaskInfo } from './listTaskInfo.ts';
import { listTaskKnowledge } from './listTaskKnowledge.ts';
import { listTaskResultAiReviewRuns } from './listTaskResultAiReviewRuns.ts';
import { listTaskResultAiReviews } from './listTaskResultAiReviews.ts';
import { listTaskResults } from './listTaskResults.ts';
import { listTasks } from './listTasks.ts';
import { requestBulkAiReview } from './requestBulkAiReview.ts';
import { setTaskResultExcluded } from './setTaskResultExcluded.ts';
import { setTaskResultsExcluded } from './setTaskResultsExcluded.ts';
import { upsertTaskKnowledgeMarkdown } from './upsertTaskKnowledgeMarkdown.ts';
import { upsertTaskResultAiReview } from './upsertTaskResultAiReview.ts';

export const handler = groupHandler({
  listTaskResults,
  getLatestQubitTaskResults,
  getLatestCouplingTaskResults,
  getHistoricalQubitTaskResults,
  getHistoricalCouplingTaskResults,
  getQubitTaskHistory,
  getCouplingTaskHistory,
  getTimeseriesTaskResults,
  getTaskResult,
  listTasks,
  listTags,
  listBackends,
  getCalibrationNote,
  listTaskInfo,
  deleteTaskKnowledgeMarkdown,
  getTaskKnowledge,
  getTaskKnowledgeMarkdown,
  listTaskKnowledge,
  upsertTaskKnowledgeMarkdown,
  decideHeldValues,
  listHeldMeasurements,
  setTaskResultExcluded,
  setTaskResultsExcluded,
  listTaskResultAiReviews,
  requestBulkAiReview,
  listTaskResultAiReviewRuns,
  getTaskResultAiReviewRun,
  upsertTaskResultAiReview,
});

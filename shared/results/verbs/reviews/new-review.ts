import { v7 as uuidV7 } from 'uuid';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { emptyReview } from '../../rules/reviews/review.ts';
import type { ReviewRow, ReviewRunRecord, ReviewTextRecord } from '../../store/reviews.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';

/** A run of these results. */
export function newRun(
  ctx: ProjectContext,
  of: Pick<ReviewRunRecord, 'modelProvider' | 'modelName' | 'triggerType'> & { kind: 'qubit' | 'coupling' },
  results: readonly TaskResultRecord[],
): ReviewRunRecord {
  const requestedAt = nowOf(ctx);
  return {
    projectId: ctx.projectId,
    runId: `airv_${uuidV7({ msecs: Date.parse(requestedAt) }).replaceAll('-', '')}`,
    ...{ triggerType: of.triggerType, modelProvider: of.modelProvider, modelName: of.modelName },
    ...{ chipId: results[0]?.chipId ?? '', taskName: results[0]?.name ?? '', entityType: of.kind },
    executionIds: [...new Set(results.map(({ executionId }) => executionId))],
    ...{ requestedBy: ctx.actor.user.username, requestedAt, size: results.length },
  };
}

/** The review of a result that has not been written yet. */
export function newReview(run: ReviewRunRecord, result: TaskResultRecord): { row: ReviewRow; text: ReviewTextRecord } {
  const { projectId, runId, modelProvider, modelName } = run;
  const { taskId, name: taskName, chipId, qid, executionId, status: taskStatus, startAt } = result;
  const { decision, ...texts } = emptyReview;
  return {
    row: { projectId, runId, taskId, taskName, chipId, qid, executionId, status: 'requested', decision },
    text: {
      ...{ projectId, runId, taskId, taskStatus, startAt, modelProvider, modelName, ...texts, updatedBy: '' },
      ...{ figurePaths: result.figurePaths, jsonFigurePaths: result.jsonFigurePaths },
    },
  };
}

import { isInForm } from '#shared/results/rules/reviews/review.ts';
import type { Review, ReviewRunSummary } from '#shared/results/verbs/reviews/read-reviews.ts';

const modelOf = ({ modelProvider, modelName }: { modelProvider: string; modelName: string }): string =>
  [modelProvider, modelName].filter(Boolean).join('/');

/** A review, on the wire. */
export const presentReview = ({ run, row, text }: Review) => ({
  ...{ task_id: row.taskId, review_run_id: row.runId, task_name: row.taskName, chip_id: row.chipId },
  ...{ qid: row.qid, target: row.qid, execution_id: row.executionId, task_status: text.taskStatus },
  ...{ review_status: row.status, decision: row.decision, human_label: text.humanLabel },
  accepted_parameters: text.acceptedParameters,
  needs_review: text.needsReview,
  primary_reason: text.primaryReason,
  suggested_labels: text.suggestedLabels,
  recommended_action: text.recommendedAction,
  model: modelOf(text),
  requested_by: run.requestedBy,
  requested_at: run.requestedAt,
  completed_at: row.completedAt ?? null,
  note_updated_at: text.updatedAt ?? null,
  start_at: text.startAt ?? null,
  figure_path: text.figurePaths,
  json_figure_path: text.jsonFigurePaths,
  review_markdown: text.markdown,
  format_ok: isInForm(text.markdown),
  ...{ reviewed_by: text.updatedBy, error: text.error },
});

/** A run of reviews, on the wire. */
export const presentReviewRun = ({ run, counts, completedAt }: ReviewRunSummary) => ({
  ...{ review_run_id: run.runId, trigger_type: run.triggerType, chip_id: run.chipId, task_name: run.taskName },
  ...{ entity_type: run.entityType, execution_ids: run.executionIds, requested_by: run.requestedBy },
  ...{ requested_at: run.requestedAt, completed_at: completedAt ?? null, model: modelOf(run), total: run.size },
  completed_count: counts.statuses.completed ?? 0,
  failed_count: counts.statuses.failed ?? 0,
  running_count: counts.statuses.running ?? 0,
  requested_count: counts.statuses.requested ?? 0,
  ...{ decision_counts: counts.decisions, status_counts: counts.statuses },
});

import { review, reviewRun } from '#shared/results/contract/schemas/reviews.ts';
import { isInForm } from '#shared/results/rules/reviews/review.ts';
import type { Review, ReviewRunSummary } from '#shared/results/verbs/reviews/read-reviews.ts';
import { present } from '../http/present.ts';

const modelOf = ({ modelProvider, modelName }: { modelProvider: string; modelName: string }): string =>
  [modelProvider, modelName].filter(Boolean).join('/');

/** A review, on the wire. */
export const presentReview = ({ run, row, text }: Review) =>
  present(
    review,
    { ...text, ...run, ...row },
    {
      review_run_id: row.runId,
      target: row.qid,
      review_status: row.status,
      model: modelOf(text),
      note_updated_at: text.updatedAt,
      figure_path: text.figurePaths,
      json_figure_path: text.jsonFigurePaths,
      review_markdown: text.markdown,
      format_ok: isInForm(text.markdown),
      reviewed_by: text.updatedBy,
    },
  );

/** A run of reviews, on the wire. */
export const presentReviewRun = ({ run, counts, completedAt }: ReviewRunSummary) =>
  present(reviewRun, run, {
    review_run_id: run.runId,
    completed_at: completedAt,
    model: modelOf(run),
    total: run.size,
    completed_count: counts.statuses.completed ?? 0,
    failed_count: counts.statuses.failed ?? 0,
    running_count: counts.statuses.running ?? 0,
    requested_count: counts.statuses.requested ?? 0,
    decision_counts: counts.decisions,
    status_counts: counts.statuses,
  });

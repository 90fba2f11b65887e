import { review } from '#shared/results/contract/schemas/reviews.ts';
import { isInForm } from '#shared/results/rules/reviews/review.ts';
import type { Review } from '#shared/results/verbs/reviews/read-reviews.ts';
import { present } from '../http/present.ts';

export const modelOf = ({ modelProvider, modelName }: { modelProvider: string; modelName: string }): string =>
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

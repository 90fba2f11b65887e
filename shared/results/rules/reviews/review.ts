/** Reviews of task results, by people or by models of the lab: the service keeps them, and makes none (rule REVIEW-1). */

/** `requested` until the reviewer reports that the review is running or done. */
export const REVIEW_STATUSES = ['requested', 'running', 'completed', 'failed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Most results that one run reviews: its reviews are one answer. */
export const REVIEW_RUN_SIZE = 200;

/** Largest review, in bytes of UTF-8. */
export const REVIEW_BYTES = 20_000;

/** The fields of a review; all of them may be empty. */
export interface ReviewFields {
  decision: string;
  humanLabel: string;
  acceptedParameters: string;
  needsReview: string;
  primaryReason: string;
  suggestedLabels: string;
  recommendedAction: string;
  markdown: string;
  error: string;
}

export const emptyReview: ReviewFields = {
  ...{ decision: '', humanLabel: '', acceptedParameters: '', needsReview: '', primaryReason: '' },
  ...{ suggestedLabels: '', recommendedAction: '', markdown: '', error: '' },
};

/** The fields of a review in lists. */
interface Counted {
  status: ReviewStatus;
  decision: string;
}

/** How many reviews have each status, and each decision that was made. */
export function countReviews(reviews: readonly Counted[]) {
  const count = (words: readonly string[]): Record<string, number> =>
    Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
  return {
    statuses: count(reviews.map(({ status }) => status)),
    decisions: count(reviews.flatMap(({ decision }) => decision || [])),
  };
}

/** Whether the text of a review begins as QDash's do: the heading that its clients look for. */
export const isInForm = (markdown: string): boolean => /^##\s+AI (review|triage)\b/i.test(markdown.trimStart());

import { pageParam, textParam } from '../../../ui/lib/url/search-params.ts';

/** What the pages of task knowledge and of reviews keep in their URLs, as texts: every page of the application loads this. */

/** The search among the tasks. */
export const taskListSearch = (raw: Record<string, unknown>): { q?: string | undefined } => ({
  q: textParam(raw.q),
});

/** Which reviews are listed. */
export interface ReviewsSearch {
  chip?: string | undefined;
  task?: string | undefined;
  status?: string | undefined;
  decision?: string | undefined;
  page?: number | undefined;
}

export const reviewsSearch = (raw: Record<string, unknown>): ReviewsSearch => ({
  chip: textParam(raw.chip),
  task: textParam(raw.task),
  status: textParam(raw.status),
  decision: textParam(raw.decision),
  page: pageParam(raw.page),
});

/** Which cases are listed. */
export interface CasesSearch {
  /** Words of the case. */
  q?: string | undefined;
  status?: string | undefined;
  task?: string | undefined;
  page?: number | undefined;
}

export const casesSearch = (raw: Record<string, unknown>): CasesSearch => ({
  q: textParam(raw.q),
  status: textParam(raw.status),
  task: textParam(raw.task),
  page: pageParam(raw.page),
});

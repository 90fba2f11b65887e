import type { ProjectContext } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { batchGetItems, type OnFullPage, queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { skipBudget } from '../../../kernel/store/dynamodb/paging.ts';
import { reviewKeys } from '../../../kernel/store/keys.ts';
import { countReviews, type ReviewStatus } from '../../rules/reviews/review.ts';
import {
  type ReviewRow,
  type ReviewRunRecord,
  type ReviewTextRecord,
  reviewRowEntity,
  reviewRunEntity,
  reviewTextEntity,
} from '../../store/reviews.ts';

/** A review with its run. */
export interface Review {
  run: ReviewRunRecord;
  row: ReviewRow;
  text: ReviewTextRecord;
}

/** Which reviews are wanted. */
export interface ReviewFilter {
  chipId?: string | undefined;
  taskName?: string | undefined;
  status?: ReviewStatus | undefined;
  decision?: string | undefined;
  /** Of each task on each target the newest alone. */
  latestOnly: boolean;
}

export type ReviewCounts = ReturnType<typeof countReviews>;
export interface Slice {
  skip: number;
  limit: number;
}

/**
 * Reviews, the newest run first; counted are all that the filter leaves, whatever their status and decision.
 * @throws ServiceError `request_too_broad` beyond what one request walks over.
 */
export async function listReviews(
  ctx: ProjectContext,
  { status, decision, ...filter }: ReviewFilter,
  { skip, limit }: Slice,
): Promise<{ reviews: Review[]; total: number; counts: ReviewCounts }> {
  refuseFar(skip);
  const { rows, runs } = await readRows(ctx);
  const seen = new Set<string>();
  const isNewest = ({ chipId, taskName, qid }: ReviewRow): boolean => {
    const place = JSON.stringify([chipId, taskName, qid]);
    return !seen.has(place) && seen.add(place).size > 0;
  };
  const ofFilter = rows.filter(
    (row) =>
      (filter.chipId === undefined || row.chipId === filter.chipId) &&
      (filter.taskName === undefined || row.taskName === filter.taskName) &&
      (!filter.latestOnly || isNewest(row)),
  );
  const wanted = ofFilter.filter(
    (row) => (status === undefined || row.status === status) && (decision === undefined || row.decision === decision),
  );
  const reviews = await withTexts(ctx, wanted.slice(skip, skip + limit), runs);
  return { reviews, total: wanted.length, counts: countReviews(ofFilter) };
}

/** Runs and the rows of their reviews, the newest run first. Rows of a run that was never created are ignored. */
export async function readRows({ db, projectId }: ProjectContext) {
  const [runItems, rowItems] = await Promise.all([
    queryAll(db, { ...reviewKeys.runs(projectId), descending: true }, mostReads()),
    queryAll(db, { ...reviewKeys.rows(projectId), descending: true }, mostReads()),
  ]);
  const runs = new Map(runItems.map((item) => reviewRunEntity.decode(item)).map((run) => [run.runId, run]));
  return { runs, rows: rowItems.map((item) => reviewRowEntity.decode(item)).filter(({ runId }) => runs.has(runId)) };
}

export async function withTexts(
  { db, projectId }: ProjectContext,
  rows: readonly ReviewRow[],
  runs: ReadonlyMap<string, ReviewRunRecord>,
): Promise<Review[]> {
  if (rows.length === 0) return [];
  const texts = await batchGetItems(
    db,
    rows.map(({ runId, taskId }) => reviewKeys.text(projectId, runId, taskId)),
  );
  return rows.flatMap((row, n) => {
    const run = runs.get(row.runId);
    const item = texts[n];
    return run && item ? [{ run, row, text: reviewTextEntity.decode(item) }] : [];
  });
}

/** Most megabytes of rows that one request reads. */
function mostReads(): OnFullPage {
  let left = 16;
  return () => {
    if (left <= 0)
      throw new ServiceError(
        'request_too_broad',
        'The reviews of this project are more than one request reads; read them by run',
      );
    left -= 1;
  };
}

export function refuseFar(skip: number): void {
  if (skip > skipBudget) throw new ServiceError('request_too_broad', `skip ${skip} is beyond ${skipBudget}`);
}

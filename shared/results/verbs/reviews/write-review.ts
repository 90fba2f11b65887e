import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid, unknownReference } from '../../../kernel/errors.ts';
import { laterThan } from '../../../kernel/rules/calendar.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Condition, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { reviewKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../../kernel/verbs/apply-once.ts';
import { REVIEW_BYTES, type ReviewFields, type ReviewStatus } from '../../rules/reviews/review.ts';
import { reviewRowEntity, reviewRunEntity, reviewTextEntity } from '../../store/reviews.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';
import { readTaskResult } from '../read-task-result.ts';
import { newReview, newRun } from './new-review.ts';
import type { Review } from './read-reviews.ts';

/** What is written of a review; what is undefined stays. */
export type ReviewChanges = { [Field in keyof ReviewFields]?: ReviewFields[Field] | undefined } & {
  status: ReviewStatus;
  modelProvider?: string | undefined;
  modelName?: string | undefined;
};

/**
 * Writes the review of a result, in the run that requested it, else in a run of its own (rule REVIEW-3). A completed
 * one is stored in the result as well.
 * @throws ServiceError `not-found` for the result; `unknown-reference` if the run did not request it; `invalid` for a
 * text that is too long.
 */
export function writeReview(
  ctx: ProjectContext,
  taskId: string,
  runId: string | undefined,
  changes: ReviewChanges,
): Promise<Review> {
  return applyOnceWithRetries(ctx, `The review of task result '${taskId}'`, async () => {
    const result = await readTaskResult(ctx, taskId);
    const before = runId === undefined ? ownRun(ctx, result, changes) : await standing(ctx, runId, taskId);
    const now = before.text.updatedAt ? laterThan(before.text.updatedAt, nowOf(ctx)) : nowOf(ctx);
    const { status, decision, ...texts } = changes;
    const written = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
    const isOver = status === 'completed' || status === 'failed';
    const row = {
      ...before.row,
      status,
      decision: decision ?? before.row.decision,
      completedAt: isOver ? now : undefined,
    };
    const text = { ...before.text, ...written, updatedBy: ctx.actor.user.username, updatedAt: now };
    refuseLong(text, row.decision);
    const review: Review = { run: before.run, row, text };
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, review);
    if (before.rev === undefined) transaction.put(reviewRunEntity.encode(before.run, 1), ifAbsent);
    const condition = before.rev === undefined ? ifAbsent : ifRevision(before.rev);
    transaction.put(reviewRowEntity.encode(row, (before.rev ?? 0) + 1), condition, staleRead);
    transaction.put(reviewTextEntity.encode(text, (before.rev ?? 0) + 1));
    if (status === 'completed') {
      const aiReviewNote = { content: text.markdown, updatedBy: text.updatedBy, updatedAt: now };
      // The run's own attributes are left alone, and with them the revision that it writes by.
      transaction.update(
        taskKeys.result(ctx.projectId, taskId),
        updateOf({ set: { aiReviewNote } }),
        ifThere,
        staleRead,
      );
    }
    await transaction.commit();
    return review;
  });
}

const ifThere: Condition = { expression: 'attribute_exists(pk)' };

type Standing = Review & { rev: number | undefined };

function ownRun(ctx: ProjectContext, result: TaskResultRecord, changes: ReviewChanges): Standing {
  const kind = result.taskType === 'coupling' ? 'coupling' : 'qubit';
  const { modelProvider = '', modelName = '' } = changes;
  const run = newRun(ctx, { kind, modelProvider, modelName, triggerType: 'single' }, [result]);
  return { run, ...newReview(run, result), rev: undefined };
}

async function standing({ db, projectId }: ProjectContext, runId: string, taskId: string): Promise<Standing> {
  const [run, row, text] = await batchGetItems(db, [
    reviewKeys.run(projectId, runId),
    reviewKeys.row(projectId, runId, taskId),
    reviewKeys.text(projectId, runId, taskId),
  ]);
  if (!run || !row || !text)
    throw unknownReference(`Review run '${runId}' of project '${projectId}' did not ask for task result '${taskId}'`);
  const stored = reviewRowEntity.decode(row);
  const { rev, ...reviewed } = stored;
  const { rev: _text, ...texts } = reviewTextEntity.decode(text);
  const { rev: _run, ...of } = reviewRunEntity.decode(run);
  return { run: of, row: reviewed, text: texts, rev };
}

function refuseLong(texts: Omit<ReviewFields, 'decision'>, decision: string): void {
  const { markdown, error, humanLabel, acceptedParameters, needsReview } = texts;
  const { primaryReason, suggestedLabels, recommendedAction } = texts;
  const all = [decision, markdown, error, humanLabel, acceptedParameters, needsReview, primaryReason];
  const bytes = Buffer.byteLength([...all, suggestedLabels, recommendedAction].join(''));
  if (bytes > REVIEW_BYTES) throw invalid(`A review has at most ${REVIEW_BYTES} bytes; this one has ${bytes}`);
}

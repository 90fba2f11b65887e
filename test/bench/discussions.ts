import { chipKeys, reviewKeys, taskKeys, threadKeys } from '#shared/kernel/store/keys.ts';
import type { FullClient } from '#test/support/stack/full-client.ts';
import type { Contribution, ReadCase } from './read-case.ts';

/** How many the card of a thing's discussions asks for, as in `web/discussions/lib/queries.ts`. */
const shownAbout = 5;

/** Threads of the bench on one chip, of which every fifth is about one qubit, and the replies of the newest. */
const discussed = { chip: 'c133', threads: 60, replies: 30, edits: 3, every: 5 };

/** Threads that are there, oldest first, and one about a task result. */
export interface SeededThreads {
  ids: string[];
  issueId: string;
  taskId: string;
  /** A run of one review of that result. */
  reviewRunId: string;
}

export async function seedThreads(client: FullClient, taskId: string): Promise<SeededThreads> {
  const content = 'T1 fell after the last warm-up; the flux line is the suspect. '.repeat(8);
  const ids: string[] = [];
  const ofTask = { params: { task_id: taskId } };
  const issue = await client.createIssue({ ...ofTask, body: { title: 'No decay', content } });
  for (let n = 0; n < discussed.replies; n += 1)
    await client.createIssue({ ...ofTask, body: { content, parent_id: issue.id } });
  for (let n = 0; n < discussed.threads; n += 1) {
    const chip = { type: 'chip' as const, chip_id: discussed.chip };
    const qubit = { type: 'qubit' as const, chip_id: discussed.chip, target_id: '0' };
    const subjects = [n % discussed.every === 0 ? qubit : chip];
    const body = { category: 'qubit', title: `Drift ${n}`, content, subjects };
    ids.push((await client.createForumPost({ body })).id);
  }
  const params = { post_id: ids.at(-1) ?? '' };
  for (let n = 0; n < discussed.replies; n += 1)
    await client.createForumPost({ body: { category: 'qubit', parent_id: params.post_id, content } });
  for (let n = 0; n < discussed.edits; n += 1)
    await client.updateForumPost({ params, body: { content: `${n} ${content}` } });
  await client.extractIssueKnowledge({ params: { issue_id: issue.id } });
  const review = { decision: 'pass', review_markdown: content };
  const { review_run_id: reviewRunId } = await client.upsertTaskResultAiReview({ ...ofTask, body: review });
  return { ids, issueId: issue.id, taskId, reviewRunId };
}

/** The reads of discussions. */
export function discussionCases(projectId: string, { ids, issueId, taskId, reviewRunId }: SeededThreads): ReadCase[] {
  const newest = ids.at(-1) ?? '';
  const make = (operationId: ReadCase['operationId'], note: string, contributes: Contribution[]): ReadCase => ({
    ...{ name: `${operationId}${note}`, operationId, projectId, contributes },
  });
  const threads = (some: readonly string[]): Contribution => ({
    get: some.map((id) => threadKeys.thread(projectId, id)),
  });
  const atQubit = { kind: 'target', chipId: discussed.chip, target: { kind: 'qubit', id: '0' } } as const;
  const ofIssue = { params: { issue_id: issueId } };
  const ofPost = { params: { post_id: newest } };
  const reviews = { query: reviewKeys.rows(projectId) };
  const reviewText = { get: [reviewKeys.text(projectId, reviewRunId, taskId)] };
  return [
    make('listTaskResultAiReviews', '', [{ query: reviewKeys.runs(projectId) }, reviews, reviewText]),
    make('listTaskResultAiReviewRuns', '', [{ query: reviewKeys.runs(projectId) }, reviews]),
    {
      ...make('getTaskResultAiReviewRun', '', [
        { get: [reviewKeys.run(projectId, reviewRunId)] },
        { query: reviewKeys.rowsOf(projectId, reviewRunId) },
        reviewText,
      ]),
      params: { review_run_id: reviewRunId },
    },
    make('listForumCategories', '', [{ get: [threadKeys.categories(projectId)] }]),
    // The total is exact, so every row contributes to the first page.
    make('listForumPosts', ', 50 of 61', [{ query: threadKeys.rows(projectId, undefined) }, threads(ids.slice(-50))]),
    {
      ...make('listForumPosts', ', of a qubit', [
        { query: threadKeys.rows(projectId, atQubit) },
        threads(ids.filter((_, n) => n % discussed.every === 0).slice(-shownAbout)),
      ]),
      query: {
        chip_id: discussed.chip,
        target_type: 'qubit',
        target_id: '0',
        status: 'all',
        limit: String(shownAbout),
      },
    },
    {
      ...make('getChipDiscussionsSummary', '', [
        { get: [chipKeys.chip(projectId, discussed.chip)] },
        { query: threadKeys.rows(projectId, { kind: 'chip', chipId: discussed.chip }) },
      ]),
      params: { chip_id: discussed.chip },
    },
    make('listIssues', ', 1 of 61 threads', [{ query: threadKeys.rows(projectId, undefined) }, threads([issueId])]),
    {
      ...make('listIssues', ', of a task result', [
        { query: threadKeys.rows(projectId, { kind: 'task', taskId }) },
        threads([issueId]),
      ]),
      query: { task_id: taskId },
    },
    { ...make('getIssue', '', [threads([issueId])]), ...ofIssue },
    {
      ...make('getIssueReplies', ', 30', [threads([issueId]), { query: threadKeys.replies(projectId, issueId) }]),
      ...ofIssue,
    },
    {
      ...make('getTaskResultIssues', '', [
        { get: [taskKeys.result(projectId, taskId)] },
        { query: threadKeys.rows(projectId, { kind: 'task', taskId }) },
        threads([issueId]),
      ]),
      params: { task_id: taskId },
    },
    make('listIssueKnowledge', '', [{ query: threadKeys.allKnowledge(projectId) }]),
    {
      ...make('getIssueKnowledge', '', [{ get: [threadKeys.knowledge(projectId, issueId)] }]),
      params: { knowledge_id: issueId },
    },
    { ...make('getForumPost', '', [threads([newest])]), ...ofPost },
    {
      ...make('getForumPostReplies', ', 30', [threads([newest]), { query: threadKeys.replies(projectId, newest) }]),
      ...ofPost,
    },
    {
      ...make('listForumPostRevisions', '', [threads([newest]), { query: threadKeys.revisions(projectId, newest, 0) }]),
      ...ofPost,
    },
  ];
}

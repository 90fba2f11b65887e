import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { booleanParam, instant, integerParam, message, pageFields } from '#shared/api/schemas/common.ts';
import { postContent } from '#shared/discussions/contract/schemas/discussions.ts';
import { shortId } from '#shared/discussions/contract/schemas/issue-knowledge.ts';

const title = z.string().trim().min(1).max(200);

/** An issue, or a reply to one. */
const issue = z
  .object({
    id: z.string(),
    task_id: z.string(),
    user_id: z.string().nullable(),
    username: z.string(),
    avatar_key: z.string().nullable(),
    title: z.string().nullable(),
    content: z.string(),
    created_at: instant,
    updated_at: instant,
    parent_id: z.string().nullable().meta({ description: 'The issue that a reply is in' }),
    reply_count: z.int(),
    is_closed: z.boolean(),
    is_ai_reply: z.boolean(),
  })
  .meta({ id: 'Issue' });

/** A new issue, or with `parent_id` a reply to one. */
const createIssueBody = z
  .object({
    title: title.nullish().meta({ description: 'An issue needs one' }),
    content: postContent,
    parent_id: shortId.nullish(),
  })
  .meta({ id: 'CreateIssue' });

const updateIssueBody = z.object({ title: title.nullish(), content: postContent }).meta({ id: 'UpdateIssue' });

/** Which issues are wanted. */
const issueQuery = z.object({
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 200, fallback: 50 }),
  task_id: shortId.optional(),
  is_closed: booleanParam(false),
});

const issuePage = z.object({ issues: z.array(issue), ...pageFields });

const ofIssue = z.object({ issue_id: shortId });
const ofTask = z.object({ task_id: shortId });

/** Issues: the threads about task results, in QDash's shapes. */
export const issuesOperations = {
  listIssues: define('listIssues', {
    summary: 'Issues of task results, the newest first',
    description:
      'An issue is a thread about a task result: `/forum/posts` answers the same with all that a thread has.',
    query: issueQuery,
    status: 200,
    response: issuePage,
  }),
  getIssue: define('getIssue', {
    summary: 'An issue, or a reply to one',
    params: ofIssue,
    status: 200,
    response: issue,
    errors: ['not_found'],
  }),
  updateIssue: define('updateIssue', {
    summary: 'Change the text of an issue, or of a reply',
    description: 'Its author alone may.',
    params: ofIssue,
    body: updateIssueBody,
    status: 200,
    response: issue,
    errors: ['not_found', 'forbidden'],
  }),
  deleteIssue: define('deleteIssue', {
    summary: 'Delete an issue with its replies, or a reply',
    description: "Its author may, and the project's owner.",
    params: ofIssue,
    status: 200,
    response: message,
    errors: ['not_found', 'forbidden'],
  }),
  closeIssue: define('closeIssue', {
    summary: 'Close an issue',
    description: 'Its author may, its assignees, and editors of the project.',
    params: ofIssue,
    status: 200,
    response: message,
    errors: ['not_found', 'forbidden'],
  }),
  reopenIssue: define('reopenIssue', {
    summary: 'Open a closed issue again',
    description: 'Who may close it may open it.',
    params: ofIssue,
    status: 200,
    response: message,
    errors: ['not_found', 'forbidden'],
  }),
  getIssueReplies: define('getIssueReplies', {
    summary: 'The replies to an issue, the oldest first',
    description: 'A bare array of the first 200, as QDash answers it; `/forum/posts/{post_id}/replies` pages.',
    params: ofIssue,
    status: 200,
    response: z.array(issue),
    errors: ['not_found'],
  }),
  getTaskResultIssues: define('getTaskResultIssues', {
    summary: 'The issues of a task result, open and closed, the newest first',
    description: 'A bare array of the newest 200, as QDash answers it.',
    params: ofTask,
    status: 200,
    response: z.array(issue),
    errors: ['not_found'],
  }),
  createIssue: define('createIssue', {
    summary: 'Begin an issue about a task result, or reply to one',
    description: 'A thread about the task result, in the category of its target. A closed issue takes no reply: 409.',
    params: ofTask,
    body: createIssueBody,
    status: 201,
    response: issue,
    errors: ['not_found', 'unknown_reference', 'conflict', 'limit_reached'],
  }),
};

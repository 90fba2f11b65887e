import * as z from 'zod';
import { booleanParam, instant, integerParam, pageFields } from '../../../api/schemas/common.ts';
import { postContent } from './discussions.ts';

/** Wire shapes of issues: threads about a task result, as QDash's clients read them. */

const title = z.string().trim().min(1).max(200);

/** The id of a post, or of a task result. */
export const shortId = z
  .string()
  .refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 64, 'must be 1 to 64 characters');

/** An issue, or a reply to one. */
export const issue = z
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
export const createIssueBody = z
  .object({
    title: title.nullish().meta({ description: 'An issue needs one' }),
    content: postContent,
    parent_id: shortId.nullish(),
  })
  .meta({ id: 'CreateIssue' });

export const updateIssueBody = z.object({ title: title.nullish(), content: postContent }).meta({ id: 'UpdateIssue' });

/** Which issues are wanted. */
export const issueQuery = z.object({
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 200, fallback: 50 }),
  task_id: shortId.optional(),
  is_closed: booleanParam(false),
});

export const issuePage = z.object({ issues: z.array(issue), ...pageFields });

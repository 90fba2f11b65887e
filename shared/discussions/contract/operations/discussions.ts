import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { booleanParam, chipId, integerParam, message, pageFields, pageQuery } from '../../../api/schemas/common.ts';
import {
  categoryKey,
  closeForumPostBody,
  createForumCategoryBody,
  createForumPostBody,
  discussionsSummary,
  forumCategory,
  forumPost,
  forumPostPage,
  forumPostQuery,
  forumPostRevision,
  updateForumCategoryBody,
  updateForumPostBody,
} from '../schemas/discussions.ts';

const postId = z
  .string()
  .refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 64, 'must be 1 to 64 characters');
const ofPost = z.object({ post_id: postId });
const ofCategory = z.object({ category_key: categoryKey });
const ifMatch = z.object({ 'if-match': z.string().optional() });
const replyQuery = z.object({
  skip: pageQuery.skip,
  limit: integerParam({ min: 1, max: 200, fallback: 100 }),
});

/** Threads about chips, runs and their results, with replies. */
export const discussionOperations = {
  listForumCategories: define('listForumCategories', {
    summary: 'What threads are sorted into, in its order',
    query: z.object({ include_archived: booleanParam(false) }),
    status: 200,
    response: z.object({ categories: z.array(forumCategory), ...pageFields }),
  }),
  createForumCategory: define('createForumCategory', {
    summary: 'Add a category of threads',
    body: createForumCategoryBody,
    status: 201,
    response: forumCategory,
    errors: ['already_exists', 'limit_reached'],
  }),
  updateForumCategory: define('updateForumCategory', {
    summary: 'Change a category of threads, archive it, or bring it back',
    params: ofCategory,
    body: updateForumCategoryBody,
    status: 200,
    response: forumCategory,
    errors: ['not_found', 'conflict'],
  }),
  deleteForumCategory: define('deleteForumCategory', {
    summary: 'Archive a category of threads',
    description: 'It takes no new threads; those that are in it stay. The last one stays too: 409.',
    params: ofCategory,
    status: 200,
    response: message,
    errors: ['not_found', 'conflict'],
  }),
  listForumPosts: define('listForumPosts', {
    summary: 'Threads of the project, the newest first',
    description:
      'Those that are open unless `status` says otherwise. A thread about a task result is found by its run, its chip and its target as well. With `q` at most 8 MB of posts are looked at, the newest threads first: where there is more, `total` is null.',
    query: forumPostQuery,
    status: 200,
    response: forumPostPage,
  }),
  getChipDiscussionsSummary: define('getChipDiscussionsSummary', {
    summary: 'Which qubits and couplings of a chip open threads are about',
    description:
      'Threads that are not closed, about the target itself, a metric of it or one of its task results; the targets in the order of their newest thread. Of at most 2 MB of the rows of threads, the newest: where there are more, `total` is null.',
    params: z.object({ chip_id: chipId }),
    status: 200,
    response: discussionsSummary,
    errors: ['not_found'],
  }),
  createForumPost: define('createForumPost', {
    summary: 'Begin a thread, or reply to one',
    description:
      'With `parent_id` it is a reply, of which `content` and `content_blocks` alone count. `@name` mentions a member, outside of code. A thread that is closed takes no reply: 409.',
    body: createForumPostBody,
    status: 201,
    response: forumPost,
    errors: ['unknown_reference', 'conflict', 'limit_reached'],
    etag: true,
  }),
  getForumPost: define('getForumPost', {
    summary: 'A thread, or a reply',
    params: ofPost,
    status: 200,
    response: forumPost,
    errors: ['not_found'],
    etag: true,
  }),
  updateForumPost: define('updateForumPost', {
    summary: 'Change a thread, or a reply',
    description:
      "Title and text are the author's alone; the rest of a thread is changed by its author, its assignees and editors of the project. The text that is replaced stays readable among its revisions.",
    params: ofPost,
    headers: ifMatch,
    body: updateForumPostBody,
    status: 200,
    response: forumPost,
    errors: ['not_found', 'unknown_reference', 'forbidden', 'etag_mismatch'],
    etag: true,
  }),
  deleteForumPost: define('deleteForumPost', {
    summary: 'Delete a thread with its replies, or a reply',
    description: "Its author may, and the project's owner. Its earlier texts go with it.",
    params: ofPost,
    status: 200,
    response: message,
    errors: ['not_found', 'forbidden'],
  }),
  closeForumPost: define('closeForumPost', {
    summary: 'Close a thread',
    description:
      'Its author may, its assignees, and editors of the project. Closing it again changes the reason alone.',
    params: ofPost,
    body: closeForumPostBody,
    status: 200,
    response: message,
    errors: ['not_found', 'forbidden'],
  }),
  reopenForumPost: define('reopenForumPost', {
    summary: 'Open a closed thread again',
    description: 'Who may close it may open it.',
    params: ofPost,
    status: 200,
    response: message,
    errors: ['not_found', 'forbidden'],
  }),
  getForumPostReplies: define('getForumPostReplies', {
    summary: 'The replies of a thread, the oldest first',
    description: 'A bare array, as QDash answers it; `reply_count` of the thread says how many there are.',
    params: ofPost,
    query: replyQuery,
    status: 200,
    response: z.array(forumPost),
    errors: ['not_found'],
  }),
  listForumPostRevisions: define('listForumPostRevisions', {
    summary: 'The earlier texts of a thread or a reply, the newest first',
    description: 'The last 50 are kept.',
    params: ofPost,
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ revisions: z.array(forumPostRevision), ...pageFields }),
    errors: ['not_found'],
  }),
};

import { groupHandler } from '../../http/group.ts';
import { closeForumPost } from './closeForumPost.ts';
import { closeIssue } from './closeIssue.ts';
import { createForumCategory } from './createForumCategory.ts';
import { createForumPost } from './createForumPost.ts';
import { createIssue } from './createIssue.ts';
import { deleteForumCategory } from './deleteForumCategory.ts';
import { deleteForumPost } from './deleteForumPost.ts';
import { deleteIssue } from './deleteIssue.ts';
import { getForumPost } from './getForumPost.ts';
import { getForumPostReplies } from './getForumPostReplies.ts';
import { getIssue } from './getIssue.ts';
import { getIssueReplies } from './getIssueReplies.ts';
import { getTaskResultIssues } from './getTaskResultIssues.ts';
import { listForumCategories } from './listForumCategories.ts';
import { listForumPostRevisions } from './listForumPostRevisions.ts';
import { listForumPosts } from './listForumPosts.ts';
import { listIssues } from './listIssues.ts';
import { reopenForumPost } from './reopenForumPost.ts';
import { reopenIssue } from './reopenIssue.ts';
import { updateForumCategory } from './updateForumCategory.ts';
import { updateForumPost } from './updateForumPost.ts';
import { updateIssue } from './updateIssue.ts';

export const handler = groupHandler({
  closeForumPost,
  closeIssue,
  createForumCategory,
  createForumPost,
  createIssue,
  deleteForumCategory,
  deleteForumPost,
  deleteIssue,
  getForumPost,
  getForumPostReplies,
  getIssue,
  getIssueReplies,
  getTaskResultIssues,
  listForumCategories,
  listForumPostRevisions,
  listForumPosts,
  listIssues,
  reopenForumPost,
  reopenIssue,
  updateForumCategory,
  updateForumPost,
  updateIssue,
});

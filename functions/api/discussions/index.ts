import { groupHandler } from '../../http/group.ts';
import { approveIssueKnowledge } from './approveIssueKnowledge.ts';
import { closeForumPost } from './closeForumPost.ts';
import { closeIssue } from './closeIssue.ts';
import { createForumCategory } from './createForumCategory.ts';
import { createForumPost } from './createForumPost.ts';
import { createIssue } from './createIssue.ts';
import { deleteForumCategory } from './deleteForumCategory.ts';
import { deleteForumPost } from './deleteForumPost.ts';
import { deleteIssue } from './deleteIssue.ts';
import { deleteIssueKnowledge } from './deleteIssueKnowledge.ts';
import { extractIssueKnowledge } from './extractIssueKnowledge.ts';
import { getChipDiscussionsSummary } from './getChipDiscussionsSummary.ts';
import { getForumPost } from './getForumPost.ts';
import { getForumPostReplies } from './getForumPostReplies.ts';
import { getIssue } from './getIssue.ts';
import { getIssueKnowledge } from './getIssueKnowledge.ts';
import { getIssueReplies } from './getIssueReplies.ts';
import { getTaskResultIssues } from './getTaskResultIssues.ts';
import { listForumCategories } from './listForumCategories.ts';
import { listForumPostRevisions } from './listForumPostRevisions.ts';
import { listForumPosts } from './listForumPosts.ts';
import { listIssueKnowledge } from './listIssueKnowledge.ts';
import { listIssues } from './listIssues.ts';
import { rejectIssueKnowledge } from './rejectIssueKnowledge.ts';
import { reopenForumPost } from './reopenForumPost.ts';
import { reopenIssue } from './reopenIssue.ts';
import { updateForumCategory } from './updateForumCategory.ts';
import { updateForumPost } from './updateForumPost.ts';
import { updateIssue } from './updateIssue.ts';
import { updateIssueKnowledge } from './updateIssueKnowledge.ts';

export const handler = groupHandler({
  approveIssueKnowledge,
  closeForumPost,
  closeIssue,
  createForumCategory,
  createForumPost,
  createIssue,
  deleteForumCategory,
  deleteForumPost,
  deleteIssue,
  deleteIssueKnowledge,
  extractIssueKnowledge,
  getChipDiscussionsSummary,
  getForumPost,
  getForumPostReplies,
  getIssue,
  getIssueKnowledge,
  getIssueReplies,
  getTaskResultIssues,
  listForumCategories,
  listForumPostRevisions,
  listForumPosts,
  listIssueKnowledge,
  listIssues,
  rejectIssueKnowledge,
  reopenForumPost,
  reopenIssue,
  updateForumCategory,
  updateForumPost,
  updateIssue,
  updateIssueKnowledge,
});

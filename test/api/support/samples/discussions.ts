import type { routes } from '#shared/api/routes.ts';
import { samplePng } from '../images.ts';
import type { SamplesOf } from './sample.ts';

const imageBody = () => ({ file: new Blob([samplePng]) });

export const discussionsSamples = {
  createImage: () => ({ body: imageBody() }),
  getImage: ({ imageName }) => ({ params: { filename: imageName } }),
  createForumImage: () => ({ body: imageBody() }),
  getForumImage: ({ imageName }) => ({ params: { filename: imageName } }),
  createIssueImage: () => ({ body: imageBody() }),
  getIssueImage: ({ imageName }) => ({ params: { filename: imageName } }),
  listForumCategories: () => ({}),
  createForumCategory: ({ fresh }) => ({ body: { name: fresh } }),
  updateForumCategory: ({ categoryKey, fresh }) => ({ params: { category_key: categoryKey }, body: { name: fresh } }),
  deleteForumCategory: ({ categoryKey }) => ({ params: { category_key: categoryKey } }),
  listForumPosts: () => ({}),
  getChipDiscussionsSummary: ({ chipId }) => ({ params: { chip_id: chipId } }),
  createForumPost: ({ chipId, categoryKey, fresh }) => ({
    body: {
      category: categoryKey,
      title: fresh,
      content: fresh,
      subjects: [{ type: 'qubit', chip_id: chipId, target_id: '0' }],
    },
  }),
  getForumPost: ({ replyId }) => ({ params: { post_id: replyId } }),
  updateForumPost: ({ postId, fresh }) => ({ params: { post_id: postId }, body: { content: fresh } }),
  deleteForumPost: ({ postId }) => ({ params: { post_id: postId } }),
  closeForumPost: ({ postId }) => ({ params: { post_id: postId }, body: {} }),
  reopenForumPost: ({ postId }) => ({ params: { post_id: postId } }),
  getForumPostReplies: ({ postId }) => ({ params: { post_id: postId } }),
  listForumPostRevisions: ({ postId }) => ({ params: { post_id: postId } }),
  listIssues: () => ({}),
  getIssue: ({ replyId }) => ({ params: { issue_id: replyId } }),
  updateIssue: ({ postId, fresh }) => ({ params: { issue_id: postId }, body: { content: fresh } }),
  deleteIssue: ({ replyId }) => ({ params: { issue_id: replyId } }),
  closeIssue: ({ postId }) => ({ params: { issue_id: postId } }),
  reopenIssue: ({ postId }) => ({ params: { issue_id: postId } }),
  getIssueReplies: ({ postId }) => ({ params: { issue_id: postId } }),
  getTaskResultIssues: ({ discussedTaskId }) => ({ params: { task_id: discussedTaskId } }),
  createIssue: ({ discussedTaskId, postId, fresh }) => ({
    params: { task_id: discussedTaskId },
    body: { content: fresh, parent_id: postId },
  }),
  listIssueKnowledge: () => ({}),
  getIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  updateIssueKnowledge: ({ knowledgeId, fresh }) => ({
    params: { knowledge_id: knowledgeId },
    body: { root_cause: fresh },
  }),
  approveIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  rejectIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  extractIssueKnowledge: ({ otherIssueId }) => ({ params: { issue_id: otherIssueId } }),
  deleteIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  searchNoteEvents: () => ({ query: { q: 'drift' } }),
} satisfies Partial<SamplesOf<typeof routes>>;

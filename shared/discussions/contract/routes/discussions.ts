import { editor, owner, type Route, viewer } from '../../../api/route.ts';

/** Discussions, their images, and what was learned from them. */
export const discussionsRoutes = {
  listForumCategories: { method: 'GET', path: '/forum/categories', group: 'discussions', ...viewer },
  createForumCategory: { method: 'POST', path: '/forum/categories', group: 'discussions', ...owner },
  updateForumCategory: { method: 'PATCH', path: '/forum/categories/{category_key}', group: 'discussions', ...owner },
  deleteForumCategory: { method: 'DELETE', path: '/forum/categories/{category_key}', group: 'discussions', ...owner },
  listForumPosts: { method: 'GET', path: '/forum/posts', group: 'discussions', ...viewer },
  getChipDiscussionsSummary: {
    method: 'GET',
    path: '/chips/{chip_id}/discussions-summary',
    group: 'discussions',
    ...viewer,
  },
  createForumPost: { method: 'POST', path: '/forum/posts', group: 'discussions', ...viewer },
  getForumPost: { method: 'GET', path: '/forum/posts/{post_id}', group: 'discussions', ...viewer },
  updateForumPost: { method: 'PATCH', path: '/forum/posts/{post_id}', group: 'discussions', ...viewer },
  deleteForumPost: { method: 'DELETE', path: '/forum/posts/{post_id}', group: 'discussions', ...viewer },
  closeForumPost: { method: 'PATCH', path: '/forum/posts/{post_id}/close', group: 'discussions', ...viewer },
  reopenForumPost: { method: 'PATCH', path: '/forum/posts/{post_id}/reopen', group: 'discussions', ...viewer },
  getForumPostReplies: { method: 'GET', path: '/forum/posts/{post_id}/replies', group: 'discussions', ...viewer },
  listForumPostRevisions: {
    method: 'GET',
    path: '/forum/posts/{post_id}/revisions',
    group: 'discussions',
    ...viewer,
  },
  listIssueKnowledge: { method: 'GET', path: '/issue-knowledge', group: 'discussions', ...editor },
  getIssueKnowledge: { method: 'GET', path: '/issue-knowledge/{knowledge_id}', group: 'discussions', ...editor },
  updateIssueKnowledge: { method: 'PATCH', path: '/issue-knowledge/{knowledge_id}', group: 'discussions', ...editor },
  deleteIssueKnowledge: { method: 'DELETE', path: '/issue-knowledge/{knowledge_id}', group: 'discussions', ...editor },
  approveIssueKnowledge: {
    method: 'PATCH',
    path: '/issue-knowledge/{knowledge_id}/approve',
    group: 'discussions',
    ...editor,
  },
  rejectIssueKnowledge: {
    method: 'PATCH',
    path: '/issue-knowledge/{knowledge_id}/reject',
    group: 'discussions',
    ...editor,
  },
  extractIssueKnowledge: {
    method: 'POST',
    path: '/issues/{issue_id}/extract-knowledge',
    group: 'discussions',
    ...editor,
  },
} as const satisfies Record<string, Route>;

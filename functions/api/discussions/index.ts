import { groupHandler } from '../../http/group.ts';
import { closeForumPost } from './closeForumPost.ts';
import { createForumCategory } from './createForumCategory.ts';
import { createForumPost } from './createForumPost.ts';
import { deleteForumCategory } from './deleteForumCategory.ts';
import { deleteForumPost } from './deleteForumPost.ts';
import { getForumPost } from './getForumPost.ts';
import { getForumPostReplies } from './getForumPostReplies.ts';
import { listForumCategories } from './listForumCategories.ts';
import { listForumPostRevisions } from './listForumPostRevisions.ts';
import { listForumPosts } from './listForumPosts.ts';
import { reopenForumPost } from './reopenForumPost.ts';
import { updateForumCategory } from './updateForumCategory.ts';
import { updateForumPost } from './updateForumPost.ts';

export const handler = groupHandler({
  closeForumPost,
  createForumCategory,
  createForumPost,
  deleteForumCategory,
  deleteForumPost,
  getForumPost,
  getForumPostReplies,
  listForumCategories,
  listForumPostRevisions,
  listForumPosts,
  reopenForumPost,
  updateForumCategory,
  updateForumPost,
});

import { groupHandler } from '../../http/group.ts';
import { createForumImage, createImage, createIssueImage, getForumImage, getImage, getIssueImage } from './images.ts';

export const handler = groupHandler({
  createImage,
  getImage,
  createForumImage,
  getForumImage,
  createIssueImage,
  getIssueImage,
});

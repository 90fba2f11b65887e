import { groupHandler } from '../../http/group.ts';
import { createForumImage } from './createForumImage.ts';
import { createImage } from './createImage.ts';
import { createIssueImage } from './createIssueImage.ts';
import { getForumImage } from './getForumImage.ts';
import { getImage } from './getImage.ts';
import { getIssueImage } from './getIssueImage.ts';

export const handler = groupHandler({
  createImage,
  getImage,
  createForumImage,
  getForumImage,
  createIssueImage,
  getIssueImage,
});

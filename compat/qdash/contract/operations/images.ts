import { define } from '#shared/api/define.ts';
import { shownImage, storedImage } from '#shared/images/contract/operations/images.ts';

/** Images, by the paths of QDash's pages. */
export const imagesOperations = {
  createForumImage: define('createForumImage', { ...storedImage, summary: 'Keep an image, as a discussion sends it' }),
  getForumImage: define('getForumImage', { ...shownImage, summary: 'An image, as a discussion asks for it' }),
  createIssueImage: define('createIssueImage', { ...storedImage, summary: 'Keep an image, as an issue sends it' }),
  getIssueImage: define('getIssueImage', { ...shownImage, summary: 'An image, as an issue asks for it' }),
};

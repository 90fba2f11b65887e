import { imageOperations } from '#shared/images/contract/operations/images.ts';
import { createsImage, getsImage } from './present-image.ts';

export const createForumImage = createsImage(imageOperations.createForumImage);

export const createImage = createsImage(imageOperations.createImage);

export const createIssueImage = createsImage(imageOperations.createIssueImage);

export const getForumImage = getsImage(imageOperations.getForumImage);

export const getImage = getsImage(imageOperations.getImage);

export const getIssueImage = getsImage(imageOperations.getIssueImage);

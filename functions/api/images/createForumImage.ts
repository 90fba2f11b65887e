import { imageOperations } from '#shared/contract/operations/images.ts';
import { createsImage } from '../image.ts';

export const createForumImage = createsImage(imageOperations.createForumImage);

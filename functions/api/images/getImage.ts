import { imageOperations } from '#shared/contract/operations/images.ts';
import { getsImage } from '../image.ts';

export const getImage = getsImage(imageOperations.getImage);

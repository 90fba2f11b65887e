import * as qdash from '#compat/qdash/handlers/images.ts';
import { groupHandler } from '../http/group.ts';
import * as images from '../images/images.ts';

export const handler = groupHandler({ ...images, ...qdash });

import * as z from 'zod';
import { imageNamePattern, imageTypes } from '#shared/images/rules/reference.ts';
import { define } from '../../../api/define.ts';
import { imageForm, keptImage } from '../schemas/images.ts';

/** An upload of an image, by whichever path. */
export const storedImage = {
  summary: 'Keep an image for notes and discussions',
  description:
    'Every member may. The same bytes are the same image, however often they are sent. One that no note, post or case of the project shows is removed after seven days.',
  body: imageForm,
  bodyType: 'multipart',
  status: 201,
  response: keptImage,
  errors: ['conflict', 'limit_reached'],
} as const;

/** A download of an image, by whichever path. */
export const shownImage = {
  summary: 'An image of a note or a discussion',
  description: 'It never changes, and is answered with its own type, to be kept by browsers as long as they like.',
  params: z.object({ filename: z.string().regex(imageNamePattern, 'must be the name of an image') }),
  status: 200,
  file: Object.values(imageTypes),
  immutable: true,
  errors: ['not_found'],
} as const;

/** Images of texts. */
export const imageOperations = {
  createImage: define('createImage', storedImage),
  getImage: define('getImage', shownImage),
};

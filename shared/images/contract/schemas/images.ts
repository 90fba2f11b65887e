import * as z from 'zod';
import { imageBounds, imageBytesText } from '#shared/images/rules/bounds.ts';

/** The field `file` of a form, under which QDash's clients send an image as well. */
export const imageForm = z
  .object({
    file: z
      .custom<Blob>((value) => value instanceof Blob, 'must be a file')
      .meta({
        override: { type: 'string', format: 'binary' },
        description: `PNG, JPEG, GIF or WebP, by its bytes and not by its name, of at most ${imageBytesText} and ${imageBounds.pixels / 1e6} million pixels`,
      }),
  })
  .meta({ id: 'ImageForm' });

/** An image that is kept. */
export const keptImage = z
  .object({
    filename: z.string(),
    url: z.string().meta({ description: 'Its address in texts: `![what it shows](url)`' }),
    content_type: z.string(),
    size_bytes: z.int().min(1),
    width: z.int().min(1).meta({ description: 'In pixels, as it is shown' }),
    height: z.int().min(1),
  })
  .meta({ id: 'KeptImage' });

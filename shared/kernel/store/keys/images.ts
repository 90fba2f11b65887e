import { createHash } from 'node:crypto';
import { encodePart, type Key, project } from './parts.ts';

/** A place of a project in which a text shows an image: the key of its item, without the project. */
export interface ImagePlace {
  pk: string;
  sk: string;
}

/** Keys of images, and of the places that show them. */
export const imageKeys = {
  /** gsi2: the images of all projects, by when the sweep looks at them. */
  checks: 'IMAGECHECKS',
  image: (projectId: string, name: string): Key => ({ pk: project(projectId), sk: `IMAGE#${encodePart(name)}` }),
  /** A place is a long text: its digest stands for it. */
  use: (projectId: string, name: string, place: ImagePlace): Key => {
    const { pk, prefix } = imageKeys.uses(projectId, name);
    const digest = createHash('sha256')
      .update(JSON.stringify([place.pk, place.sk]))
      .digest('hex');
    return { pk, sk: `${prefix}${digest.slice(0, 32)}` };
  },
  /** The places that show an image. */
  uses: (projectId: string, name: string) => ({ pk: project(projectId), prefix: `IMAGEUSE#${encodePart(name)}#` }),
  /** The place of an item of the project. */
  placeOf: (projectId: string, { pk, sk }: Key): ImagePlace => ({ pk: pk.slice(project(projectId).length), sk }),
  /** The inverse of `placeOf`: always of the project. */
  keyAt: (projectId: string, { pk, sk }: ImagePlace): Key => ({ pk: `${project(projectId)}${pk}`, sk }),
};

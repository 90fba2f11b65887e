import { type Route, uploading, viewer } from '../../../api/route.ts';

/** Images of notes and discussions. */
export const imagesRoutes = {
  // Every member of a project takes part in its discussions, and shows images there.
  createImage: { method: 'POST', path: '/images', group: 'images', ...viewer, ...uploading },
  getImage: { method: 'GET', path: '/images/{filename}', group: 'images', ...viewer },
} as const satisfies Record<string, Route>;

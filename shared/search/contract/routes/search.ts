import { type Route, viewer } from '../../../api/route.ts';

/** Search. */
export const searchRoutes = {
  searchNoteEvents: { method: 'GET', path: '/note-events/search', group: 'search', ...viewer },
} as const satisfies Record<string, Route>;

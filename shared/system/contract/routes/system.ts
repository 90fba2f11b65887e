import { admin, open, type Route, user, userInProject } from '../../../api/route.ts';

/** The service itself. */
export const systemRoutes = {
  getHealth: { method: 'GET', path: '/health', group: 'system', ...open },
  getServiceHealth: { method: 'GET', path: '/admin/health', group: 'system', ...admin },
  getOpenApiDocument: { method: 'GET', path: '/openapi.json', group: 'system', ...open },
  getConfigAll: { method: 'GET', path: '/config/all', group: 'system', ...userInProject },
  getSettings: { method: 'GET', path: '/settings', group: 'system', ...user },
} as const satisfies Record<string, Route>;

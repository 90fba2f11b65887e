import { admin, open, type Route, user } from '../../../api/route.ts';

/** The service itself. */
export const systemRoutes = {
  getHealth: { method: 'GET', path: '/health', group: 'system', ...open },
  getServiceHealth: { method: 'GET', path: '/admin/health', group: 'system', ...admin },
  getOpenApiDocument: { method: 'GET', path: '/openapi.json', group: 'system', ...open },
  getSettings: { method: 'GET', path: '/settings', group: 'system', ...user },
} as const satisfies Record<string, Route>;

import type { Route } from './routes.ts';

/** Largest body of an operation, after API Gateway's encoding is undone (rule API-6). */
export const bodyLimitBytes = 4 * 1024 * 1024;

/** Of an operation that needs no token: names, passwords and codes. */
export const openBodyLimitBytes = 64 * 1024;

/** Most bytes that a request of a route may carry. */
export function bodyLimitOf({ method, auth }: Pick<Route, 'method' | 'auth'>): number {
  if (method === 'GET') return 0;
  return auth === 'none' ? openBodyLimitBytes : bodyLimitBytes;
}

import type { Group } from '#shared/api/route.ts';
import { routeList } from '#shared/api/routes.ts';

/**
 * Whether a group has an operation that may write: one other than a GET, unless it is read-only. The function of any other
 * group has no write action on the table.
 */
export const groupWrites = (group: Group): boolean =>
  routeList.some((route) => route.group === group && route.method !== 'GET' && !route.readOnly);

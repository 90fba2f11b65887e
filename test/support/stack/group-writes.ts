import type { Group } from '#shared/contract/routes/route.ts';
import { routeList } from '#shared/contract/routes.ts';

/**
 * Whether a group has an operation other than a GET; the function of any other group has no write action on the table.
 */
export const groupWrites = (group: Group): boolean =>
  routeList.some((route) => route.group === group && route.method !== 'GET');

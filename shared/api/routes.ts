/**
 * Every route of the API as plain data: the one list from which the gateway, the Lambda groups and their roles,
 * the local gateway, the typed client and the authorization matrix are projected (rule API-1). Imports nothing else.
 */

import { qdashRoutes } from '../../compat/qdash/contract/routes.ts';
import { archivesRoutes } from '../archives/contract/routes/archives.ts';
import { chipsRoutes } from '../chips/contract/routes/chips.ts';
import { cooldownsRoutes } from '../cooldowns/contract/routes/cooldowns.ts';
import { devicesRoutes } from '../devices/contract/routes/devices.ts';
import { discussionsRoutes } from '../discussions/contract/routes/discussions.ts';
import { flowsRoutes } from '../flows/contract/routes/flows.ts';
import { imagesRoutes } from '../images/contract/routes/images.ts';
import { notesRoutes } from '../notes/contract/routes/notes.ts';
import { notificationsRoutes } from '../notifications/contract/routes/notifications.ts';
import { peopleRoutes } from '../people/contract/routes/people.ts';
import { projectsRoutes } from '../projects/contract/routes/projects.ts';
import { artifactsRoutes } from '../results/contract/routes/artifacts.ts';
import { provenanceRoutes } from '../results/contract/routes/provenance.ts';
import { taskResultsRoutes } from '../results/contract/routes/task-results.ts';
import { executionsRoutes } from '../runs/contract/routes/executions.ts';
import { schedulesRoutes } from '../schedules/contract/routes/schedules.ts';
import { searchRoutes } from '../search/contract/routes/search.ts';
import { statisticsRoutes } from '../statistics/contract/routes/statistics.ts';
import { systemRoutes } from '../system/contract/routes/system.ts';
import { metricsRoutes } from '../values/contract/routes/metrics.ts';
import { workersRoutes } from '../workers/contract/routes/workers.ts';
import type { Group, Route } from './route.ts';

export type { Group, Method, Route } from './route.ts';

/** operationId -> route. Operation ids are QDash's where it has the operation, and never change. */
export const routes = {
  ...systemRoutes,
  ...peopleRoutes,
  ...notificationsRoutes,
  ...projectsRoutes,
  ...chipsRoutes,
  ...metricsRoutes,
  ...executionsRoutes,
  ...cooldownsRoutes,
  ...flowsRoutes,
  ...notesRoutes,
  ...discussionsRoutes,
  ...taskResultsRoutes,
  ...artifactsRoutes,
  ...provenanceRoutes,
  ...workersRoutes,
  ...devicesRoutes,
  ...imagesRoutes,
  ...searchRoutes,
  ...archivesRoutes,
  ...statisticsRoutes,
  ...schedulesRoutes,
  ...qdashRoutes,
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;

/** The operations that the typed client and the command line offer: all but those for clients of another service. */
export type OfferedId = {
  [Id in OperationId]: (typeof routes)[Id] extends { compatibility: string } ? never : Id;
}[OperationId];

/** All routes with their ids, in the order of the list above. */
export const routeList: readonly ({ operationId: OperationId } & Route)[] = (Object.keys(routes) as OperationId[]).map(
  (operationId) => ({ operationId, ...(routes[operationId] as Route) }),
);

/** The groups that have a route, in order of appearance. */
export const groups: readonly Group[] = [...new Set(routeList.map((route) => route.group))];

/** The key by which API Gateway names a route and the group's Lambda finds its handler. */
export const routeKey = (route: Pick<Route, 'method' | 'path'>): string => `${route.method} ${route.path}`;

/**
 * Every route of the API as plain data: the one list from which the gateway, the Lambda groups and their roles,
 * the local gateway, the typed client and the authorization matrix are projected (rule API-1). Imports nothing else.
 */

import { artifactsRoutes } from './routes/artifacts.ts';
import { chipsRoutes } from './routes/chips.ts';
import { cooldownsRoutes } from './routes/cooldowns.ts';
import { discussionsRoutes } from './routes/discussions.ts';
import { executionsRoutes } from './routes/executions.ts';
import { flowsRoutes } from './routes/flows.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { notesRoutes } from './routes/notes.ts';
import { notificationsRoutes } from './routes/notifications.ts';
import { peopleRoutes } from './routes/people.ts';
import { projectsRoutes } from './routes/projects.ts';
import { provenanceRoutes } from './routes/provenance.ts';
import type { Group, Route } from './routes/route.ts';
import { schedulesRoutes } from './routes/schedules.ts';
import { systemRoutes } from './routes/system.ts';
import { taskResultsRoutes } from './routes/task-results.ts';
import { workersRoutes } from './routes/workers.ts';

export type { Group, Method, Route } from './routes/route.ts';

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
  ...schedulesRoutes,
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;

/** All routes with their ids, in the order of the list above. */
export const routeList: readonly ({ operationId: OperationId } & Route)[] = (Object.keys(routes) as OperationId[]).map(
  (operationId) => ({ operationId, ...(routes[operationId] as Route) }),
);

/** The groups that have a route, in order of appearance. */
export const groups: readonly Group[] = [...new Set(routeList.map((route) => route.group))];

/** The key by which API Gateway names a route and the group's Lambda finds its handler. */
export const routeKey = (route: Pick<Route, 'method' | 'path'>): string => `${route.method} ${route.path}`;

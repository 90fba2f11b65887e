import type { Context as LambdaContext } from 'aws-lambda';
import { createRouter, type Router } from '#shared/api/router.ts';
import { type OperationId, type Route, routeKey, routes } from '#shared/api/routes.ts';
import { traceRoute } from '#shared/kernel/tracing.ts';
import { runtime } from '../runtime.ts';
import { refusalOfCopies, refusalPastDistribution } from './distribution.ts';
import type { EndpointHandler } from './endpoint.ts';
import { problemResult } from './errors.ts';
import type { Event, Result } from './state.ts';

/** The Lambda handler of a group: looks the endpoint up by the event's route (rule DEPLOY-2). */
export function groupHandler(endpoints: Partial<Record<OperationId, EndpointHandler>>): EndpointHandler {
  const ids = Object.keys(endpoints) as OperationId[];
  const byRoute = new Map(ids.map((id) => [routeKey(routes[id]), endpoints[id]] as const));
  const router = createRouter(ids.map((operationId) => ({ operationId, ...(routes[operationId] as Route) })));
  const group = ids[0] && routes[ids[0]].group;
  return async (event: Event, context: LambdaContext): Promise<Result> => {
    event.headers = inLowerCase(event.headers);
    // Of a path with several methods the gateway says `ANY`.
    event.routeKey = event.routeKey.replace(/^ANY /, `${event.requestContext.http.method} `);
    // One route of the gateway may serve all paths below a prefix (rule DEPLOY-24).
    if (event.routeKey.endsWith('/{proxy+}')) Object.assign(event, routed(router, event));
    traceRoute(event.routeKey);
    const { config } = runtime();
    const refused = refusalPastDistribution(event, config) ?? refusalOfCopies(event, group, config);
    if (refused) return refused;
    const handler = byRoute.get(event.routeKey);
    if (handler) return handler(event, context);
    return problemResult(
      'route_not_found',
      `Route '${event.requestContext.http.method} ${event.rawPath}' does not exist`,
    );
  };
}

/** What the gateway says of a request on a route of its own; it has decoded the path. */
function routed(router: Router, { rawPath, requestContext }: Event): Partial<Event> {
  const match = router.match(requestContext.http.method, rawPath.split('/').map(encodeURIComponent).join('/'));
  return match ? { routeKey: match.routeKey, pathParameters: match.pathParameters } : {};
}

/** Headers by their names in lower case, as API Gateway writes them, and AWS SAM on one machine does not. */
function inLowerCase(headers: Event['headers']): Event['headers'] {
  const isLower = (name: string) => name === name.toLowerCase();
  if (Object.keys(headers ?? {}).every(isLower)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

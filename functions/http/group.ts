import type { Context as LambdaContext } from 'aws-lambda';
import { type OperationId, routeKey, routes } from '#shared/contract/routes.ts';
import { runtime } from '../runtime.ts';
import { refusalPastDistribution } from './distribution.ts';
import type { EndpointHandler } from './endpoint.ts';
import { problemResult } from './errors.ts';
import type { Event, Result } from './state.ts';

/** The Lambda handler of a group: looks the endpoint up by the event's route (rule DEPLOY-2). */
export function groupHandler(endpoints: Partial<Record<OperationId, EndpointHandler>>): EndpointHandler {
  const byRoute = new Map(
    (Object.keys(endpoints) as OperationId[]).map((id) => [routeKey(routes[id]), endpoints[id]] as const),
  );
  return async (event: Event, context: LambdaContext): Promise<Result> => {
    event.headers = inLowerCase(event.headers);
    // Of a path with several methods the gateway says `ANY`.
    event.routeKey = event.routeKey.replace(/^ANY /, `${event.requestContext.http.method} `);
    const refused = refusalPastDistribution(event, runtime().config);
    if (refused) return refused;
    const handler = byRoute.get(event.routeKey);
    if (handler) return handler(event, context);
    return problemResult(
      'route_not_found',
      `Route '${event.requestContext.http.method} ${event.rawPath}' does not exist`,
    );
  };
}

/** Headers by their names in lower case, as API Gateway writes them, and AWS SAM on one machine does not. */
function inLowerCase(headers: Event['headers']): Event['headers'] {
  const isLower = (name: string) => name === name.toLowerCase();
  if (Object.keys(headers ?? {}).every(isLower)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

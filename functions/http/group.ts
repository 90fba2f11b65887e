import middy from '@middy/core';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
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
  const route = async (event: Event, context: LambdaContext): Promise<Result> => {
    const refused = refusalPastDistribution(event, runtime().config);
    if (refused) return refused;
    const handler = byRoute.get(event.routeKey);
    if (handler) return handler(event, context);
    return problemResult(
      'route_not_found',
      `Route '${event.requestContext.http.method} ${event.rawPath}' does not exist`,
    );
  };
  // Time is each endpoint's to watch. API Gateway writes headers in lower case, AWS SAM on one machine as they were sent.
  return middy<Event, Result>({ timeoutEarlyInMillis: 0 })
    .use(httpHeaderNormalizer())
    .handler(route) as unknown as EndpointHandler;
}

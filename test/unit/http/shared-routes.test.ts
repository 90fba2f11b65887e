import { expect, test } from 'vitest';
import type { EndpointHandler } from '#functions/http/endpoint.ts';
import { groupHandler } from '#functions/http/group.ts';
import type { Event } from '#functions/http/state.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { gatewayPath } from '#infra/constructs/api-body.ts';
import { routeList } from '#shared/api/routes.ts';
import { loadConfig } from '#shared/kernel/config.ts';

const told: EndpointHandler = (event) =>
  Promise.resolve({ statusCode: 200, body: JSON.stringify([event.routeKey, event.pathParameters ?? {}]) });
const handler = groupHandler({ getUserDetails: told, importUsers: told, unlinkUserIdentity: told });

const call = async (method: string, rawPath: string) => {
  provideRuntime(createRuntime(loadConfig({ LOG_LEVEL: 'ERROR' })));
  const event = { routeKey: 'ANY /admin/users/{proxy+}', rawPath, headers: {}, requestContext: { http: { method } } };
  const { statusCode, body } = await handler(event as unknown as Event, {} as never);
  return [statusCode, JSON.parse(body ?? '')];
};

test('every path of a shared route is one of the group whose function it leads to', () => {
  const groupsOf = Map.groupBy(routeList, ({ path }) => gatewayPath(path));
  const shared = [...groupsOf].filter(([path]) => path.endsWith('{proxy+}'));
  expect(shared.map(([path]) => path).sort()).toEqual([
    '/admin/users/{proxy+}',
    '/calibration-pipelines/{proxy+}',
    '/issue-knowledge/{proxy+}',
    '/notifications/{proxy+}',
    '/webhooks/{proxy+}',
  ]);
  for (const [, routes] of shared) expect(new Set(routes.map(({ group }) => group)).size).toBe(1);
});

test('an operation behind a shared route is found by its path, words before parameters, and a path of none is 404', async () => {
  const [status, [key, parameters]] = await call('DELETE', '/admin/users/ada/identity');
  expect([status, key, parameters]).toEqual([200, 'DELETE /admin/users/{username}/identity', { username: 'ada' }]);
  expect(await call('POST', '/admin/users/import')).toEqual([200, ['POST /admin/users/import', {}]]);
  expect(await call('GET', '/admin/users/50%')).toMatchObject([200, [expect.anything(), { username: '50%' }]]);
  expect(await call('GET', '/admin/users/ada/nothing')).toMatchObject([404, { code: 'route_not_found' }]);
});

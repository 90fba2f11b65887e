import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { handlerFiles, loadGroup } from '#functions/groups.ts';
import type { Event } from '#functions/http/state.ts';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { type Group, groups, type OperationId, routeKey, routeList } from '#shared/api/routes.ts';
import { loadConfig } from '#shared/kernel/config.ts';

beforeAll(() => {
  // No request of this file comes as far as the table.
  const client = new DynamoDBClient({ region: 'us-east-1', endpoint: 'http://127.0.0.1:9' });
  provideRuntime(createRuntime(loadConfig({ LOG_LEVEL: 'ERROR' }), { client }));
});

/** What the files of a group export. */
async function exportsOf(group: Group): Promise<string[]> {
  const files = await Promise.all(
    handlerFiles[group].map((file) => import(file.replace(/^\.\//, '#functions/')) as Promise<object>),
  );
  return files.flatMap((file) => Object.keys(file));
}

describe.each(groups)('the function of the group %s', (group) => {
  const own = routeList.filter((route) => route.group === group);

  it(`the files of the function of ${group} have the handlers of its routes and of no others`, async () => {
    expect((await exportsOf(group)).toSorted()).toEqual(own.map(({ operationId }) => operationId).toSorted());
  });

  it(`the function of ${group} answers every route of its group, and 404 with a detail to any other`, async () => {
    const handler = await loadGroup(group);
    const call = (key: string, method: string, rawPath: string) =>
      handler(
        { routeKey: key, rawPath, rawQueryString: '', headers: {}, requestContext: { http: { method } } } as Event,
        {} as Context,
      );
    for (const route of own) {
      const { statusCode } = await call(routeKey(route), route.method, route.path);
      // Without a token and without a body: guarded operations answer 401, the logins 400, the rest 200. This test has
      // no sign-in provider and no table.
      const alone: Partial<Record<OperationId, number>> = {
        ...{ login: 400, completeSignIn: 400, beginSignIn: 404 },
        getHealth: 503,
      };
      const expected = route.auth !== 'none' ? 401 : (alone[route.operationId] ?? 200);
      expect([route.operationId, statusCode]).toEqual([route.operationId, expected]);
    }
    const unknown = await call('GET /nowhere', 'GET', '/nowhere');
    expect(unknown.statusCode).toBe(404);
    expect(JSON.parse(unknown.body ?? '')).toMatchObject({
      code: 'route_not_found',
      detail: "Route 'GET /nowhere' does not exist",
    });
  });
});

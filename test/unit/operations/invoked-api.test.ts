import { describe, expect, test } from 'vitest';
import { fetchByInvocation } from '#scripts/emulator/lib/invoked-api.ts';
import type { AwsRequest } from '#scripts/operations/lib/aws-requests.ts';
import { createClient } from '#shared/api/client.ts';

const region = 'eu-central-1';

/** Functions of two deployments in one account, of which each answers with the given result. */
async function apiOver(result: unknown, status = 200) {
  const asked: AwsRequest[] = [];
  const deployed = ['other', 'own'].flatMap((table) =>
    ['chips', 'system'].map((group) => ({
      FunctionName: `${table}-${group}`,
      Description: `API, ${group}: 5 operations`,
      Environment: { Variables: { TABLE_NAME: table } },
    })),
  );
  const send = async (request: AwsRequest) => {
    asked.push(request);
    const isList = request.method === 'GET';
    return isList
      ? { status: 200, text: JSON.stringify({ Functions: deployed, NextMarker: null }) }
      : { status, text: JSON.stringify(result) };
  };
  const byInvocation = await fetchByInvocation(send, region, 'own');
  return { asked, api: createClient({ baseUrl: 'http://functions.invalid', token: () => 't', fetch: byInvocation }) };
}

describe('requests to functions without a gateway', () => {
  test('a request reaches the function of its group in its own deployment, as the gateway sends it', async () => {
    const body = JSON.stringify({ chip_id: 'a/b', size: 16 });
    const { asked, api } = await apiOver({ statusCode: 200, headers: { 'content-type': 'application/json' }, body });
    expect(await api.getChip({ params: { chip_id: 'a/b' } })).toEqual({ chip_id: 'a/b', size: 16 });
    const { path, service, body: sent = '' } = asked.at(-1) ?? { path: '', service: '' };
    expect({ path, service }).toEqual({ path: '/2015-03-31/functions/own-chips/invocations', service: 'lambda' });
    expect(JSON.parse(sent)).toMatchObject({
      ...{ version: '2.0', routeKey: 'GET /chips/{chip_id}', pathParameters: { chip_id: 'a/b' } },
      headers: { authorization: 'Bearer t' },
    });
  });

  test('a body and a query arrive', async () => {
    const { asked, api } = await apiOver({ statusCode: 200, body: '{}' });
    await api.createChip({ body: { chip_id: 'a', size: 16 } });
    expect(JSON.parse(JSON.parse(asked.at(-1)?.body ?? '').body)).toEqual({ chip_id: 'a', size: 16 });
    await api.listChips({ query: { limit: 5 } } as never);
    expect(JSON.parse(asked.at(-1)?.body ?? '').queryStringParameters).toEqual({ limit: '5' });
  });

  test('a refusal of the service is one', async () => {
    const { api } = await apiOver({ statusCode: 404, body: '{"detail":"No chip","code":"chip_not_found"}' });
    await expect(api.getChip({ params: { chip_id: 'a' } })).rejects.toMatchObject({ status: 404 });
  });

  test('a function that fails, a refused call and a group without a function are failures', async () => {
    const failed = await apiOver({ errorMessage: 'out of memory', errorType: 'Error' });
    await expect(failed.api.listChips({ query: {} })).rejects.toThrow('The function own-chips failed: out of memory');
    const refused = await apiOver({}, 403);
    await expect(refused.api.listChips({ query: {} })).rejects.toThrow('lambda answers 403');
    await expect(refused.api.listProjects({ query: {} } as never)).rejects.toThrow(
      "No function is deployed for the routes of 'projects'",
    );
  });
});

import { randomUUID } from 'node:crypto';
import { buildEvent } from '#local/gateway/http-event.ts';
import { toResponse } from '#local/gateway/http-result.ts';
import { createRouter } from '#shared/api/router.ts';
import { routeList } from '#shared/api/routes.ts';
import { AwsRefusal, type AwsSender } from '../../operations/lib/aws-requests.ts';
import { deployedFunctions } from './deployed-functions.ts';

const router = createRouter(routeList);

/**
 * `fetch` for the API of a deployment without a gateway: it invokes the function that serves the route.
 * @param tableName of the deployment, since an account may have several.
 * @throws AwsRefusal if the functions cannot be listed.
 */
export async function fetchByInvocation(send: AwsSender, region: string, tableName: string): Promise<typeof fetch> {
  const deployed = await deployedFunctions(send, region);
  const functions = deployed.filter(({ variables }) => variables.TABLE_NAME === tableName);
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path, search } = new URL(request.url);
    const match = router.match(request.method, path);
    if (!match) throw new Error(`${request.method} ${path} is not an operation of the API`);
    const { group } = match.route;
    const name = functions.find(({ description }) => description.startsWith(`API, ${group}:`))?.name;
    if (name === undefined) throw new Error(`No function is deployed for the routes of '${group}'`);
    const event = buildEvent(
      {
        ...{ method: request.method, path, query: search.slice(1), rawHeaders: [...request.headers].flat() },
        body: Buffer.from(await request.arrayBuffer()),
        ...{ protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', port: 443, requestId: randomUUID(), receivedAt: new Date() },
      },
      match,
    );
    return responseOf(name, await invoke(send, region, name, event));
  };
}

async function invoke(send: AwsSender, region: string, name: string, event: object): Promise<string> {
  const path = `/2015-03-31/functions/${name}/invocations`;
  const request = { service: 'lambda', region, path, body: JSON.stringify(event) };
  const { status, text } = await send(request);
  if (status !== 200) throw new AwsRefusal(request, status, text);
  return text;
}

function responseOf(name: string, text: string): Response {
  const result = JSON.parse(text) as object | null;
  if (result !== null && 'errorMessage' in result)
    throw new Error(`The function ${name} failed: ${result.errorMessage}`);
  const { status, headers, body } = toResponse(result);
  const lines = Object.entries(headers).flatMap(([key, values]) =>
    [values].flat().map((value): [string, string] => [key, value]),
  );
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers: lines });
}

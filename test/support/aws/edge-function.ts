import { edgeCode } from '#infra/constructs/edge-code.ts';

/** A request as a CloudFront function sees it, of what ours look at. */
export interface EdgeRequest {
  uri: string;
  querystring: Record<string, { value: string }>;
  headers: Record<string, { value: string }>;
}

/** What a function answers instead of passing the request on. */
interface EdgeAnswer {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body?: { encoding: string; data: string };
}

/** The function of one file of `infra/edge`, as CloudFront runs it: a script that defines `handler`. */
export function edgeFunction(name: string) {
  const handler = new Function(`${edgeCode(name)}\nreturn handler;`)() as (event: {
    request: EdgeRequest;
    viewer: { ip: string };
  }) => EdgeRequest | EdgeAnswer;
  return (
    uri: string,
    headers: EdgeRequest['headers'] = {},
    ip = '192.0.2.7',
    querystring: EdgeRequest['querystring'] = {},
  ) => handler({ request: { uri, querystring, headers: { ...headers } }, viewer: { ip } });
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A request as a CloudFront function sees it, of what ours look at. */
export interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

/** What a function answers instead of passing the request on. */
interface EdgeAnswer {
  statusCode: number;
  headers: Record<string, { value: string }>;
}

/** The function of one file of `infra/edge`, as CloudFront runs it: a script that defines `handler`. */
export function edgeFunction(file: string) {
  const script = readFileSync(resolve(import.meta.dirname, '../../../infra/edge', file), 'utf8');
  const handler = new Function(`${script}\nreturn handler;`)() as (event: {
    request: EdgeRequest;
    viewer: { ip: string };
  }) => EdgeRequest | EdgeAnswer;
  return (uri: string, headers: EdgeRequest['headers'] = {}, ip = '192.0.2.7') =>
    handler({ request: { uri, headers: { ...headers } }, viewer: { ip } });
}

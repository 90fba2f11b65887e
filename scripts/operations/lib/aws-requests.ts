import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A request to an AWS service without an installed client. */
export interface AwsRequest {
  /** Signing name of the service, such as `sqs`. */
  service: string;
  region: string;
  /** Host, if it is not `<service>.<region>.amazonaws.com`. */
  host?: string;
  method?: 'GET' | 'POST' | 'PUT';
  path?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request; rejects if there was no response at all. */
export type AwsSender = (request: AwsRequest) => Promise<{ status: number; text: string }>;

/** A refusal by AWS: its status and message. */
export class AwsRefusal extends Error {
  override name = 'AwsRefusal';
  readonly status: number;

  constructor({ service }: AwsRequest, status: number, text: string) {
    super(`${service} answers ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/**
 * Sends requests with the caller's credentials, signed by the SDK.
 * @param endpoint of an emulator, for all services; AWS by default.
 */
export function awsSender(endpoint = process.env.AWS_ENDPOINT_URL): AwsSender {
  return async ({ service, region, host, method = 'POST', path = '/', query = {}, headers = {}, body = '' }) => {
    const { protocol, hostname, port } = new URL(endpoint ?? `https://${host ?? `${service}.${region}.amazonaws.com`}`);
    const request = {
      ...{ protocol, hostname, method, path, query },
      ...(port === '' ? {} : { port: Number(port) }),
      headers: { host: port === '' ? hostname : `${hostname}:${port}`, ...headers },
      body,
    };
    // One client per service, since a client keeps its first signing name.
    const client = new DynamoDBClient({ region });
    const properties = {};
    const signer = await client.config.signer({
      ...{ name: 'sigv4', signingName: service, signingRegion: region, properties },
    });
    const signed = await signer.sign(request);
    const search = new URLSearchParams(query).toString();
    const url = `${protocol}//${signed.headers.host}${path}${search && `?${search}`}`;
    const { host: _host, ...sent } = signed.headers;
    const answer = await fetch(url, { method, headers: sent, ...(method === 'GET' ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Sends a request of a JSON protocol (`X-Amz-Target`). @throws AwsRefusal. */
export async function askJson<T>(
  send: AwsSender,
  target: { service: string; region: string; operation: string; version?: '1.0' | '1.1' },
  input: object,
): Promise<T> {
  const { service, region, operation, version = '1.0' } = target;
  const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': operation };
  const request = { service, region, headers, body: JSON.stringify(input) };
  const { status, text } = await send(request);
  if (status !== 200) throw new AwsRefusal(request, status, text);
  return (text === '' ? {} : JSON.parse(text)) as T;
}

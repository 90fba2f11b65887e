import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A request as it goes over the wire; `fetch` would tidy up paths such as `/chips/..` before sending them. */
export interface WireRequest {
  method: string;
  /** Percent-encoded path with its query. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as it is. */
  body?: string | Uint8Array;
}

/** What came back. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed JSON body; an empty object without one, as of a file. */
  body: Record<string, unknown>;
}

const connections = new Agent({ keepAlive: true });

/** Sends one request and reads its whole answer. */
export function send(url: string, wire: WireRequest): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const { method, path, headers = {}, body } = wire;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      { agent: connections, hostname, port, method, path, headers: { ...headers, ...length } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = incoming.headers['content-type']?.startsWith('application/json') ?? false;
          const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {};
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            body: parsed as Record<string, unknown>,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The headers of a caller: token, project, and that the body is JSON. */
export const jsonHeaders = (token?: string, projectId?: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
});

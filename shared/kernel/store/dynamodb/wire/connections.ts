import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A request as it is sent. */
export interface WireRequest {
  /** `http:` or `https:`. */
  protocol: string;
  hostname: string;
  port: number | undefined;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The region that signs it, if that is not the client's. */
  signingRegion?: string | undefined;
}

/** What was answered to it. */
export interface WireResponse {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** JSON in UTF-8, as text where nothing was received as bytes. */
  body: Buffer | string;
}

/** How long a connection may say nothing, as the SDK has it. */
const silenceMilliseconds = 300_000;

/** What node calls a connection that broke, where the SDK says that time was up. */
const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Connections to servers, which stay open from one request to the next. */
export class Connections {
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(timeout = silenceMilliseconds) {
    const settings = { keepAlive: true, maxSockets: 50, timeout };
    this.#http = new HttpAgent(settings);
    this.#https = new HttpsAgent(settings);
  }

  /** Sends a POST. @throws `TimeoutError` of a connection that broke or says nothing, and other errors as node has them. */
  post({ protocol, hostname, port, path, headers, body }: WireRequest): Promise<WireResponse> {
    const isPlain = protocol === 'http:';
    const [ask, agent] = isPlain ? [httpRequest, this.#http] : [httpsRequest, this.#https];
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException) => reject(brokenCodes.has(error.code ?? '') ? timeout(error) : error);
      const request = ask({ host: hostname, port, method: 'POST', path, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          const [first, ...others] = chunks;
          const whole = first && others.length === 0 ? first : Buffer.concat(chunks);
          resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: whole });
        });
      });
      request.on('error', fail);
      request.on('timeout', () => request.destroy(new SilentConnectionError(`${hostname} says nothing`)));
      request.end(body);
    });
  }

  /** Ends them. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';
}

const timeout = (error: Error): Error => Object.assign(error, { name: 'TimeoutError' });

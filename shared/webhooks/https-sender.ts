import { lookup } from 'node:dns/promises';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from './port.ts';
import { isPublicAddress } from './public-address.ts';
import { hostOf, urlProblem } from './webhook-url.ts';

/** How long a receiver may take to answer. */
const timeoutMilliseconds = 10_000;

/** What a test may put in the place of the network's own. */
export interface HttpsSenderOptions {
  /** The addresses of a name. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  allows?: (address: string) => boolean;
  /** Whose certificates are believed; the usual authorities unless given. */
  ca?: string;
  /** What ends the time of a request that begins now, the resolution of its name included. */
  deadline?: () => AbortSignal;
}

/**
 * Sends over HTTPS. A name is resolved for each request; every address that it has is checked, and one of them is connected
 * to by its number, so that nothing resolves it a second time (rule HOOK-2). A redirect is an answer like any other.
 */
export function httpsSender(options: HttpsSenderOptions = {}): WebhookSender {
  const { resolve = addressesOf, allows = isPublicAddress, ca } = options;
  const deadline = options.deadline ?? (() => AbortSignal.timeout(timeoutMilliseconds));

  /** @throws Refused where nothing may be sent there, or the name has no address by then. */
  async function addressOf(text: string, signal: AbortSignal): Promise<{ url: URL; host: string; address: string }> {
    const problem = urlProblem(text);
    if (problem !== undefined) throw new Refused(problem);
    const url = new URL(text);
    const host = hostOf(url);
    const addresses = isIP(host) ? [host] : await Promise.race([resolve(host), endOf(signal)]).catch(() => []);
    const [address] = addresses;
    if (address === undefined) throw new Refused(`names the host '${host}', which has no address`);
    if (!addresses.every(allows))
      throw new Refused(`leads to an address of host '${host}' that is not of the public network`);
    return { url, host, address };
  }

  return {
    async problemWith(text) {
      try {
        await addressOf(text, deadline());
        return undefined;
      } catch (error) {
        if (error instanceof Refused) return error.message;
        throw error;
      }
    },
    async send(request) {
      const signal = deadline();
      try {
        return await post(request, { ...(await addressOf(request.url, signal)), ca, signal });
      } catch (error) {
        return { error: error instanceof Refused ? `The address ${error.message}` : textOf(error) };
      }
    },
  };
}

/** Nothing is sent there. */
class Refused extends Error {}

/** Rejects when the time is over: a resolver cannot be told to stop. */
const endOf = (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
};

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);

interface Place {
  url: URL;
  host: string;
  address: string;
  ca: string | undefined;
  signal: AbortSignal;
}

function post({ headers, body }: WebhookRequest, { url, host, address, ca, signal }: Place): Promise<WebhookOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookOutcome>();
  const call = httpsRequest({
    host: address,
    port: url.port === '' ? 443 : Number(url.port),
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    // The certificate is that of the name, and not of the address.
    ...(isIP(host) ? {} : { servername: host }),
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    // No connection of one delivery is used for another.
    agent: false,
    signal,
    ...(ca === undefined ? {} : { ca }),
  });
  call.on('response', (response) => {
    resolve({ status: response.statusCode ?? 0 });
    // What a receiver says besides is nobody's to read: it may be of another than was meant.
    response.destroy();
  });
  call.on('error', reject);
  call.end(body);
  return promise;
}

/** A short reason, without what the receiver said. */
function textOf(error: unknown): string {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return `No answer within ${timeoutMilliseconds / 1000} seconds`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `The connection failed: ${code}`;
}

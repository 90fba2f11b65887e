import { lookup } from 'node:dns/promises';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from './port.ts';
import { isPublicAddress } from './public-address.ts';
import { hostOf, urlProblem } from './webhook-url.ts';

/** The longest time that a receiver may take to answer. */
const timeoutMilliseconds = 10_000;

/** Overrides of the network defaults, such as in tests. */
export interface HttpsSenderOptions {
  /** The addresses of a name. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  allows?: (address: string) => boolean;
  /** Trusted certificate authorities; the usual ones unless given. */
  ca?: string;
  /** Ends the time of a request that begins now, name resolution included. */
  deadline?: () => AbortSignal;
}

/**
 * Sends over HTTPS. A name is resolved for each request; all its addresses are checked, and the connection uses one of
 * them by number, so that nothing resolves the name a second time (rule HOOK-2). A redirect is an ordinary answer.
 */
export function httpsSender(options: HttpsSenderOptions = {}): WebhookSender {
  const { resolve = addressesOf, allows = isPublicAddress, ca } = options;
  const deadline = options.deadline ?? (() => AbortSignal.timeout(timeoutMilliseconds));

  /** @throws Refused if the address may not be sent to, or the name no longer has an address. */
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

/** Rejects when the time is over: a resolver cannot be stopped. */
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
    // The certificate is for the name, and not for the address.
    ...(isIP(host) ? {} : { servername: host }),
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    // No connection is reused for another delivery.
    agent: false,
    signal,
    ...(ca === undefined ? {} : { ca }),
  });
  call.on('response', (response) => {
    resolve({ status: response.statusCode ?? 0 });
    // The body is never read: it may come from an unintended receiver.
    response.destroy();
  });
  call.on('error', reject);
  call.end(body);
  return promise;
}

/** A short reason, without the receiver's text. */
function textOf(error: unknown): string {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return `No answer within ${timeoutMilliseconds / 1000} seconds`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `The connection failed: ${code}`;
}

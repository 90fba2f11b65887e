import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '#shared/kernel/rules/client-network.ts';
import { looksLikeApiToken, parseApiToken } from '#shared/people/verbs/auth/api-token.ts';

/** Most API tokens that are cached; beyond that the cache is cleared. */
const mostTokens = 1000;

/**
 * Identifies the caller for the limits (rule DEPLOY-34): the user of a verified token, otherwise the address. So no one
 * can use up a user's places by naming them.
 */
export class Callers {
  readonly #userOfLogin: (token: string) => Promise<string | undefined>;
  readonly #addressOf: (request: IncomingMessage) => string;
  /** Users by the digests of verified API tokens. */
  readonly #known = new Map<string, string>();

  /**
   * @param options.userOfLogin returns the user of a valid login token
   * @param options.addressOf returns the address of a request
   */
  constructor(options: {
    userOfLogin: (token: string) => Promise<string | undefined>;
    addressOf: (request: IncomingMessage) => string;
  }) {
    this.#userOfLogin = options.userOfLogin;
    this.#addressOf = options.addressOf;
  }

  async of(request: IncomingMessage): Promise<string> {
    const token = bearerOf(request);
    const user =
      token && (looksLikeApiToken(token) ? this.#known.get(digestOf(token)) : await this.#userOfLogin(token));
    return user ? `user ${user}` : `address ${clientNetwork(this.#addressOf(request))}`;
  }

  /** Learns from the response to an authenticated operation whether the request's API token is valid. */
  learn(request: IncomingMessage, status: number): void {
    const token = bearerOf(request);
    if (!token || !looksLikeApiToken(token)) return;
    if (status === 401) this.#known.delete(digestOf(token));
    if (status >= 400) return;
    if (this.#known.size >= mostTokens) this.#known.clear();
    const userId = parseApiToken(token)?.userId;
    if (userId !== undefined) this.#known.set(digestOf(token), userId);
  }
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];

const digestOf = (token: string): string => hash('sha256', token, 'base64');

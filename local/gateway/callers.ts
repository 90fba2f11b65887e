import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '#shared/domain/client-network.ts';
import { looksLikeApiToken, parseApiToken } from '#shared/services/auth/api-token.ts';

/** Most API tokens that are remembered; beyond, it begins anew. */
const mostTokens = 1000;

/**
 * Whose requests are counted together (rule DEPLOY-34): a user's by their token, once it was found right, and all others by the
 * address that they come from. Nobody takes the places of a user by naming them.
 */
export class Callers {
  readonly #userOfLogin: (token: string) => Promise<string | undefined>;
  readonly #addressOf: (request: IncomingMessage) => string;
  /** Users by the digests of API tokens that an answer has shown to be right. */
  readonly #known = new Map<string, string>();

  /**
   * @param options.userOfLogin the user of a login token that is right
   * @param options.addressOf where a request comes from
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

  /** Learns from an answer of an operation that wants a token whether the request's API token is right. */
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

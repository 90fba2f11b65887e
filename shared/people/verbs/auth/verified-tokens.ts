import { hash } from 'node:crypto';

/** A token whose signature was found right: what it says, by which key, and until when it lives. */
export interface VerifiedToken<Key, Claims> {
  kid: string;
  key: Key;
  claims: Claims;
  expiresAtSeconds: number;
}

/** Most tokens that a process remembers; beyond, it starts over. */
const mostTokens = 1000;

/**
 * Remembers tokens with verified signatures, by their digests: the same text under the same key remains valid. Callers
 * check key and time again (rule AUTH-26).
 */
export class VerifiedTokens<Key, Claims> {
  readonly #tokens = new Map<string, VerifiedToken<Key, Claims>>();

  get(token: string): VerifiedToken<Key, Claims> | undefined {
    return this.#tokens.get(digestOf(token));
  }

  add(token: string, verified: VerifiedToken<Key, Claims>): void {
    if (this.#tokens.size >= mostTokens) this.#tokens.clear();
    this.#tokens.set(digestOf(token), verified);
  }
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

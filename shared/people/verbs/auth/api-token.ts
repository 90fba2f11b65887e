import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isUsername } from '../../../kernel/rules/ids.ts';

/**
 * API tokens for scripts and workers: `fid_<who>_<secret>`. `who` names user, token and project, so that one
 * BatchGetItem authenticates a request; the secret has 256 random bits, so a plain hash of it is enough at rest.
 */

const prefix = 'fid_';

export interface ApiTokenName {
  userId: string;
  username: string;
  tokenId: string;
  projectId: string | undefined;
}

/** A new secret and its hash. */
export function newTokenSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url').replace(/[-_]/g, 'x');
  return { secret, hash: hashOf(secret) };
}

/** Writes a token as its owner will send it. */
export function formatApiToken(name: ApiTokenName, secret: string): string {
  const who = JSON.stringify([name.userId, name.username, name.tokenId, name.projectId ?? '']);
  return `${prefix}${Buffer.from(who).toString('hex')}_${secret}`;
}

/** Whether a bearer token is meant to be an API token, well formed or not. */
export const looksLikeApiToken = (text: string): boolean => text.startsWith(prefix);

/** What ids of users, tokens and projects are made of; each fits a key of the table. */
const idPattern = /^[\w-]{1,64}$/;

/**
 * Reads a token; undefined for anything else, and for one that names what no user, token or project is called: nothing is
 * read by it. Says nothing about whether it is valid.
 */
export function parseApiToken(text: string): (ApiTokenName & { secret: string }) | undefined {
  const match = /^fid_([0-9a-f]{2,2000})_([A-Za-z0-9]{16,100})$/.exec(text);
  if (!match) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(match[1] ?? '', 'hex').toString('utf8'));
    if (!Array.isArray(parts) || parts.length !== 4 || !parts.every((part) => typeof part === 'string'))
      return undefined;
    const [userId, username, tokenId, projectId] = parts as [string, string, string, string];
    const isNamed = [userId, tokenId, projectId || 'none'].every((id) => idPattern.test(id)) && isUsername(username);
    return isNamed
      ? { userId, username, tokenId, projectId: projectId || undefined, secret: match[2] ?? '' }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a secret is the one whose hash is kept. */
export function isTokenSecret(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), Buffer.from(hash, 'hex'));
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

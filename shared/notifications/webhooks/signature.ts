import { createHmac, randomBytes } from 'node:crypto';

/** The prefix of every secret, so that a leaked one can be recognized. */
const prefix = 'whsec_';

/** A new secret: 32 random bytes. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** The signed text: the id of the event, the time in epoch seconds, and the body. */
export interface SignedParts {
  id: string;
  timestamp: number;
  body: string;
}

/**
 * The headers of a delivery by the Standard Webhooks specification: HMAC-SHA256 over id, time and body, under each of
 * the valid secrets (rule HOOK-4).
 */
export const signedHeaders = (parts: SignedParts, secrets: readonly string[]): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Fiducial-Webhooks',
  'webhook-id': parts.id,
  'webhook-timestamp': String(parts.timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(parts, secret)).join(' '),
});

function signatureOf({ id, timestamp, body }: SignedParts, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

import { signedHeaders } from '../../kernel/aws-signature.ts';
import type { EmailSender } from './port.ts';

const timeoutMilliseconds = 10_000;

/** The address at which Amazon SES accepts an e-mail (SES API v2, SendEmail). */
const path = '/v2/email/outbound-emails';

export interface SesOptions {
  /** The sender, whose identity is verified in SES. */
  from: string;
  region: () => Promise<string>;
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }>;
  /** Replaces the network in tests. */
  fetch?: typeof fetch;
  clock?: () => Date;
  /** Ends the time of a request that begins now. */
  deadline?: () => AbortSignal;
}

/**
 * Sends by Amazon SES. It is one request, signed by the SDK's signer: a client of the SDK would be ten times the
 * size of the function (rule DEPLOY-9).
 */
export function sesSender({
  from,
  region,
  credentials,
  fetch = globalThis.fetch,
  clock = () => new Date(),
  deadline = () => AbortSignal.timeout(timeoutMilliseconds),
}: SesOptions): EmailSender {
  return {
    async send({ to, subject, text }) {
      const [inRegion, by] = await Promise.all([region(), credentials()]);
      const host = `email.${inRegion}.amazonaws.com`;
      const content = (data: string) => ({ Data: data, Charset: 'UTF-8' });
      const body = JSON.stringify({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: content(subject),
            Body: { Text: content(text) },
            // Suppresses automatic replies such as out-of-office messages (RFC 3834).
            Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
          },
        },
      });
      const headers = { host, 'content-type': 'application/json' };
      const signed = await signedHeaders({ path, headers, body }, { ...by, region: inRegion, service: 'ses' }, clock());
      try {
        const response = await fetch(`https://${host}${path}`, {
          method: 'POST',
          headers: signed,
          body,
          signal: deadline(),
        });
        if (response.ok) return { taken: true };
        return { error: `Amazon SES answered ${response.status}${reasonIn(await response.text())}` };
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        return {
          error: isLate
            ? `No answer within ${timeoutMilliseconds / 1000} seconds`
            : 'The connection to Amazon SES failed',
        };
      }
    },
  };
}

const withoutAddresses = (text: string): string => text.replace(/[^\s<,]+@[^\s>,]+/g, '<address>');

/** The reason that SES gives for a refusal, such as an unverified identity. */
function reasonIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? `: ${withoutAddresses(message).slice(0, 200)}` : '';
  } catch {
    return '';
  }
}

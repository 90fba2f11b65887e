import { createHmac, hash } from 'node:crypto';

/**
 * Signatures of AWS, version 4, of requests that carry all they say in their body: a POST without a query. The key that is
 * derived from the secret holds for a day and is kept for it, as is the text of the second.
 */

/** What is signed. */
export interface Signable {
  path: string;
  /** By their names in lower case, values without spaces around them; all are signed. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The signing credentials and the service. */
export interface Signatory {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  region: string;
  service: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers of a signed request: those it had, when it was signed, the token of a session, and the signature. */
export function signedHeaders(request: Signable, signatory: Signatory, epochMilliseconds: number) {
  const instant = textOfSecond(Math.floor(epochMilliseconds / 1000));
  const day = instant.slice(0, 8);
  const headers: Record<string, string> = { ...request.headers, 'x-amz-date': instant };
  if (signatory.sessionToken !== undefined) headers['x-amz-security-token'] = signatory.sessionToken;
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  let lines = '';
  for (const name of names) lines += `${name}:${headers[name]}\n`;
  const canonical = `POST\n${canonicalPath(request.path)}\n\n${lines}\n${signed}\n${hash('sha256', request.body)}`;
  const scope = `${day}/${signatory.region}/${signatory.service}/aws4_request`;
  const signature = createHmac('sha256', keyOf(signatory, day))
    .update(`${algorithm}\n${instant}\n${scope}\n${hash('sha256', canonical)}`)
    .digest('hex');
  headers.authorization = `${algorithm} Credential=${signatory.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
  return headers;
}

/** Each part of a path is escaped once more than it is sent. */
const canonicalPath = (path: string): string => (path === '/' ? path : path.split('/').map(escapePart).join('/'));

const escapePart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

let lastSecond = { second: Number.NaN, text: '' };

/** Such as `20150830T123600Z`. */
function textOfSecond(second: number): string {
  if (lastSecond.second !== second)
    lastSecond = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z` };
  return lastSecond.text;
}

let lastKey: { of: string; key: Buffer } = { of: '', key: Buffer.alloc(0) };

function keyOf({ secretAccessKey, region, service }: Signatory, day: string): Buffer {
  const of = `${secretAccessKey} ${day} ${region} ${service}`;
  if (lastKey.of !== of)
    lastKey = {
      of,
      key: [day, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`)),
    };
  return lastKey.key;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

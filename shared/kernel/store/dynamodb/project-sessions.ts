import { signedHeaders } from '../../aws-signature.ts';
import { sessionTag } from '../keys.ts';
import { backOff } from './back-off.ts';

/** Credentials of AWS. */
interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Those of a session. */
interface SessionCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
}

/** What a role's sessions are asked for with. */
export interface SessionOptions {
  roleArn: string;
  /** Endpoint of an emulator; empty for that of the region. */
  endpoint: string;
  region: () => Promise<string>;
  /** The caller's own. */
  credentials: () => Promise<Credentials>;
  /** Replaces the network in tests. */
  fetch?: typeof fetch;
  clock?: () => number;
  /** Pause before an attempt. */
  pause?: (attempt: number) => Promise<void>;
}

/** The longest session that AWS gives to a caller who is in a session: a function always is. */
const durationSeconds = 3600;

const timeoutMilliseconds = 5_000;
const mostAttempts = 3;

/**
 * Credentials of a role for one project: sessions with its tag, which a client of the SDK asks for anew before they expire. A
 * request is signed like those to the table: a client of the SDK would be larger than the function (rule DEPLOY-9).
 */
export function projectSessions({
  roleArn,
  endpoint,
  region,
  credentials,
  fetch = globalThis.fetch,
  clock = Date.now,
  pause = backOff,
}: SessionOptions): (projectId: string) => () => Promise<SessionCredentials> {
  const attempt = async (body: string): Promise<Response> => {
    const [inRegion, by] = await Promise.all([region(), credentials()]);
    const url = new URL(endpoint || `https://sts.${inRegion}.${domainOf(inRegion)}`);
    const headers = { host: url.host, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const signed = await signedHeaders(
      { path: '/', headers, body },
      { ...by, region: inRegion, service: 'sts' },
      new Date(clock()),
    );
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    return fetch(`${url.origin}/`, { method: 'POST', headers: signed, body, signal });
  };

  const ask = async (body: string, attempts = 1): Promise<string> => {
    const answered = await attempt(body).catch((error: unknown) => error);
    const text = answered instanceof Response ? await answered.text() : String(answered);
    if (answered instanceof Response && answered.ok) return text;
    const status = answered instanceof Response ? answered.status : 0;
    const isPassing = status === 0 || status >= 500 || text.includes('<Code>Throttling');
    if (isPassing && attempts < mostAttempts) {
      await pause(attempts);
      return ask(body, attempts + 1);
    }
    // By this name the caller is told to try again.
    throw Object.assign(new Error(`AWS STS answered ${status || text}${status ? `: ${text.slice(0, 300)}` : ''}`), {
      name: isPassing ? 'ThrottlingException' : 'SessionRefused',
    });
  };

  return (projectId) => async () => {
    const tag = sessionTag(projectId);
    const text = await ask(
      new URLSearchParams({
        Action: 'AssumeRole',
        Version: '2011-06-15',
        RoleArn: roleArn,
        RoleSessionName: tag.value.replace(/[^\w+=,.@-]/g, '-').padStart(2, '-'),
        DurationSeconds: String(durationSeconds),
        'Tags.member.1.Key': tag.key,
        'Tags.member.1.Value': tag.value,
      }).toString(),
    );
    return {
      accessKeyId: valueIn(text, 'AccessKeyId'),
      secretAccessKey: valueIn(text, 'SecretAccessKey'),
      sessionToken: valueIn(text, 'SessionToken'),
      expiration: new Date(valueIn(text, 'Expiration')),
    };
  };
}

const domainOf = (region: string): string => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com');

/** The text of an element of STS's answer; none of those that are read can have a sign that XML escapes. */
function valueIn(xml: string, name: string): string {
  const [, value] = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml) ?? [];
  if (value === undefined) throw new Error(`AWS STS answered without ${name}`);
  return value;
}

import { type Client, createClient } from '#shared/api/client.ts';
import { credentialsFile, readLogin } from './credentials.ts';
import { exitCodes, Failure, usageError } from './failure.ts';
import { retryingFetch, waitingFetch } from './retry.ts';

type Environment = Record<string, string | undefined>;

/** The service's address and the caller's token. */
export interface Connection {
  /** Address of the service, without a trailing slash. */
  url: string;
  client: Client;
  /** The project of `FIDUCIAL_PROJECT`; undefined: the default one of the user or token. */
  projectId: string | undefined;
}

const defaultUrl = 'http://127.0.0.1:3000';

/**
 * Reads the service's address from `FIDUCIAL_URL`, without a trailing slash and without `/api`.
 * @throws Failure if it is not an http address.
 */
export function serviceUrl(env: Environment): string {
  const text = env.FIDUCIAL_URL || defaultUrl;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    throw usageError(`FIDUCIAL_URL '${text}' is not an address such as ${defaultUrl}.`);
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/api$/, '');
}

/** Address of the API: under `/api`, or at the root of API Gateway's own address (rule API-8). */
export const apiUrl = (url: string): string => (/[./]execute-api[./]/.test(url) ? url : `${url}/api`);

/** A client without a login. */
export const anonymousClient = (url: string): Client => createClient({ baseUrl: apiUrl(url), fetch: apiFetch(url) });

/** Options for the requests of a connection. */
interface Requests {
  /** Content types of file responses besides JSON. */
  fileTypes?: readonly string[];
  /** Never repeats a request after a lost connection, since the service would carry it out twice. */
  once?: boolean;
}

/** Retries after a connection failure, and refuses a response that does not come from the API. */
function apiFetch(url: string, { fileTypes = [], once = false }: Requests = {}): typeof fetch {
  const send = waitingFetch(once ? fetch : retryingFetch());
  const expected = ['application/json', 'application/yaml', ...fileTypes];
  return async (...args) => {
    const response = await send(...args);
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (response.ok && response.status !== 204 && !expected.includes(type) && !expected.includes('*/*'))
      throw new Failure(`${url} is not Fiducial's API. Set FIDUCIAL_URL to the right address.`);
    return response;
  };
}

/**
 * Address and headers of requests that are made without the client.
 * @throws Failure as `openConnection`.
 */
export async function openRequests(
  env: Environment,
): Promise<{ url: string; baseUrl: string; headers: Record<string, string> }> {
  const url = serviceUrl(env);
  const token = env.FIDUCIAL_TOKEN || (await storedToken(env, url, new Date()));
  const project = env.FIDUCIAL_PROJECT ? { 'x-project-id': env.FIDUCIAL_PROJECT } : {};
  return {
    url,
    baseUrl: apiUrl(url),
    headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...project },
  };
}

/**
 * Opens a connection from the environment and the saved logins.
 * @throws Failure if there is no token or the login has expired.
 */
export async function openConnection(env: Environment, requests: Requests = {}): Promise<Connection> {
  const url = serviceUrl(env);
  const token = env.FIDUCIAL_TOKEN || (await storedToken(env, url, new Date()));
  const projectId = env.FIDUCIAL_PROJECT || undefined;
  const client = createClient({
    baseUrl: apiUrl(url),
    token: () => token,
    projectId: () => projectId,
    fetch: apiFetch(url, requests),
  });
  return { url, client, projectId };
}

async function storedToken(env: Environment, url: string, now: Date): Promise<string> {
  const login = await readLogin(credentialsFile(env), url);
  const howToSignIn = 'Sign in with `npx fiducial login`, or set FIDUCIAL_TOKEN to an API token.';
  if (!login) throw new Failure(`Not signed in at ${url}. ${howToSignIn}`, exitCodes.notAllowed);
  if (login.expires_at <= now.toISOString())
    throw new Failure(
      `Your session as '${login.username}' at ${url} expired at ${login.expires_at}. ${howToSignIn}`,
      exitCodes.notAllowed,
    );
  return login.token;
}

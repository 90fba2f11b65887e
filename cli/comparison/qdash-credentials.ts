import { exitCodes, Failure, usageError } from '../failure.ts';
import type { Clock } from './reader.ts';
import { createReader, type Reader } from './reader.ts';

type Environment = Record<string, string | undefined>;

/**
 * Opens QDash with the credentials that its own clients read: `QDASH_API_TOKEN`, or `QDASH_USERNAME` with `QDASH_PASSWORD`.
 * `QDASH_PROJECT_ID` names the project. No message contains a secret.
 * @throws Failure without credentials, for an address that is not one, and if QDash refuses the login.
 */
export async function openQdash(address: string, env: Environment, clock: Clock): Promise<Reader> {
  const baseUrl = qdashUrl(address);
  const headers = {
    accept: 'application/json',
    ...(env.QDASH_PROJECT_ID && { 'x-project-id': env.QDASH_PROJECT_ID }),
    ...(env.QDASH_CF_ACCESS_CLIENT_ID && { 'cf-access-client-id': env.QDASH_CF_ACCESS_CLIENT_ID }),
    ...(env.QDASH_CF_ACCESS_CLIENT_SECRET && { 'cf-access-client-secret': env.QDASH_CF_ACCESS_CLIENT_SECRET }),
  };
  const token = env.QDASH_API_TOKEN || (await login(baseUrl, env, headers));
  return createReader({ name: 'QDash', baseUrl, headers: { ...headers, authorization: `Bearer ${token}` } }, clock);
}

/** @throws Failure for what is not an http address, and for one with a password in it. */
export function qdashUrl(address: string): string {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address))
    throw usageError("'compare-qdash' needs the address of QDash's API, such as https://qdash.example/api.");
  const { origin, pathname, username, password } = new URL(address);
  if (username || password)
    throw usageError('The address of QDash must not contain a password: set QDASH_API_TOKEN or QDASH_PASSWORD.');
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

const loginTimeoutMilliseconds = 60_000;

async function login(baseUrl: string, env: Environment, headers: Record<string, string>): Promise<string> {
  const { QDASH_USERNAME: username, QDASH_PASSWORD: password } = env;
  if (!username || !password)
    throw usageError('Set QDASH_API_TOKEN, or QDASH_USERNAME and QDASH_PASSWORD, to read QDash.');
  const body = new URLSearchParams({ username, password });
  const signal = AbortSignal.timeout(loginTimeoutMilliseconds);
  const options = { method: 'POST', headers, body, redirect: 'error', signal } as const;
  const response = await fetch(`${baseUrl}/auth/login`, options).catch(() => undefined);
  if (!response) throw new Failure(`No response from QDash at ${baseUrl}.`, exitCodes.unavailable);
  const answer: unknown = await response.json().catch(() => undefined);
  const token = (answer as { access_token?: unknown } | null | undefined)?.access_token;
  if (response.ok && typeof token === 'string') return token;
  if (response.ok)
    throw new Failure(
      `QDash answered the login of '${username}' without a token: is ${baseUrl} the address of its API?`,
    );
  if (response.status >= 500 || response.status === 429)
    throw new Failure(`QDash failed to log '${username}' in (${response.status}).`, exitCodes.unavailable);
  throw new Failure(`QDash refused the login of '${username}' (${response.status}).`, exitCodes.notAllowed);
}

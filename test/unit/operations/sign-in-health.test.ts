import { describe, expect, it } from 'vitest';
import { signInProblems } from '#scripts/operations/lib/sign-in-health.ts';

const issuer = 'https://sso.lab.example/realms/lab';
const description = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/certs`,
  response_types_supported: ['code', 'none'],
};

/** The problems of a provider with this answer. */
const problemsOf = (body: object, status = 200) =>
  signInProblems(issuer, async (address) => {
    expect(address).toBe(`${issuer}/.well-known/openid-configuration`);
    return Response.json(body, { status });
  });

describe('health of the sign-in provider', () => {
  it('a provider that answers as it should has no problem, and neither has none', async () => {
    expect(await problemsOf(description)).toEqual([]);
    expect(await signInProblems('')).toEqual([]);
  });

  it('a provider of another name, without TLS or without the flow is told', async () => {
    expect(
      await problemsOf({ ...description, issuer: `${issuer}/`, token_endpoint: 'http://sso.lab.example/token' }),
    ).toEqual([
      `Sign-in: oidcIssuer is ${issuer}, and the provider calls itself ${issuer}/`,
      `Sign-in: ${issuer} has no token_endpoint over TLS`,
    ]);
    expect(await problemsOf({ ...description, response_types_supported: ['id_token'] })).toEqual([
      `Sign-in: ${issuer} knows no authorization code flow`,
    ]);
  });

  it('a provider that refuses, or cannot be reached, is told with the reason', async () => {
    expect(await problemsOf({}, 404)).toEqual([expect.stringContaining('openid-configuration answers 404')]);
    const unreachable = () => Promise.reject(new Error('ECONNREFUSED'));
    expect(await signInProblems(issuer, unreachable)).toEqual([
      expect.stringContaining('does not answer: ECONNREFUSED'),
    ]);
  });
});

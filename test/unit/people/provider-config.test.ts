import { describe, expect, it } from 'vitest';
import { loadConfig } from '#shared/kernel/config.ts';
import { isSecure, signInConfig } from '#shared/people/sign-in/provider-config.ts';

const read = (given: Record<string, string>) => loadConfig(given, signInConfig);

const env = {
  PUBLIC_URL: 'https://qubits.lab.example/',
  OIDC_ISSUER: 'https://sso.lab.example/realms/lab',
  OIDC_CLIENT_ID: 'fiducial',
};

describe('settings of signing in', () => {
  it('without an issuer people sign in by passwords alone', () => {
    expect(read({})).toMatchObject({ passwordSignIn: true, provider: undefined });
  });

  it('an issuer and a client are enough, and all else has its default', () => {
    expect(read(env).provider).toEqual({
      issuer: env.OIDC_ISSUER,
      clientId: 'fiducial',
      clientSecretId: undefined,
      clientSecretFile: undefined,
      name: 'sso.lab.example',
      scopes: 'openid profile email',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
      allowedGroups: [],
      allowedDomains: [],
      groupRoles: [],
      linkByUsername: false,
    });
  });

  it('groups that may sign in are separated by commas', () => {
    expect(read({ ...env, OIDC_ALLOWED_GROUPS: ' lab, guests,' }).provider?.allowedGroups).toEqual(['lab', 'guests']);
    const domains = { ...env, OIDC_ALLOWED_DOMAINS: ' Lab.example, lab.org,' };
    expect(read(domains).provider?.allowedDomains).toEqual(['lab.example', 'lab.org']);
    for (const wrong of ['@lab.example', 'lab .example', 'lab..example'])
      expect(() => read({ ...env, OIDC_ALLOWED_DOMAINS: wrong })).toThrow(`OIDC_ALLOWED_DOMAINS has '${wrong}'`);
  });

  it.each([
    [{ ...env, OIDC_ISSUER: 'http://sso.lab.example' }, "OIDC_ISSUER 'http://sso.lab.example' is not an address"],
    [{ ...env, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is required'],
    [{ ...env, PUBLIC_URL: '' }, 'PUBLIC_URL is required'],
    [{ ...env, OIDC_SCOPES: 'profile' }, "OIDC_SCOPES 'profile' lacks the scope openid"],
    [{ ...env, OIDC_GROUP_ROLES: '{}' }, 'OIDC_GROUP_ROLES is not a list'],
    [{ PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN is off without OIDC_ISSUER'],
    [{ PASSWORD_SIGN_IN: 'false' }, "PASSWORD_SIGN_IN 'false' is neither on nor off"],
  ])('a start is refused that could let no one in, or the wrong ones: %j', (wrong, message) => {
    expect(() => read(wrong)).toThrow(message);
  });

  it.each([
    ['https://sso.lab.example', true],
    ['http://127.0.0.1:8080/realms/lab', true],
    ['http://localhost:8080', true],
    ['http://localhost.evil.example', false],
    ['ftp://127.0.0.1', false],
    ['sso.lab.example', false],
  ])('no one reads on the way what is sent to %s: %s', (address, expected) => {
    expect(isSecure(address)).toBe(expected);
  });
});

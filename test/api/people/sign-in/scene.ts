import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { providerConfig } from '#shared/people/sign-in/provider-config.ts';
import { type Person, passThrough, startProvider, type TestProvider } from '#test/support/sign-in/provider.ts';
import { refused } from '../../support/refusal.ts';
import { type Caller, startWorld, type World } from '../../support/world.ts';

const publicUrl = 'https://fiducial.test';
export const redirectUri = `${publicUrl}/login`;

export let provider: TestProvider;
export let world: World;
export let admin: Caller['api'];
export let anybody: Caller['api'];
/** The name of the person of a test. */
export let name = '';
let counter = 0;

/** Gives the tests of a file a service that has a sign-in provider, which begins each test as it was. */
export function onProvider(): void {
  beforeAll(async () => {
    provider = await startProvider(redirectUri);
    const { issuer, clientId, clientSecret } = provider;
    const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_SCOPES: 'openid profile email groups' };
    const config = { publicUrl, provider: providerConfig({ ...env, OIDC_NAME: 'Lab' }, publicUrl) };
    world = await startWorld({ config, clientSecret });
    admin = world.admin.api;
    anybody = world.client(undefined);
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });
  beforeEach(() => {
    counter += 1;
    name = `person-${counter}`;
  });
  afterEach(() => {
    provider.tamper = undefined;
    provider.isBroken = false;
    const settings = settingsOf();
    const open = { allowedGroups: [], allowedDomains: [], groupRoles: [], linkByUsername: false };
    Object.assign(settings, open, { usernameClaim: 'preferred_username' });
    world.stack.runtime.config.passwordSignIn = true;
  });
}

/** The settings of the provider, which a test may change. */
export function settingsOf() {
  const { provider: settings } = world.stack.runtime.config;
  if (!settings) throw new Error('The stack of this test has no provider');
  return settings;
}

export const person = (more: Partial<Person> = {}): Person => ({
  sub: `sub-${name}`,
  preferred_username: name,
  ...more,
});

/** Begins, passes the provider as a person, and answers what the service receives then. */
export async function arrive(who: Person | undefined, begin: Caller['api']['beginSignIn'] = anybody.beginSignIn) {
  provider.person = who;
  const { authorization_url, browser_key } = await begin();
  return { response: await passThrough(authorization_url, redirectUri), browser_key };
}

export const signIn = async (who: Person | undefined) => anybody.completeSignIn({ body: await arrive(who) });

export const notLetIn = (why: string) => refused(403, `You are not let in: ${why}. An administrator can help`);

export const userNamed = (username: string) => admin.getUserDetails({ params: { username } });

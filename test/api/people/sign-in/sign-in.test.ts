import { describe, expect, it } from 'vitest';
import { refusal, refused } from '../../support/refusal.ts';
import { testPassword } from '../../support/world.ts';
import {
  admin,
  anybody,
  arrive,
  name,
  notLetIn,
  onProvider,
  person,
  provider,
  redirectUri,
  settingsOf,
  signIn,
  userNamed,
  world,
} from './scene.ts';

onProvider();

describe('a sign-in at a provider', () => {
  it('an address of any domain does not give the user before its @: it is the name as a whole', async () => {
    const { username } = await signIn(person({ preferred_username: `${name}@anywhere.example` }));
    expect(username).toBe(`${name}-anywhere.example`);
  });

  it('an address of a domain that may sign in gives what is before its @, and one of another is refused', async () => {
    settingsOf().allowedDomains = ['lab.example', 'lab.test'];
    expect(await refusal(signIn(person({ preferred_username: `${name}@anywhere.example` })))).toEqual(
      notLetIn("addresses of 'anywhere.example' may not sign in here"),
    );
    const who = person({ preferred_username: `${name}@Lab.example` });
    expect(await signIn(who)).toMatchObject({ username: name });
    settingsOf().allowedDomains = ['lab.test'];
    expect(await signIn(who)).toMatchObject({ username: name });
  });

  it('an e-mail address that the provider has not verified gives no name of a domain that may sign in', async () => {
    Object.assign(settingsOf(), { allowedDomains: ['lab.example'], usernameClaim: 'email' });
    const email = `${name}@lab.example`;
    expect(await refusal(signIn(person({ email, email_verified: false })))).toEqual(
      notLetIn('the provider has not verified your address'),
    );
    expect(await signIn(person({ email, email_verified: true }))).toMatchObject({ username: name });
  });

  it('the service says by what people sign in', async () => {
    expect(await anybody.getSignInMethods()).toEqual({ passwords: true, provider: { name: 'Lab' } });
  });

  it('a sign-in is asked for by code with PKCE, and leads back to the service alone', async () => {
    const { authorization_url, expires_at } = await anybody.beginSignIn();
    const { origin, searchParams } = new URL(authorization_url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'fiducial',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(Date.parse(expires_at) - world.now().getTime()).toBeLessThanOrEqual(600_000);
  });

  it('who signs in for the first time is registered under the proposed name, with a project, and audited', async () => {
    const answer = await signIn(person({ name: 'Ada Lovelace' }));
    expect(answer).toMatchObject({ username: name, must_change_password: false, token_type: 'bearer' });
    const own = world.client(answer.access_token);
    expect(await own.getCurrentUser()).toMatchObject({
      username: name,
      full_name: 'Ada Lovelace',
      system_role: 'user',
      default_project_id: answer.default_project_id,
      identity: { issuer: provider.issuer, subject: `sub-${name}` },
    });
    expect((await own.listChips()).chips).toEqual([]);
    expect((await own.listSessions()).sessions).toMatchObject([{ current: true, address: '127.0.0.1' }]);
    const { entries } = await admin.listSystemAuditEntries({ query: { limit: 1 } });
    expect(entries).toMatchObject([{ action: 'register-user', actor: name, resource: `user:${name}` }]);
  });

  it('an identity stays the same user when the provider names them otherwise', async () => {
    const first = await signIn(person());
    const second = await signIn(person({ preferred_username: `${name}-married` }));
    expect(second.user_id).toBe(first.user_id);
    expect(await refusal(userNamed(`${name}-married`))).toMatchObject({ status: 404 });
  });

  it('two windows of a newcomer make one user', async () => {
    const [one, two] = [await arrive(person()), await arrive(person())];
    const answers = await Promise.all([one, two].map((body) => anybody.completeSignIn({ body })));
    expect(new Set(answers.map(({ user_id }) => user_id)).size).toBe(1);
  });

  it('of an address the username is what is before the @, where groups say who may sign in', async () => {
    settingsOf().allowedGroups = ['lab'];
    const who = person({ preferred_username: `${name}.Smith@lab.example`, groups: ['lab'] });
    const { username } = await signIn(who);
    expect(username).toBe(`${name}.smith`);
  });

  it('an identity whose name can be no username is refused', async () => {
    const expected = notLetIn("the provider's claim 'preferred_username' is not a username: it has '?'");
    expect(await refusal(signIn(person({ preferred_username: '?' })))).toEqual(expected);
  });
});

describe('signing in without passwords', () => {
  it('where passwords are switched off no one signs in by one or changes it, and the provider lets people in', async () => {
    const user = await world.register(name);
    world.stack.runtime.config.passwordSignIn = false;
    const off = refused(403, 'Signing in by a password is switched off: sign in by Lab');
    expect(await anybody.getSignInMethods()).toMatchObject({ passwords: false });
    const credentials = { username: name, password: testPassword };
    expect(await refusal(anybody.login({ body: credentials }))).toEqual(off);
    const change = { current_password: testPassword, new_password: 'another good password' };
    expect(await refusal(user.api.changePassword({ body: change }))).toEqual(off);
    const sub = `sub-${name}-new`;
    expect(await signIn(person({ sub, preferred_username: `${name}-new` }))).toMatchObject({ username: `${name}-new` });
  });

  it('who came by the provider has no password to change first', async () => {
    await signIn(person());
    await admin.updateUserSettings({ params: { username: name }, body: { must_change_password: true } });
    const { access_token, must_change_password } = await signIn(person());
    expect(must_change_password).toBe(false);
    const own = world.client(access_token);
    expect(await own.getCurrentUser()).toMatchObject({ must_change_password: false });
    expect(await own.listChips()).toMatchObject({ total: 0 });
  });
});

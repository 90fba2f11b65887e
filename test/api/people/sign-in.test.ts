import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { providerConfig } from '#shared/people/sign-in/provider-config.ts';
import { reserveAttempt } from '#shared/people/store/rate-limit.ts';
import { type Person, passThrough, startProvider, type TestProvider } from '#test/support/sign-in/provider.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

const publicUrl = 'https://fiducial.test';
const redirectUri = `${publicUrl}/login`;

let provider: TestProvider;
let world: World;
let admin: Caller['api'];
let anybody: Caller['api'];
let counter = 0;
let name = '';

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

/** The settings of the provider, which a test may change. */
function settingsOf() {
  const { provider: settings } = world.stack.runtime.config;
  if (!settings) throw new Error('The stack of this test has no provider');
  return settings;
}

const person = (more: Partial<Person> = {}): Person => ({ sub: `sub-${name}`, preferred_username: name, ...more });

/** Begins, passes the provider as a person, and answers what the service receives then. */
async function arrive(who: Person | undefined, begin: Caller['api']['beginSignIn'] = anybody.beginSignIn) {
  provider.person = who;
  const { authorization_url, browser_key } = await begin();
  return { response: await passThrough(authorization_url, redirectUri), browser_key };
}

const signIn = async (who: Person | undefined) => anybody.completeSignIn({ body: await arrive(who) });

const failedSignIn = (why: string) => refused(401, `Signing in by Lab failed: ${why}. Begin again`);
const notTheAnswer = failedSignIn('its answer was not to this request, or has been used');
const unknownSignIn = refused(
  401,
  'This browser has begun no such sign-in, or it was ended or too long ago. Begin again',
);
const letIn = (why: string) => refused(403, `You are not let in: ${why}. An administrator can help`);

const userNamed = (username: string) => admin.getUserDetails({ params: { username } });

describe('a sign-in at a provider', () => {
  it('an address of any domain does not give the user before its @: it is the name as a whole', async () => {
    const { username } = await signIn(person({ preferred_username: `${name}@anywhere.example` }));
    expect(username).toBe(`${name}-anywhere.example`);
  });

  it('an address of a domain that may sign in gives what is before its @, and one of another is refused', async () => {
    settingsOf().allowedDomains = ['lab.example', 'lab.test'];
    expect(await refusal(signIn(person({ preferred_username: `${name}@anywhere.example` })))).toEqual(
      letIn("addresses of 'anywhere.example' may not sign in here"),
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
      letIn('the provider has not verified your address'),
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
    const expected = letIn("the provider's claim 'preferred_username' is not a username: it has '?'");
    expect(await refusal(signIn(person({ preferred_username: '?' })))).toEqual(expected);
  });
});

describe('an answer that is not to be believed', () => {
  it('an answer is refused that another browser brings', async () => {
    const own = await arrive(person());
    const { browser_key } = await anybody.beginSignIn();
    expect(await refusal(anybody.completeSignIn({ body: { ...own, browser_key } }))).toEqual(unknownSignIn);
    expect(await anybody.completeSignIn({ body: own })).toMatchObject({ username: name });
  });

  it('an answer is refused whose state is not the one that was sent', async () => {
    const { response, browser_key } = await arrive(person());
    const changed = new URLSearchParams(response);
    changed.set('state', 'x'.repeat(43));
    const body = { response: changed.toString(), browser_key };
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(unknownSignIn);
  });

  it('an answer is taken once, and its code by no other sign-in', async () => {
    const body = await arrive(person());
    await anybody.completeSignIn({ body });
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(unknownSignIn);
    const other = await arrive(person());
    const replayed = new URLSearchParams(other.response);
    replayed.set('code', new URLSearchParams(body.response).get('code') ?? '');
    const replay = { ...other, response: replayed.toString() };
    expect(await refusal(anybody.completeSignIn({ body: replay }))).toEqual(notTheAnswer);
  });

  it('an answer is refused that comes more than ten minutes after the beginning', async () => {
    const body = await arrive(person());
    world.advance(601);
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(unknownSignIn);
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['an end that is over', { exp: 1_700_000_000 }],
  ])('a token is refused that has %s', async (_, claims) => {
    provider.tamper = (own) => ({ claims: { ...own, ...claims } });
    expect(await refusal(signIn(person()))).toEqual(notTheAnswer);
    expect(await refusal(userNamed(name))).toMatchObject({ status: 404 });
  });

  it('a token is refused that another key has signed', async () => {
    provider.tamper = (claims) => ({ claims, byOtherKey: true });
    expect(await refusal(signIn(person()))).toEqual(notTheAnswer);
  });

  it('who declines at the provider is told so', async () => {
    expect(await refusal(signIn(undefined))).toEqual(failedSignIn("its answer was 'access_denied'"));
  });

  it('a provider that does not answer is told as such, and is asked anew by the next attempt', async () => {
    const body = await arrive(person());
    provider.isBroken = true;
    const expected = refused(503, expect.stringContaining('Lab did not answer as a sign-in provider does'));
    expect(await refusal(anybody.completeSignIn({ body }))).toEqual(expected);
    expect(await refusal(anybody.beginSignIn())).toEqual(expected);
    provider.isBroken = false;
    expect(await signIn(person())).toMatchObject({ username: name });
  });

  it('an address that begins hundreds of sign-ins has to wait', async () => {
    const { db } = contextOf(world.stack.runtime, 'test');
    const limit = { attempts: 300, windowSeconds: 300 };
    const bucket = { name: 'sign-in', address: '127.0.0.1' };
    world.advance(301);
    while ((await reserveAttempt(db, bucket, limit, world.now())).ok);
    expect(await refusal(anybody.beginSignIn())).toMatchObject({ status: 429 });
    world.advance(301);
    expect(await anybody.beginSignIn()).toMatchObject({ browser_key: expect.any(String) });
  });
});

describe('whose an identity is', () => {
  const taken = () => letIn(`the username '${name}' is taken; if it is yours, sign in by its password and link it`);

  it('a name that is another user’s is not given to an identity, whatever address it has verified', async () => {
    await world.register(name);
    const verified = { email: `${name}@lab.example`, email_verified: true };
    expect(await refusal(signIn(person(verified)))).toEqual(taken());
  });

  it('where the setting says so, an identity of the very name is that user, and never the first administrator', async () => {
    const user = await world.register(name);
    settingsOf().linkByUsername = true;
    const impostor = await signIn(person({ sub: `of ${name}`, preferred_username: `${name}@evil.example` }));
    expect(impostor.user_id).not.toBe(user.userId);
    expect(await signIn(person())).toMatchObject({ user_id: user.userId });
    expect(await refusal(signIn(person({ sub: 'another', preferred_username: name })))).toEqual(taken());
    expect(await refusal(signIn(person({ sub: 'attacker', preferred_username: 'admin' })))).toMatchObject({
      status: 403,
    });
  });

  it('who is signed in links their identity, and no one else can link it then', async () => {
    const user = await world.register(name);
    const body = await arrive(person({ preferred_username: 'whatever' }), user.api.beginIdentityLink);
    expect(await anybody.completeSignIn({ body })).toMatchObject({ user_id: user.userId });
    expect(await signIn(person())).toMatchObject({ user_id: user.userId });
    const other = await world.register(`${name}-other`);
    const stolen = await arrive(person(), other.api.beginIdentityLink);
    expect(await refusal(anybody.completeSignIn({ body: stolen }))).toEqual(
      refused(409, 'This identity is linked to another user'),
    );
    const second = await arrive(person({ sub: `${name}-second` }), user.api.beginIdentityLink);
    expect(await refusal(anybody.completeSignIn({ body: second }))).toEqual(
      refused(409, `User '${name}' is linked to another identity: unlink it first`),
    );
  });

  it('an administrator unlinks a user, whose sessions end', async () => {
    const { access_token } = await signIn(person());
    const unlinked = await admin.unlinkUserIdentity({ params: { username: name } });
    expect(unlinked).toMatchObject({ username: name, identity: null });
    expect(await refusal(world.client(access_token).getCurrentUser())).toMatchObject({ status: 401 });
    expect(await refusal(signIn(person()))).toEqual(taken());
    expect(await refusal(admin.unlinkUserIdentity({ params: { username: name } }))).toEqual(
      refused(404, `User '${name}' is linked to no identity`),
    );
  });

  it('a user who is disabled stays so, and gets nothing by their groups', async () => {
    await signIn(person());
    await admin.updateUserSettings({ params: { username: name }, body: { disabled: true } });
    settingsOf().groupRoles = [{ group: 'admins', systemRole: 'admin' }];
    const disabled = refused(403, `User '${name}' is disabled`);
    expect(await refusal(signIn(person({ groups: ['admins'] })))).toEqual(disabled);
    expect(await userNamed(name)).toMatchObject({ disabled: true, system_role: 'user' });
  });

  it('who was deleted does not come back under their name', async () => {
    await signIn(person());
    await admin.deleteUser({ params: { username: name } });
    expect(await refusal(signIn(person()))).toEqual(letIn(`the username '${name}' was that of a user who was deleted`));
  });
});

describe('what groups give', () => {
  it('only members of the groups that may sign in are let in', async () => {
    settingsOf().allowedGroups = ['lab'];
    expect(await refusal(signIn(person({ groups: ['others'] })))).toEqual(
      letIn('you are in no group that may sign in here'),
    );
    expect(await refusal(userNamed(name))).toMatchObject({ status: 404 });
    expect(await signIn(person({ groups: ['others', 'lab'] }))).toMatchObject({ username: name });
  });

  it('groups that the provider left out are not taken for none', async () => {
    settingsOf().allowedGroups = ['lab'];
    const who = person({ _claim_names: { groups: 'src1' } });
    expect(await refusal(signIn(who))).toMatchObject({ detail: expect.stringContaining('more groups than Lab says') });
  });

  it('a group makes an administrator, and who left it is none from the next sign-in on', async () => {
    settingsOf().groupRoles = [{ group: 'admins', systemRole: 'admin' }];
    const { access_token } = await signIn(person({ groups: ['admins'] }));
    expect((await world.client(access_token).listAllUsers()).users.length).toBeGreaterThan(1);
    await signIn(person({ groups: [] }));
    expect(await refusal(world.client(access_token).listAllUsers())).toMatchObject({ status: 403 });
    const { entries } = await admin.listSystemAuditEntries({ query: { limit: 1 } });
    expect(entries).toMatchObject([
      { action: 'change-system-role', details: { before: 'admin', after: 'user', by: 'groups' } },
    ]);
  });

  it('a role that people gave stays where no rule gives one', async () => {
    await signIn(person());
    await admin.updateUserSettings({ params: { username: name }, body: { system_role: 'admin' } });
    await signIn(person({ groups: [] }));
    expect(await userNamed(name)).toMatchObject({ system_role: 'admin' });
  });

  it('groups give roles in projects, raise and lower them, and take them away', async () => {
    const owner = await world.register(`${name}-owner`);
    const { projectId } = owner;
    settingsOf().groupRoles = [
      { group: 'watch', projectId, role: 'viewer' },
      { group: 'operate', projectId, role: 'editor' },
    ];
    const roleAfter = async (groups: string[]) => {
      await signIn(person({ groups }));
      const { members } = await owner.api.listProjectMembers({ params: { project_id: projectId } });
      const member = members.find(({ username }) => username === name);
      return member && [member.role, member.status];
    };
    expect(await roleAfter([])).toBeUndefined();
    expect(await roleAfter(['watch'])).toEqual(['viewer', 'active']);
    expect(await roleAfter(['watch', 'operate'])).toEqual(['editor', 'active']);
    expect(await roleAfter(['watch'])).toEqual(['viewer', 'active']);
    expect(await roleAfter([])).toEqual(['viewer', 'revoked']);
    expect(await roleAfter(['operate'])).toEqual(['editor', 'active']);
    const { entries } = await owner.api.listProjectAuditEntries({ params: { project_id: projectId } });
    expect(entries.map(({ action }) => action)).toEqual([
      'invite-member',
      'remove-member',
      'change-role',
      'change-role',
      'invite-member',
    ]);
    expect(entries[0]).toMatchObject({ actor: name, details: { by: 'groups', after: { role: 'editor' } } });
  });

  it('who owns a project keeps it, and a project that is gone keeps no one out', async () => {
    const { access_token, default_project_id } = await signIn(person());
    const project_id = default_project_id ?? '';
    settingsOf().groupRoles = [
      { group: 'watch', projectId: project_id, role: 'viewer' },
      { group: 'watch', projectId: 'nowhere', role: 'viewer' },
    ];
    await signIn(person({ groups: ['watch'] }));
    const { members } = await world.client(access_token).listProjectMembers({ params: { project_id } });
    expect(members).toMatchObject([{ username: name, role: 'owner', status: 'active' }]);
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

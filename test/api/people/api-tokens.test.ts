import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noAccess } from '#shared/people/verbs/auth/authenticate.ts';
import { attachMeter, type Meter } from '#test/bench/meter.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let other: string;
let meter: Meter;
beforeAll(async () => {
  world = await startWorld();
  meter = attachMeter(world.stack.client);
  owner = await world.register('owner');
  ({ project_id: other } = await owner.api.createProject({ body: { name: 'other' } }));
});
afterAll(() => world.stop());

const make = (body: Parameters<Caller['api']['createApiToken']>[0]['body']) => owner.api.createApiToken({ body });
const forbidden = (projectId: string) => refused(403, noAccess(projectId).message);

describe('createApiToken', () => {
  it('createApiToken 201: shows its secret once; the list has all else', async () => {
    const { token, ...rest } = await make({ name: 'nightly', expires_at: '2999-01-01', role: 'viewer' });
    expect(token).toMatch(/^fid_[0-9a-f]+_[A-Za-z0-9]{43}$/);
    expect(rest).toMatchObject({ name: 'nightly', expires_at: '2999-01-01T00:00:00.000Z', role: 'viewer' });
    const { tokens, ...page } = await owner.api.listApiTokens();
    expect(tokens).toContainEqual(rest);
    expect(page).toMatchObject({ total: tokens.length, skip: 0 });
    expect(await world.client(token).getCurrentUser()).toMatchObject({ username: 'owner' });
  });

  it('createApiToken 409: two of one name; 400: an expiry in the past, an empty name, a role that there is not', async () => {
    await make({ name: 'once' });
    expect(await refusal(make({ name: 'once' }))).toEqual(
      refused(409, "API token 'once' of user 'owner' already exists"),
    );
    expect(await refusal(make({ name: 'past', expires_at: '2020-01-01' }))).toEqual(
      refused(400, "expires_at '2020-01-01T00:00:00.000Z' is not in the future"),
    );
    const answer = await world.raw('POST', '/auth/tokens', { token: owner.token, json: { name: ' ', role: 'king' } });
    expect([answer.status, (answer.body.errors as unknown[]).length]).toEqual([400, 2]);
  });

  it('createApiToken 403: for a project that the caller is not in, as if it did not exist', async () => {
    expect(await refusal(make({ name: 'foreign', project_id: world.admin.projectId }))).toEqual(
      forbidden(world.admin.projectId),
    );
    expect(await refusal(make({ name: 'nowhere', project_id: 'nowhere' }))).toEqual(forbidden('nowhere'));
  });
});

/** A made-up token with these names. */
const forged = (...parts: unknown[]) => `fid_${Buffer.from(JSON.stringify(parts)).toString('hex')}_${'x'.repeat(43)}`;

describe('an API token that is none', () => {
  const id = 'usr_0123456789abcdef0123456789abcdef';
  const tokenId = '5d3a1f0e-58f4-4b51-9a55-6c1b6a1f0001';
  const bytes = (hex: string) => `fid_${hex}_${'x'.repeat(43)}`;
  it.each([
    ['a user id that is longer than a key', forged('u'.repeat(900), 'nobody', tokenId, '')],
    ['a token id that is longer than a key', forged(id, 'nobody', 't'.repeat(900), '')],
    ['a project that is longer than a key', forged(id, 'nobody', tokenId, 'p'.repeat(900))],
    ['an empty user', forged('', 'nobody', tokenId, '')],
    ['an empty name', forged(id, '', tokenId, '')],
    ['a lone surrogate', bytes(Buffer.from(`["\\ud800","nobody","${tokenId}",""]`).toString('hex'))],
    ['a separator of keys', forged(`${id}#TOKEN`, 'nobody', tokenId, '')],
    ['too few parts', forged(id, 'nobody')],
    ['numbers', forged(1, 2, 3, 4)],
    ['bytes that are not text', bytes('ff'.repeat(40))],
    ['no JSON', bytes('aa')],
    ['half a byte', bytes('abc')],
    ['nothing but its beginning', 'fid_'],
  ])('an API token of %s is 401 in the same words before anything is read', async (_, token) => {
    meter.begin();
    for (const call of [
      () => world.client(token).getCurrentUser(),
      () => world.client(token).listChips(),
      () => world.client(token, owner.projectId).listChips(),
      () => world.client(token).createChip({ body: { chip_id: '' } }),
    ])
      expect(await refusal(call())).toEqual(refused(401, 'Invalid API token'));
    expect(meter.end().filter(({ authenticates }) => authenticates)).toEqual([]);
  });

  it.each([
    ['without a project', forged(id, 'nobody', tokenId, '')],
    ['with a project', forged(id, 'nobody', tokenId, 'p')],
    ['of a user whose token it is not', () => forged(owner.userId, 'owner', tokenId, '')],
  ])('an API token of an unknown user is 401 in the same words, %s', async (_, made) => {
    const token = typeof made === 'string' ? made : made();
    for (const call of [
      () => world.client(token).getCurrentUser(),
      () => world.client(token).listChips(),
      () => world.client(token, owner.projectId).listChips(),
      () => world.client(token).createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } }),
    ])
      expect(await refusal(call())).toEqual(refused(401, 'Invalid API token'));
  });
});

describe('an API token', () => {
  it('an API token bound to a project works there without a header, and nowhere else', async () => {
    const { token } = await make({ name: 'bound', project_id: other });
    await world.client(token).createChip({ body: { chip_id: 'by-token', topology_id: 'linear-2' } });
    expect((await world.client(owner.token, other).listChips()).chips).toMatchObject([{ chip_id: 'by-token' }]);
    expect(await refusal(world.client(token, owner.projectId).listChips())).toEqual(forbidden(owner.projectId));
    expect((await world.client(token).listProjects()).projects).toMatchObject([{ project_id: other }]);
    expect((await refusal(world.client(token).createProject({ body: { name: 'escape' } }))).status).toBe(403);
  });

  it('an API token bound to a role has no more than that, and no more than its user', async () => {
    const { token } = await make({ name: 'reader', role: 'viewer' });
    const reader = world.client(token);
    expect(await reader.listChips()).toMatchObject({ total: 0 });
    expect(await refusal(reader.createChip({ body: { chip_id: 'no' } }))).toEqual(
      refused(403, `Role 'editor' is required in project '${owner.projectId}'; yours is 'viewer'`),
    );
    const guest = await world.register('guest');
    await world.join(owner.api, {
      params: { project_id: owner.projectId },
      body: { username: 'guest', role: 'viewer' },
    });
    const claimed = await guest.api.createApiToken({ body: { name: 'claims', role: 'owner' } });
    const call = world.client(claimed.token, owner.projectId).createChip({ body: { chip_id: 'no' } });
    expect((await refusal(call)).status).toBe(403);
  });

  it('an API token ends at its expiry', async () => {
    const expires = new Date(world.now().getTime() + 60_000).toISOString();
    const { token } = await make({ name: 'brief', expires_at: expires });
    expect(await world.client(token).getSettings()).toHaveProperty('timezone');
    world.advance(61);
    expect(await refusal(world.client(token).getSettings())).toEqual(refused(401, "API token 'brief' has expired"));
  });

  it('an API token ends when it is deleted; deleting it again is 404, and so is deleting that of another', async () => {
    const { token, token_id } = await make({ name: 'gone' });
    const stranger = await world.register('stranger');
    const missing = (id: string, name: string) => refused(404, `API token '${id}' of user '${name}' not found`);
    const params = { token_id };
    expect(await refusal(stranger.api.deleteApiToken({ params }))).toEqual(missing(token_id, 'stranger'));
    expect(await owner.api.deleteApiToken({ params })).toEqual({ message: `API token '${token_id}' deleted` });
    expect(await refusal(world.client(token).getSettings())).toEqual(refused(401, 'Invalid API token'));
    expect(await refusal(owner.api.deleteApiToken({ params }))).toEqual(missing(token_id, 'owner'));
    expect(await refusal(owner.api.deleteApiToken({ params: { token_id: 'a#b 😀' } }))).toEqual(
      missing('a#b 😀', 'owner'),
    );
  });

  it('an API token makes no credential of any kind, even for an administrator', async () => {
    const { token } = await world.admin.api.createApiToken({ body: { name: 'ci' } });
    const script = world.client(token);
    const refusedAll = refused(403, 'This operation needs a login, not an API token');
    const password = 'long enough password';
    expect(await refusal(script.createApiToken({ body: { name: 'child' } }))).toEqual(refusedAll);
    expect(await refusal(script.registerUser({ body: { username: 'child', password } }))).toEqual(refusedAll);
    const reset = { username: 'owner', new_password: password };
    expect(await refusal(script.resetPassword({ body: reset }))).toEqual(refusedAll);
    const change = { current_password: world.admin.password, new_password: password };
    expect(await refusal(script.changePassword({ body: change }))).toEqual(refusedAll);
  });

  it('an API token of an administrator gives no one a role, and ends no one and no session', async () => {
    const somebody = await world.register('somebody');
    const { token } = await world.admin.api.createApiToken({ body: { name: 'operations' } });
    const script = world.client(token);
    const params = { username: somebody.username };
    const { sessions } = await world.admin.api.listSessions();
    const session_id = sessions[0]?.session_id ?? '';
    const member = { project_id: owner.projectId };
    for (const call of [
      () => script.updateUserSettings({ params, body: { system_role: 'admin' } }),
      () => script.updateUserSettings({ params, body: { disabled: true } }),
      () => script.deleteUser({ params }),
      () => script.unlinkUserIdentity({ params }),
      () => script.listUserSessions({ params }),
      () => script.deleteUserSession({ params: { ...params, session_id } }),
      () => script.deleteSession({ params: { session_id } }),
      () => script.addProjectMemberAdmin({ params: member, body: params }),
      () => script.removeProjectMemberAdmin({ params: { ...member, ...params } }),
    ])
      expect(await refusal(call())).toEqual(refused(403, 'This operation needs a login, not an API token'));
    const { users } = await world.admin.api.listAllUsers({ query: { search: 'somebody' } });
    expect(users).toMatchObject([{ system_role: 'user', disabled: false }]);
  });

  it('an API token shows no other tokens and no sessions of its user, whatever it is bound to', async () => {
    for (const [name, more] of [
      ['sees all', {}],
      ['sees a project', { project_id: other }],
      ['sees as a viewer', { role: 'viewer' as const }],
    ] as const) {
      const { token, token_id } = await make({ name, ...more });
      const script = world.client(token);
      for (const call of [
        () => script.listApiTokens(),
        () => script.listSessions(),
        () => script.deleteApiToken({ params: { token_id } }),
      ])
        expect(await refusal(call())).toEqual(refused(403, 'This operation needs a login, not an API token'));
    }
    expect((await owner.api.listApiTokens()).tokens.length).toBeGreaterThan(2);
  });

  it('an API token with another secret, another user or another project in it is refused', async () => {
    const { token } = await make({ name: 'template', project_id: other });
    const [, who = '', secret = ''] = token.split('_');
    const named = JSON.parse(Buffer.from(who, 'hex').toString('utf8')) as string[];
    const forge = (index: number, value: string) => {
      const parts = named.map((part, at) => (at === index ? value : part));
      return `fid_${Buffer.from(JSON.stringify(parts)).toString('hex')}_${secret}`;
    };
    const forged = [
      forge(0, world.admin.userId),
      forge(1, 'admin'),
      forge(2, 'another'),
      forge(3, owner.projectId),
      forge(3, ''),
      `fid_${who}_${'A'.repeat(43)}`,
    ];
    for (const attempt of forged) expect((await refusal(world.client(attempt).listChips())).status).toBe(401);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { userKeys } from '#shared/kernel/store/keys.ts';
import { registerWithPassword } from '#test/support/people/register.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let admin: Caller['api'];
let counter = 0;
let user: Caller;
beforeAll(async () => {
  world = await startWorld();
  admin = world.admin.api;
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  user = await world.register(`user-${counter}`);
});

const of = ({ username }: { username: string }) => ({ params: { username } });
type Settings = Parameters<Caller['api']['updateUserSettings']>[0]['body'];
const set = (body: Settings, whom: { username: string } = user, by = admin) =>
  by.updateUserSettings({ ...of(whom), body });
const login = ({ username }: { username: string }, password = testPassword) =>
  world.client(undefined).login({ body: { username, password } });
const auditOf = async ({ username }: { username: string }) => {
  const { entries } = await admin.listSystemAuditEntries({ query: { limit: 100 } });
  return entries.filter(({ resource }) => resource === `user:${username}`);
};

/** Another administrator, who has signed in. */
async function promoted(username: string): Promise<Caller> {
  const other = await world.register(username);
  await set({ system_role: 'admin' }, other);
  return other;
}

describe('listAllUsers', () => {
  it('listAllUsers 200: every user by name, without anything secret, page by page', async () => {
    const all = await admin.listAllUsers();
    const names = all.users.map(({ username }) => username);
    expect(names).toEqual([...names].sort());
    expect(names).toContain(user.username);
    expect(all.total).toBe(names.length);
    expect(all.users.find(({ username }) => username === user.username)).toEqual({
      user_id: user.userId,
      username: user.username,
      full_name: null,
      display_name: null,
      organization: null,
      avatar_key: null,
      disabled: false,
      default_project_id: user.projectId,
      must_change_password: false,
      identity: null,
      system_role: 'user',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      last_seen_at: null,
    });
    const first = await admin.listAllUsers({ query: { limit: 1 } });
    const rest = await admin.listAllUsers({ query: { cursor: first.next_cursor ?? '' } });
    expect([...first.users, ...rest.users].map(({ username }) => username)).toEqual(names);
  });

  it('listAllUsers 200: by a part of username, name or organization in upper or lower case, by role, and by disabled', async () => {
    const other = await world.register(`searched-${counter}`);
    await set({ full_name: `Ægir Ångström ${counter}`, organization: `Lab ${counter}` }, other);
    const found = async (query: object) => (await admin.listAllUsers({ query })).users.map(({ username }) => username);
    for (const search of [`SEARCHED-${counter}`, `ångström ${counter}`, `LAB ${counter}`])
      expect(await found({ search }), search).toEqual([other.username]);
    expect(await found({ search: `no one ${counter}` })).toEqual([]);
    expect(await found({ disabled: true, search: other.username })).toEqual([]);
    await set({ disabled: true }, other);
    expect(await found({ disabled: true, search: other.username })).toEqual([other.username]);
    expect(await found({ disabled: false, search: other.username })).toEqual([]);
    expect(await found({ system_role: 'admin', search: 'admin' })).toEqual(['admin']);
    expect((await admin.listAllUsers({ query: { search: other.username } })).total).toBe(1);
  });

  it('a user registered before there was a list enters it with their next login', async () => {
    await batchWriteItems(world.stack.runtime.db, [{ delete: userKeys.listed(user.username) }]);
    const names = async () =>
      (await admin.listAllUsers({ query: { search: user.username } })).users.map(({ username }) => username);
    expect(await names()).toEqual([]);
    await login(user);
    expect(await names()).toEqual([user.username]);
  });
});

describe('getUserDetails', () => {
  it('getUserDetails 200: one user; 404: a name that no one has', async () => {
    expect(await admin.getUserDetails(of(user))).toMatchObject({ username: user.username, system_role: 'user' });
    expect(await refusal(admin.getUserDetails(of({ username: 'no-such-user' })))).toEqual(
      refused(404, "User 'no-such-user' not found"),
    );
  });

  it('getUserDetails 200: has the projects in which a user is a member or invited, and no other', async () => {
    const projects = async () =>
      (await admin.getUserDetails(of(user))).projects.map(({ name, role, status, deleted_at }) => [
        name,
        role,
        status,
        deleted_at === null,
      ]);
    const own = [`${user.username}'s project`, 'owner', 'active', true];
    expect(await projects()).toEqual([own]);
    const make = async (name: string) => (await admin.createProject({ body: { name } })).project_id;
    const [first, second, left] = [await make('A first one'), await make('A second one'), await make('A third one')];
    const { username } = user;
    for (const [project_id, isInvited] of [
      [first, false],
      [second, true],
      [left, false],
    ] as const)
      await (isInvited ? admin.inviteProjectMember : admin.addProjectMemberAdmin)({
        params: { project_id },
        body: { username },
      });
    await admin.removeProjectMember({ params: { project_id: left, username } });
    await admin.deleteProject({ params: { project_id: first } });
    expect(await projects()).toEqual([
      ['A first one', 'viewer', 'active', false],
      ['A second one', 'viewer', 'pending', true],
      own,
    ]);
  });

  it('getUserDetails 200: says when a user was last seen, which is noted once an hour by anything that they do', async () => {
    const seen = async () => (await admin.getUserDetails(of(user))).last_seen_at;
    expect(await seen()).toBeNull();
    const before = world.now().toISOString();
    await user.api.getCurrentUser();
    const first = (await seen()) ?? '';
    expect(first >= before && first <= world.now().toISOString()).toBe(true);
    world.advance(3_500);
    await user.api.listProjects();
    expect(await seen()).toBe(first);
    world.advance(101);
    const { token } = await user.api.createApiToken({ body: { name: 'script' } });
    const second = (await seen()) ?? '';
    expect(second > first).toBe(true);
    world.advance(3_601);
    await world.client(token).listChips();
    expect(((await seen()) ?? '') > second).toBe(true);
  });

  it('a change of a user keeps when they were last seen', async () => {
    await user.api.getCurrentUser();
    const { last_seen_at } = await admin.getUserDetails(of(user));
    expect(last_seen_at).not.toBeNull();
    expect(await set({ full_name: 'Renamed' })).toMatchObject({ full_name: 'Renamed', last_seen_at });
    await user.api.updateCurrentUserProfile({ body: { organization: 'Lab' } });
    expect(await admin.getUserDetails(of(user))).toMatchObject({ organization: 'Lab', last_seen_at });
  });
});

describe('updateUserSettings', () => {
  it('updateUserSettings 200: names, of which absent ones stay and null clears; the audit says which and not what', async () => {
    await set({ display_name: 'Grace', organization: 'Lab', avatar_key: 'cat_1' });
    expect(await set({ organization: null })).toMatchObject({
      full_name: 'Grace',
      display_name: 'Grace',
      organization: null,
      avatar_key: 'cat_1',
    });
    const [second, first] = await auditOf(user);
    expect([first?.action, first?.details]).toEqual([
      'update-user',
      { changed: ['avatar_key', 'full_name', 'organization'] },
    ]);
    expect([second?.actor, second?.details]).toEqual(['admin', { changed: ['organization'] }]);
  });

  it('updateUserSettings 200: what is so already is written and audited no second time', async () => {
    await set({ disabled: true });
    const before = await world.scan();
    const { updated_at } = await admin.getUserDetails(of(user));
    expect(await set({ disabled: true, system_role: 'user', full_name: null })).toMatchObject({ updated_at });
    expect(await world.scan()).toBe(before);
  });

  it('updateUserSettings 400: a role that there is not, a password that need not be changed, names that are too long', async () => {
    const json = { system_role: 'king', must_change_password: false, full_name: 'x'.repeat(101) };
    const answer = await world.raw('PUT', `/admin/users/${user.username}`, { token: world.admin.token, json });
    expect([answer.status, (answer.body.errors as unknown[]).length]).toEqual([400, 3]);
  });

  it('a promoted user administers at once, and a demoted one no more', async () => {
    await set({ system_role: 'admin' });
    expect((await user.api.listAllUsers()).users.length).toBeGreaterThan(1);
    await set({ system_role: 'user' });
    expect(await refusal(user.api.listAllUsers())).toEqual(
      refused(403, `User '${user.username}' is not a system administrator`),
    );
    const changes = (await auditOf(user)).map(({ action, details }) => [action, details]);
    expect(changes).toContainEqual(['change-system-role', { before: 'user', after: 'admin' }]);
    expect(changes).toContainEqual(['change-system-role', { before: 'admin', after: 'user' }]);
  });

  it('a user of whom another password is required can do nothing else in the session that they have', async () => {
    expect(await set({ must_change_password: true })).toMatchObject({ must_change_password: true });
    expect((await refusal(user.api.listChips())).detail).toMatch(/must change the password first/);
    const body = { current_password: testPassword, new_password: 'chosen by themselves' };
    const { access_token } = await user.api.changePassword({ body });
    expect(await world.client(access_token).listChips()).toMatchObject({ total: 0 });
    expect((await auditOf(user)).map(({ action }) => action)).toContain('require-password-change');
  });

  it('an administrator neither disables nor demotes nor deletes themselves, and nothing is changed by trying', async () => {
    const before = await world.scan();
    expect(await refusal(set({ disabled: true }, world.admin))).toEqual(
      refused(400, "Administrator 'admin' cannot disable themselves: another administrator can"),
    );
    expect(await refusal(set({ system_role: 'user', full_name: 'X' }, world.admin))).toEqual(
      refused(400, "Administrator 'admin' cannot give up their own role: another administrator can take it"),
    );
    expect(await refusal(admin.deleteUser(of(world.admin)))).toEqual(
      refused(400, "Administrator 'admin' cannot delete themselves: another administrator can"),
    );
    expect(await world.scan()).toBe(before);
    expect(await set({ disabled: false, system_role: 'admin', organization: 'Lab' }, world.admin)).toMatchObject({
      organization: 'Lab',
    });
  });
});

describe('disabling a user', () => {
  it('disabling a user ends every session and every API token at once, those that were just used too, and says why', async () => {
    const { access_token } = await login(user);
    const { token } = await user.api.createApiToken({ body: { name: 'script' } });
    const bound = await user.api.createApiToken({ body: { name: 'worker', project_id: user.projectId } });
    const clients = [user.token, access_token, token, bound.token].map((one) => world.client(one));
    for (const client of clients) await client.listChips();
    expect(await set({ disabled: true })).toMatchObject({ disabled: true });
    const disabled = refused(403, `User '${user.username}' is disabled`);
    for (const client of clients) {
      expect(await refusal(client.listChips())).toEqual(disabled);
      expect(await refusal(client.getCurrentUser())).toEqual(disabled);
    }
    expect(await refusal(login(user))).toEqual(disabled);
    expect((await refusal(login(user, 'a wrong password'))).status).toBe(401);
  });

  it('enabling a user gives no session and no API token back: they sign in and make new ones', async () => {
    const { token } = await user.api.createApiToken({ body: { name: 'script' } });
    await set({ disabled: true });
    await set({ disabled: false });
    for (const client of [user.api, world.client(token)])
      expect(await refusal(client.getCurrentUser())).toMatchObject({
        status: 401,
        detail: expect.stringMatching(/disabled/),
      });
    const { access_token } = await login(user);
    expect(await world.client(access_token).listChips()).toMatchObject({ total: 0 });
    expect((await auditOf(user)).map(({ action }) => action)).toEqual(['enable-user', 'disable-user']);
  });

  it('no one gives anything to a user who is disabled', async () => {
    const owner = await world.register(`owner-${counter}`);
    const params = { project_id: owner.projectId };
    await set({ disabled: true });
    const gone = refused(400, `User '${user.username}' is disabled or deleted`);
    const { username } = user;
    expect(await refusal(admin.transferProjectOwnership({ params, body: { username } }))).toEqual(gone);
    expect(await refusal(admin.addProjectMemberAdmin({ params, body: { username } }))).toEqual(gone);
    expect((await refusal(admin.createProjectForUser(of(user)))).status).toBe(400);
  });
});

describe('deleteUser', () => {
  it('deleteUser 200: ends what they had, hides the projects of theirs alone, and keeps their name on what they wrote', async () => {
    const owner = await world.register(`owner-${counter}`);
    const params = { project_id: owner.projectId };
    await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } });
    await world.join(owner.api, { params, body: { username: user.username, role: 'editor' } });
    const there = world.client(user.token, owner.projectId);
    await there.upsertChipNote({ params: { chip_id: 'chip' }, body: { content: 'cold' } });
    const { token } = await user.api.createApiToken({ body: { name: 'script' } });
    expect(await admin.deleteUser(of(user))).toEqual({ message: `User '${user.username}' deleted` });
    for (const client of [user.api, world.client(token)])
      expect((await refusal(client.getCurrentUser())).status).toBe(401);
    expect((await refusal(login(user))).status).toBe(401);
    expect((await refusal(admin.getUserDetails(of(user)))).status).toBe(404);
    expect((await refusal(admin.deleteUser(of(user)))).status).toBe(404);
    const { users } = await admin.listAllUsers({ query: { search: user.username } });
    expect(users).toEqual([]);
    const { members } = await owner.api.listProjectMembers({ params });
    expect(members.find(({ username }) => username === user.username)).toMatchObject({ status: 'revoked' });
    expect(await owner.api.getChipNote({ params: { chip_id: 'chip' } })).toMatchObject({ updated_by: user.username });
    const { projects } = await admin.listAllProjects();
    expect(projects.find(({ project_id }) => project_id === user.projectId)).toMatchObject({
      deleted_at: expect.any(String),
      owner_username: user.username,
    });
    expect((await auditOf(user)).map(({ action }) => action)).toEqual(['delete-user', 'disable-user']);
    const left = (await world.scan()).split('\n').filter((row) => row.includes(`"USER#${user.userId}"`));
    expect(left.filter((row) => /passwordHash|secretHash/.test(row))).toEqual([]);
  });

  it('the name of a deleted user is given to no one else', async () => {
    await admin.deleteUser(of(user));
    const again = admin.registerUser({ body: { username: user.username, password: testPassword } });
    expect(await refusal(again)).toEqual(
      refused(409, `Username '${user.username}' was that of a user who was deleted, and is kept on what they wrote`),
    );
  });

  it('deleteUser 409: while they own a project that others are in, and nothing is changed; a transfer lets them go', async () => {
    const other = await world.register(`other-${counter}`);
    const params = { project_id: user.projectId };
    await world.join(user.api, { params, body: { username: other.username } });
    const before = await world.scan();
    expect(await refusal(admin.deleteUser(of(user)))).toEqual(
      refused(
        409,
        `User '${user.username}' owns project '${user.projectId}' (${user.username}'s project), which others are in: transfer or delete it first`,
      ),
    );
    expect(await world.scan()).toBe(before);
    await admin.transferProjectOwnership({ params, body: { username: other.username } });
    await admin.deleteUser(of(user));
    expect((await other.api.getProject({ params })).owner_username).toBe(other.username);
  });

  it('an administrator takes back the deletion of a project whose owner was deleted, and gives it to a user', async () => {
    const other = await world.register(`other-${counter}`);
    await user.api.createChip({ body: { chip_id: 'kept', topology_id: 'linear-2' } });
    await admin.deleteUser(of(user));
    const params = { project_id: user.projectId };
    expect((await refusal(other.api.restoreProject({ params }))).status).toBe(403);
    await admin.restoreProject({ params });
    await admin.transferProjectOwnership({ params, body: { username: other.username } });
    const { chips } = await world.client(other.token, user.projectId).listChips();
    expect(chips.map(({ chip_id }) => chip_id)).toEqual(['kept']);
  });
});

describe('createProjectForUser', () => {
  it('createProjectForUser 201: a default project for who has none, or whose was deleted; 409 for who has one', async () => {
    expect(await refusal(admin.createProjectForUser(of(user)))).toEqual(
      refused(409, `User '${user.username}' has the default project '${user.projectId}'`),
    );
    const username = `lone-${counter}`;
    const body = { username, password: testPassword, create_default_project: false };
    const { access_token } = await registerWithPassword(admin, world.client, body);
    const made = await admin.createProjectForUser(of({ username }));
    const { projects } = await world.client(access_token).listProjects();
    expect(projects).toMatchObject([{ project_id: made.default_project_id, name: `${username}'s project` }]);
    expect(await world.client(access_token).listChips()).toMatchObject({ total: 0 });
  });
});

describe('several administrators', () => {
  it('of two administrators who disable each other at the same time one is left, whatever the order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await promoted(`one-${counter}-${round}`);
      const two = await promoted(`two-${counter}-${round}`);
      const acts = [() => set({ disabled: true }, two, one.api), () => set({ system_role: 'user' }, one, two.api)];
      const settled = await Promise.allSettled((round % 2 ? acts.reverse() : acts).map((act) => act()));
      expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
      const states = await Promise.all([one, two].map((each) => admin.getUserDetails(of(each))));
      expect(states.some(({ disabled, system_role }) => !disabled && system_role === 'admin')).toBe(true);
    }
  });

  it('an unbound API token of an administrator administers, and one that is bound to a role does not', async () => {
    const free = await admin.createApiToken({ body: { name: `free ${counter}` } });
    const bound = await admin.createApiToken({ body: { name: `bound ${counter}`, role: 'owner' } });
    expect((await world.client(free.token).getUserDetails(of(user))).username).toBe(user.username);
    expect((await refusal(world.client(bound.token).getUserDetails(of(user)))).status).toBe(403);
  });
});

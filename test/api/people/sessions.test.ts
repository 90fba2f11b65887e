import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let admin: Caller['api'];
let user: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  admin = world.admin.api;
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  user = await world.register(`user-${counter}`);
});

/** Signs in and says by which program. */
async function signIn(userAgent: string, password = testPassword): Promise<Caller['api']> {
  const body = new URLSearchParams({ username: user.username, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent };
  const answer = await world.raw('POST', '/auth/login', { body, headers });
  return world.client(String(answer.body.access_token));
}

const ended = refused(401, 'The session was ended; log in again');

describe('sessions', () => {
  it('sessions are listed with whence they came, the newest first, and the one that asks is marked', async () => {
    const first = await signIn('notebook 1.0');
    world.advance(60);
    const second = await signIn('x'.repeat(300));
    await second.listProjects();
    const { sessions, total } = await second.listSessions();
    expect(total).toBe(2);
    expect(sessions).toEqual([
      {
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
        address: '127.0.0.1',
        user_agent: 'x'.repeat(200),
        current: true,
      },
      expect.objectContaining({ user_agent: 'notebook 1.0', current: false }),
    ]);
    const lived = Date.parse(sessions[0]?.expires_at ?? '') - Date.parse(sessions[0]?.created_at ?? '');
    expect(Math.round(lived / 60_000)).toBe(720);
    expect((await first.listSessions()).sessions.map(({ current }) => current)).toEqual([false, true]);
    const page = await first.listSessions({ query: { limit: 1 } });
    const rest = await first.listSessions({ query: { cursor: page.next_cursor ?? '' } });
    expect([...page.sessions, ...rest.sessions].map(({ session_id }) => session_id)).toEqual(
      sessions.map(({ session_id }) => session_id),
    );
  });

  it('a session says when it was last used, which is noted once an hour', async () => {
    const session = await signIn('notebook');
    const used = async () => (await session.listSessions()).sessions[0]?.last_used_at;
    await session.listProjects();
    const first = (await used()) ?? '';
    expect(first).toMatch(/Z$/);
    world.advance(1_800);
    await session.listProjects();
    expect(await used()).toBe(first);
    world.advance(1_801);
    await session.listProjects();
    expect(((await used()) ?? '') > first).toBe(true);
  });

  it('a session that its user ends is refused from the next request on, and no other is', async () => {
    const [stolen, own] = [await signIn('stolen'), await signIn('own')];
    await stolen.listChips();
    const { sessions } = await own.listSessions();
    const session_id = sessions.find(({ user_agent }) => user_agent === 'stolen')?.session_id ?? '';
    await own.deleteSession({ params: { session_id } });
    expect(await refusal(stolen.listChips())).toEqual(ended);
    expect((await own.listSessions()).sessions.map(({ user_agent }) => user_agent)).toEqual(['own']);
    expect((await refusal(own.deleteSession({ params: { session_id } }))).status).toBe(404);
    const { entries } = await admin.listSystemAuditEntries({ query: { action: 'end-session' } });
    expect(entries[0]).toMatchObject({ actor: user.username, resource: `session:${session_id}` });
  });

  it("a session of another user is 404 to a user, and an administrator sees and ends anybody's", async () => {
    const theirs = await signIn('theirs');
    const params = { username: user.username };
    const { sessions } = await admin.listUserSessions({ params });
    expect(sessions).toMatchObject([{ user_agent: 'theirs', current: false }]);
    const { session_id = '' } = sessions[0] ?? {};
    const other = await world.register(`other-${counter}`);
    expect((await refusal(other.api.deleteSession({ params: { session_id } }))).status).toBe(404);
    expect((await refusal(other.api.listUserSessions({ params }))).status).toBe(403);
    await admin.deleteUserSession({ params: { ...params, session_id } });
    expect(await refusal(theirs.listChips())).toEqual(ended);
    expect((await admin.listUserSessions({ params })).sessions).toEqual([]);
    expect((await refusal(admin.deleteUserSession({ params: { ...params, session_id } }))).status).toBe(404);
    expect((await refusal(admin.listUserSessions({ params: { username: 'no-such-user' } }))).status).toBe(404);
  });

  it('sessions that a changed password has ended, and those whose time is over, are not a listed', async () => {
    await signIn('old');
    const own = await signIn('own');
    const body = { current_password: testPassword, new_password: 'another password' };
    const { access_token } = await own.changePassword({ body });
    const fresh = world.client(access_token);
    expect((await fresh.listSessions()).sessions).toMatchObject([{ current: true }]);
    world.advance(11 * 3_600);
    const next = await signIn('next', 'another password');
    expect((await next.listSessions()).total).toBe(2);
    world.advance(2 * 3_600);
    expect((await next.listSessions()).sessions.map(({ user_agent }) => user_agent)).toEqual(['next']);
  });

  it('a token of an earlier version, which names no session, is good until it ends', async () => {
    expect(await user.api.listSessions()).toMatchObject({ sessions: [], total: 0 });
    expect(await user.api.listChips()).toMatchObject({ total: 0 });
  });
});

describe('the default project', () => {
  const choose = (default_project_id: string, by = user) =>
    by.api.updateCurrentUserProfile({ body: { default_project_id } });

  it("the default project is a user's own choice among those that they are in", async () => {
    const owner = await world.register(`owner-${counter}`);
    expect((await refusal(choose(owner.projectId))).status).toBe(403);
    const params = { project_id: owner.projectId };
    await world.join(owner.api, { params, body: { username: user.username } });
    expect(await choose(owner.projectId)).toMatchObject({ default_project_id: owner.projectId });
    await owner.api.createChip({ body: { chip_id: 'theirs', topology_id: 'linear-2' } });
    const { chips } = await (await signIn('notebook')).listChips();
    expect(chips.map(({ chip_id }) => chip_id)).toEqual(['theirs']);
    expect(await user.api.updateCurrentUserProfile({ body: { organization: 'Lab' } })).toMatchObject({
      default_project_id: owner.projectId,
    });
  });

  it('a default project that was deleted gives way at the next login to another one, what they own first', async () => {
    const owner = await world.register(`owner-${counter}`);
    const params = { project_id: owner.projectId };
    await world.join(owner.api, { params, body: { username: user.username } });
    const { project_id: second } = await user.api.createProject({ body: { name: 'second' } });
    await user.api.deleteProject({ params: { project_id: user.projectId } });
    const defaultOf = async () => (await (await signIn('notebook')).getCurrentUser()).default_project_id;
    expect(await defaultOf()).toBe(second);
    await user.api.deleteProject({ params: { project_id: second } });
    expect(await defaultOf()).toBe(owner.projectId);
    await user.api.leaveProject({ params });
    expect(await defaultOf()).toBeNull();
  });
});

describe('API tokens', () => {
  it('API tokens end after 90 days unless something else is said, and null means never', async () => {
    const days = ({ created_at, expires_at }: { created_at: string; expires_at: string | null }) =>
      expires_at && (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000;
    const usual = await user.api.createApiToken({ body: { name: 'usual' } });
    expect(days(usual)).toBe(90);
    const never = await user.api.createApiToken({ body: { name: 'never', expires_at: null } });
    expect(never.expires_at).toBeNull();
    world.advance(90 * 86_400 + 1);
    expect((await refusal(world.client(usual.token).listChips())).status).toBe(401);
    expect(await world.client(never.token).listChips()).toMatchObject({ total: 0 });
  });

  it('API tokens say when they were last used, at most an hour behind, and whether they were revoked', async () => {
    const { token } = await user.api.createApiToken({ body: { name: 'script' } });
    const script = world.client(token);
    const shown = async () => (await user.api.listApiTokens()).tokens[0];
    expect((await user.api.listApiTokens()).tokens).toMatchObject([{ last_used_at: null, revoked: false }]);
    await script.listChips();
    const first = (await shown())?.last_used_at ?? '';
    expect(first).toMatch(/Z$/);
    world.advance(1_800);
    await script.listChips();
    expect((await shown())?.last_used_at).toBe(first);
    world.advance(1_801);
    await script.listChips();
    expect(((await shown())?.last_used_at ?? '') > first).toBe(true);
    const body = { current_password: testPassword, new_password: 'another password' };
    const { access_token } = await user.api.changePassword({ body });
    expect((await world.client(access_token).listApiTokens()).tokens).toMatchObject([{ revoked: true }]);
  });
});

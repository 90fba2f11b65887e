import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const register = (body: Record<string, unknown>) =>
  world.raw('POST', '/auth/register', { token: world.admin.token, json: body });

describe('getCurrentUser', () => {
  it('getCurrentUser 200: includes the projects with the own role, the settings and the unread number where they are asked for', async () => {
    const { api } = await world.register('ines');
    const plain = await api.getCurrentUser();
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['projects']));
    const whole = await api.getCurrentUser({ query: { include: ['projects', 'settings', 'unread_count'] } });
    const { projects } = await api.listProjects();
    expect(whole).toEqual({
      ...plain,
      projects,
      settings: await api.getSettings(),
      unread_count: (await api.getUnreadNotificationCount()).unread_count,
    });
    expect(projects.map(({ role }) => role)).toEqual(['owner']);
    expect((await api.getCurrentUser({ query: { include: 'settings' } })).projects).toBeUndefined();
  });

  it('getCurrentUser 200: the role in a project is the one of the caller, also after it was changed', async () => {
    const [owner, guest] = [await world.register('owner-of-role'), await world.register('guest-of-role')];
    const params = { project_id: owner.projectId };
    const body = { username: guest.username, role: 'viewer' } as const;
    await world.join(owner.api, { params, body });
    const role = async () => {
      const { projects } = await guest.api.getCurrentUser({ query: { include: 'projects' } });
      return projects?.find(({ project_id: id }) => id === owner.projectId)?.role;
    };
    expect(await role()).toBe('viewer');
    await owner.api.updateProjectMember({
      params: { ...params, username: guest.username },
      body: { role: 'editor' },
    });
    expect(await role()).toBe('editor');
  });

  it('getCurrentUser 200: includes nothing until the password is replaced', async () => {
    const answer = await register({ username: 'hedy', password: testPassword });
    const client = world.client(String(answer.body.access_token));
    const me = await client.getCurrentUser({ query: { include: ['projects', 'settings', 'unread_count'] } });
    expect(me.must_change_password).toBe(true);
    expect([me.projects, me.settings, me.unread_count]).toEqual([undefined, undefined, undefined]);
  });

  it('getCurrentUser 400: names the part that it does not know', async () => {
    const { token } = world.admin;
    const answer = await world.raw('GET', '/auth/me?include=chips', { token });
    expect(answer.status).toBe(400);
    expect(String(answer.body.detail)).toContain('include');
  });
});

describe('registerUser', () => {
  it('registerUser 201: answers the user with a token and a default project, and the password has to be replaced first', async () => {
    const answer = await register({ username: 'grace', password: testPassword, full_name: 'Grace' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      user_id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      username: 'grace',
      full_name: 'Grace',
      display_name: 'Grace',
      organization: null,
      avatar_key: null,
      disabled: false,
      default_project_id: expect.any(String),
      must_change_password: true,
      identity: null,
      system_role: 'user',
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_at: expect.stringMatching(/Z$/),
      initial_password: null,
    });
    const first = world.client(String(answer.body.access_token));
    expect(await refusal(first.listProjects())).toEqual(
      refused(403, "User 'grace' must change the password first: POST /auth/change-password"),
    );
    const change = { current_password: testPassword, new_password: 'chosen by grace' };
    const own = world.client((await first.changePassword({ body: change })).access_token);
    const { projects, total } = await own.listProjects();
    expect(total).toBe(1);
    expect(projects[0]).toMatchObject({
      project_id: answer.body.default_project_id,
      name: "grace's project",
      owner_username: 'grace',
    });
    expect(await own.listChips()).toMatchObject({ chips: [], total: 0 });
  });

  it('registerUser 201: reads display_name as full_name, and makes no project where none is wanted', async () => {
    const answer = await register({
      username: 'lone',
      password: testPassword,
      display_name: 'Lone',
      create_default_project: false,
    });
    expect(answer.body).toMatchObject({ full_name: 'Lone', default_project_id: null });
    const change = { current_password: testPassword, new_password: 'chosen by lone' };
    const { access_token } = await world.client(String(answer.body.access_token)).changePassword({ body: change });
    expect(await refusal(world.client(access_token).listChips())).toEqual(
      refused(400, 'No project: send X-Project-Id, or have a default project'),
    );
  });

  it.each([
    ['absent', {}],
    ['null', { password: null }],
  ])(
    'registerUser 201: with the password %s one is generated, shown once and neither kept nor audited',
    async (how, given) => {
      const username = `generated-${how}`;
      const key = { 'idempotency-key': username };
      const post = () =>
        world.raw('POST', '/auth/register', { token: world.admin.token, json: { username, ...given }, headers: key });
      const { status, body } = await post();
      expect([status, body.must_change_password]).toEqual([201, true]);
      const password = String(body.initial_password);
      expect(password).toMatch(/^[a-zA-Z2-9]{18}$/);
      expect((await post()).status).toBe(409);
      expect(await world.scan()).not.toContain(password);
      const login = await world.client(undefined).login({ body: { username, password } });
      expect(login.must_change_password).toBe(true);
      expect((await refusal(world.client(login.access_token).listChips())).status).toBe(403);
    },
  );

  it('registerUser 409: a name that is taken, regardless of who asks at the same time', async () => {
    const both = await Promise.all(
      [1, 2, 3].map(() => register({ username: 'twin', password: testPassword }).then(({ status }) => status)),
    );
    expect(both.sort()).toEqual([201, 409, 409]);
    const again = await register({ username: 'twin', password: testPassword });
    expect(again.body).toEqual({ code: 'already_exists', detail: "Username 'twin' is already registered" });
  });

  it('registerUser 400: names every problem with its path', async () => {
    const answer = await register({
      username: 'No Spaces',
      password: 'short',
      avatar_key: '#',
      create_default_project: 1,
    });
    expect(answer.status).toBe(400);
    expect((answer.body.errors as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      'body.avatar_key',
      'body.create_default_project',
      'body.password',
      'body.username',
    ]);
    expect(answer.body.detail).toMatch(/^Invalid request: body\.username: must be .* \(and 3 more\)$/);
  });

  it.each([
    ['11 characters', 'a'.repeat(11), 400],
    ['12 characters', 'a'.repeat(12), 201],
    ['11 emoji', '😀'.repeat(11), 400],
    ['128 emoji', '😀'.repeat(128), 201],
    ['129 characters', 'a'.repeat(129), 400],
    ['nothing', '', 400],
    ['a number', 12_345_678, 400],
  ])('a password of %s is answered %s', async (name, password, status) => {
    const username = `pw-${name.replace(/\W/g, '-')}`;
    expect((await register({ username, password })).status).toBe(status);
  });

  it.each([
    ['a well-known one', 'somebody-1', 'qwerty123456', 'must not be a well-known password'],
    ['a well-known one in other letters', 'somebody-2', 'Administrator', 'must not be a well-known password'],
    ['a well-known one in another width', 'somebody-3', 'ｑｗｅｒｔｙ123456', 'must not be a well-known password'],
    ['the name of its user', 'professor-plum', 'Professor-Plum', 'must not be the username'],
  ])('a chosen password that is %s is 400 and says so', async (_, username, password, message) => {
    const before = await world.scan();
    const errors = (path: string) => ({ status: 400, errors: [{ path, message }] });
    expect(await refusal(world.admin.api.registerUser({ body: { username, password } }))).toMatchObject(
      errors('body.password'),
    );
    expect(await world.scan()).toBe(before);
    const somebody = await world.register(username);
    const reset = world.admin.api.resetPassword({ body: { username, new_password: password } });
    expect(await refusal(reset)).toMatchObject(errors('body.new_password'));
    const change = somebody.api.changePassword({ body: { current_password: testPassword, new_password: password } });
    expect(await refusal(change)).toMatchObject(errors('body.new_password'));
  });

  it('registerUser 403: for anybody but an administrator, and names the caller', async () => {
    const user = await world.register('plain');
    expect(await refusal(user.api.registerUser({ body: { username: 'friend', password: testPassword } }))).toEqual(
      refused(403, "User 'plain' is not a system administrator"),
    );
  });

  it('the user named by SERVICE_ADMIN_USERNAME alone is an administrator', async () => {
    expect(await world.admin.api.getCurrentUser()).toMatchObject({ username: 'admin', system_role: 'admin' });
  });
});

describe('updateCurrentUserProfile', () => {
  it('updateCurrentUserProfile 200: an absent field stays, null clears, and both names of a person are one', async () => {
    const { api } = await world.register('rename');
    await api.updateCurrentUserProfile({ body: { display_name: 'One', organization: 'Lab', avatar_key: 'cat_1' } });
    expect(await api.getCurrentUser()).toMatchObject({ full_name: 'One', display_name: 'One', organization: 'Lab' });
    await api.updateCurrentUserProfile({ body: { organization: null } });
    expect(await api.getCurrentUser()).toMatchObject({ full_name: 'One', organization: null, avatar_key: 'cat_1' });
    expect(await api.updateCurrentUserProfile({ body: { full_name: null } })).toMatchObject({ display_name: null });
    expect(await api.updateCurrentUserProfile({ body: {} })).toEqual(await api.getCurrentUser());
  });

  it('updateCurrentUserProfile 400: wrong types and lengths, all at once', async () => {
    const { token } = await world.register('typist');
    const answer = await world.raw('PATCH', '/auth/me', {
      token,
      json: { full_name: 7, organization: 'x'.repeat(101) },
    });
    expect([answer.status, (answer.body.errors as unknown[]).length]).toEqual([400, 2]);
  });
});

describe('changePassword', () => {
  it('changePassword 200: answers a fresh token, and every older token, API tokens too, ends', async () => {
    const user = await world.register('changer');
    const script = await user.api.createApiToken({ body: { name: 'script' } });
    const body = { current_password: testPassword, new_password: 'another password' };
    const changed = await user.api.changePassword({ body });
    expect(changed).toMatchObject({ message: 'Password changed successfully', token_type: 'bearer' });
    expect(await world.client(changed.access_token).getCurrentUser()).toMatchObject({ must_change_password: false });
    expect(await refusal(user.api.getCurrentUser())).toEqual(
      refused(401, 'The access token was revoked when the password changed or the user was disabled; log in again'),
    );
    expect(await refusal(world.client(script.token).getCurrentUser())).toEqual(
      refused(401, "API token 'script' was revoked when the password changed or the user was disabled"),
    );
    const login = (password: string) => world.client(undefined).login({ body: { username: 'changer', password } });
    expect((await refusal(login(testPassword))).status).toBe(401);
    expect(await login('another password')).toMatchObject({ username: 'changer' });
  });

  it('changePassword 400: a wrong current password, and nothing ends', async () => {
    const user = await world.register('guesser');
    const body = { current_password: 'not the password', new_password: 'another password' };
    expect(await refusal(user.api.changePassword({ body }))).toEqual(
      refused(400, "The current password of user 'guesser' is incorrect"),
    );
    expect(await user.api.getCurrentUser()).toMatchObject({ username: 'guesser' });
  });

  it('changePassword 429: ten wrong guesses, then even the right one has to wait', async () => {
    const user = await world.register('stolen');
    const guess = (current_password: string) =>
      refusal(user.api.changePassword({ body: { current_password, new_password: 'another password' } }));
    for (let attempt = 0; attempt < 10; attempt += 1) await guess('a wrong guess');
    expect((await guess(testPassword)).status).toBe(429);
  });
});

describe('resetPassword', () => {
  it("resetPassword 200: sets anybody's password without the old one; their tokens end and they are to change it", async () => {
    const user = await world.register('forgetful');
    const body = { username: 'forgetful', new_password: 'given by admin' };
    expect(await world.admin.api.resetPassword({ body })).toEqual({
      message: "Password reset successfully for user 'forgetful'",
    });
    expect((await refusal(user.api.getCurrentUser())).status).toBe(401);
    const login = await world.client(undefined).login({ body: { username: 'forgetful', password: 'given by admin' } });
    expect(login.must_change_password).toBe(true);
  });

  it('a user whose password was reset can do nothing but read who they are and choose their own', async () => {
    await world.register('newcomer');
    const given = 'given by the admin';
    await world.admin.api.resetPassword({ body: { username: 'newcomer', new_password: given } });
    const { access_token } = await world.client(undefined).login({ body: { username: 'newcomer', password: given } });
    const newcomer = world.client(access_token);
    const first = refused(403, "User 'newcomer' must change the password first: POST /auth/change-password");
    for (const call of [
      () => newcomer.listChips(),
      () => newcomer.listProjects(),
      () => newcomer.getSettings(),
      () => newcomer.createApiToken({ body: { name: 'script' } }),
      () => newcomer.updateCurrentUserProfile({ body: { organization: 'lab' } }),
    ])
      expect(await refusal(call())).toEqual(first);
    expect(await newcomer.getCurrentUser()).toMatchObject({ must_change_password: true });
    const change = (new_password: string) =>
      newcomer.changePassword({ body: { current_password: given, new_password } });
    const same = { status: 400, errors: [{ path: 'body.new_password' }] };
    expect(await refusal(change(given))).toMatchObject(same);
    const { access_token: own } = await change('chosen by themselves');
    expect(await world.client(own).listChips()).toMatchObject({ total: 0 });
  });

  it('a current password in another Unicode form is refused as a new one', async () => {
    const password = 'ångström and chips';
    await world.admin.api.registerUser({ body: { username: 'angstrom', password } });
    const { access_token } = await world.client(undefined).login({ body: { username: 'angstrom', password } });
    const body = { current_password: password, new_password: password.normalize('NFD') };
    expect((await refusal(world.client(access_token).changePassword({ body }))).status).toBe(400);
  });

  it('resetPassword 404: an unknown user; 403: not an administrator; 400: a bad password', async () => {
    const reset = (api: World['admin']['api'], username: string, new_password: string) =>
      refusal(api.resetPassword({ body: { username, new_password } }));
    expect(await reset(world.admin.api, 'stranger', testPassword)).toEqual(refused(404, "User 'stranger' not found"));
    expect((await reset((await world.register('pusher')).api, 'admin', testPassword)).status).toBe(403);
    expect((await reset(world.admin.api, 'admin', 'short')).status).toBe(400);
  });
});

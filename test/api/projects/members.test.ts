import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ada: Caller;
let bob: Caller;
let projectId: string;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  [owner, ada, bob] = (await Promise.all(['owner', 'ada', 'bob'].map((name) => world.register(name)))) as [
    Caller,
    Caller,
    Caller,
  ];
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  ({ project_id: projectId } = await owner.api.createProject({ body: { name: `team ${counter}` } }));
});

type Role = 'owner' | 'editor' | 'viewer';
const project = () => ({ params: { project_id: projectId } });
const member = (username: string) => ({ params: { project_id: projectId, username } });
const invite = (username: string, more: { role?: Role; require_acceptance?: boolean } = {}, by = owner) =>
  by.api.inviteProjectMember({ ...project(), body: { username, ...more } });
const join = (username: string, role: Role = 'viewer') =>
  world.join(owner.api, { ...project(), body: { username, role } });
const accept = (by: Caller, username = by.username) => by.api.acceptProjectInvitation(member(username));
const setRole = (username: string, role: Role) =>
  owner.api.updateProjectMember({ ...member(username), body: { role } });
const remove = (username: string) => owner.api.removeProjectMember(member(username));
const read = (by: Caller) =>
  by.api.getProject(project()).then(
    () => 200,
    ({ status }) => status,
  );
const write = (by: Caller, chip_id = `chip-${by.username}`) =>
  world
    .client(by.token, projectId)
    .createChip({ body: { chip_id, topology_id: 'linear-2' } })
    .then(
      () => 201,
      ({ status }) => status,
    );
const states = async () =>
  (await owner.api.listProjectMembers(project())).members.map(({ username, role, status }) => [username, role, status]);
const forbidden = () => refused(403, `You do not have access to project '${projectId}'`);

describe('inviteProjectMember', () => {
  it('inviteProjectMember 201: a user is pending, and nothing of the project is open before they accept', async () => {
    for (const require_acceptance of [undefined, false, true]) {
      const body = { role: 'editor' as const, ...(require_acceptance === undefined ? {} : { require_acceptance }) };
      expect(await invite('ada', body)).toMatchObject({ status: 'pending', role: 'editor', invited_by: 'owner' });
    }
    expect([await read(ada), await write(ada)]).toEqual([403, 403]);
    expect((await ada.api.listProjects()).projects.map(({ project_id }) => project_id)).not.toContain(projectId);
    expect(await refusal(accept(bob, 'ada'))).toEqual(forbidden());
    expect(await refusal(accept(owner, 'ada'))).toEqual(forbidden());
    await ada.api.updateCurrentUserProfile({ body: { full_name: 'Ada L.' } });
    expect(await accept(ada)).toEqual({
      project_id: projectId,
      user_id: ada.userId,
      username: 'ada',
      full_name: 'Ada L.',
      display_name: 'Ada L.',
      organization: null,
      avatar_key: null,
      role: 'editor',
      status: 'active',
      invited_by_user_id: owner.userId,
      invited_by: 'owner',
      last_accessed_at: null,
      ownership_offered_at: null,
    });
    expect([await read(ada), await write(ada)]).toEqual([200, 201]);
    expect(await refusal(accept(ada))).toEqual(
      refused(409, `User 'ada' is already a member of project '${projectId}'`),
    );
  });

  it('inviteProjectMember 409: an active member; 400: the role of the owner', async () => {
    await join('ada');
    expect(await refusal(invite('ada'))).toEqual(
      refused(409, `User 'ada' is already a member of project '${projectId}'`),
    );
    expect(await refusal(invite('owner'))).toMatchObject({ status: 409 });
    expect(await refusal(invite('bob', { role: 'owner' }))).toEqual(
      refused(400, "The role 'owner' is given only by transferring ownership"),
    );
    expect(await states()).toEqual([
      ['ada', 'viewer', 'active'],
      ['owner', 'owner', 'active'],
    ]);
  });

  it('inviteProjectMember 400: names every problem of the body and of the path at once', async () => {
    const answer = await world.raw('PATCH', `/projects/${projectId}/members/NO`, {
      token: owner.token,
      json: { role: 'king' },
    });
    expect(answer.body).toMatchObject({ errors: [{ path: 'path.username' }, { path: 'body.role' }] });
  });
});

describe('updateProjectMember', () => {
  it('updateProjectMember 200: the new role counts from the next request on', async () => {
    await join('ada', 'editor');
    expect(await write(ada, 'first')).toBe(201);
    expect(await setRole('ada', 'viewer')).toMatchObject({ username: 'ada', role: 'viewer', status: 'active' });
    expect(await write(ada, 'second')).toBe(403);
  });

  it('updateProjectMember 404: no one of that name is in the project; 400: the role of the owner, given or taken', async () => {
    expect(await refusal(setRole('ada', 'viewer'))).toEqual(
      refused(404, `Member 'ada' not found in project '${projectId}'`),
    );
    expect(await refusal(setRole('owner', 'viewer'))).toEqual(
      refused(400, "The role of owner 'owner' changes only by transferring ownership"),
    );
    await invite('ada');
    expect((await refusal(setRole('ada', 'owner'))).status).toBe(400);
  });
});

describe('removeProjectMember', () => {
  it('removeProjectMember 204: the door is shut at once, the row stays as revoked, and a new invitation is possible', async () => {
    await join('ada', 'editor');
    expect(await remove('ada')).toBeUndefined();
    expect([await read(ada), await write(ada)]).toEqual([403, 403]);
    expect(await states()).toContainEqual(['ada', 'editor', 'revoked']);
    expect(await refusal(remove('ada'))).toEqual(refused(404, `Member 'ada' not found in project '${projectId}'`));
    expect(await refusal(accept(ada))).toEqual(forbidden());
    expect(await invite('ada')).toMatchObject({ role: 'viewer', status: 'pending' });
    expect(await read(ada)).toBe(403);
    await accept(ada);
    expect(await read(ada)).toBe(200);
  });

  it('removeProjectMember 400: the owner cannot be removed', async () => {
    expect(await refusal(remove('owner'))).toEqual(
      refused(400, `Owner 'owner' cannot be removed from project '${projectId}'. Transfer it first`),
    );
  });
});

describe('listProjectMembers', () => {
  it('listProjectMembers pages by username', async () => {
    await join('ada');
    await invite('bob');
    const page = await owner.api.listProjectMembers({ ...project(), query: { skip: 1, limit: 1 } });
    expect(page).toMatchObject({ total: 3, skip: 1, limit: 1, members: [{ username: 'bob', status: 'pending' }] });
  });
});

const leave = (by: Caller) => by.api.leaveProject(project());
const invitations = async (by: Caller) => (await by.api.listProjectInvitations()).invitations;

describe('leaveProject', () => {
  it('leaveProject 200: a member leaves at once, their token of the project opens nothing, and the audit says so', async () => {
    await join('ada', 'editor');
    const { token } = await ada.api.createApiToken({ body: { name: `of ${counter}`, project_id: projectId } });
    expect(await leave(ada)).toEqual({ message: `You left project '${projectId}'` });
    expect(await read(ada)).toBe(403);
    expect((await refusal(world.client(token).listChips())).status).toBe(403);
    expect(await states()).toContainEqual(['ada', 'editor', 'revoked']);
    const { entries } = await owner.api.listProjectAuditEntries({ ...project(), query: { action: 'leave-project' } });
    expect(entries).toMatchObject([{ actor: 'ada', resource: 'user:ada', details: { after: { status: 'revoked' } } }]);
    await join('ada');
    expect(await read(ada)).toBe(200);
  });

  it('leaveProject: no one who left or declined is put back without accepting, by the owner or an administrator', async () => {
    const admit = () => world.admin.api.addProjectMemberAdmin({ ...project(), body: { username: 'ada' } });
    await join('ada');
    await leave(ada);
    await invite('ada');
    expect(await read(ada)).toBe(403);
    await leave(ada);
    const { entries } = await owner.api.listProjectAuditEntries({
      ...project(),
      query: { action: 'decline-invitation' },
    });
    expect(entries).toMatchObject([{ actor: 'ada', details: { before: { status: 'pending' } } }]);
    expect(await admit()).toMatchObject({ status: 'pending' });
    expect(await read(ada)).toBe(403);
    const give = world.admin.api.transferProjectOwnership({ ...project(), body: { username: 'ada' } });
    expect((await refusal(give)).status).toBe(400);
    await accept(ada);
    expect(await read(ada)).toBe(200);
    await remove('ada');
    expect(await admit()).toMatchObject({ status: 'active' });
  });

  it('leaveProject 400: the owner; 403: who is not in it, or no more, as if there were none', async () => {
    expect(await refusal(leave(owner))).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/Transfer it first/),
    });
    expect(await refusal(leave(bob))).toEqual(forbidden());
    await join('ada');
    await leave(ada);
    expect(await refusal(leave(ada))).toEqual(forbidden());
  });
});

describe('listProjectInvitations', () => {
  it('listProjectInvitations 200: what waits for the caller, the newest first, until they accept or decline it', async () => {
    const before = (await invitations(bob)).length;
    await invite('bob', { role: 'editor' });
    const first = projectId;
    world.advance(1);
    ({ project_id: projectId } = await owner.api.createProject({ body: { name: `next to ${counter}` } }));
    await invite('bob');
    expect((await invitations(bob)).slice(0, 2)).toEqual([
      {
        project_id: projectId,
        project_name: `next to ${counter}`,
        owner_username: 'owner',
        role: 'viewer',
        invited_by: 'owner',
        invited_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ project_id: first, role: 'editor' }),
    ]);
    await leave(bob);
    expect(await refusal(accept(bob))).toEqual(forbidden());
    projectId = first;
    await accept(bob);
    expect((await invitations(bob)).length).toBe(before);
    expect(await read(bob)).toBe(200);
  });

  it('listProjectInvitations 200: none to a project that was deleted, and none of another user', async () => {
    await invite('ada');
    const waiting = async (by: Caller) => (await invitations(by)).map(({ project_id }) => project_id);
    expect(await waiting(ada)).toContain(projectId);
    expect(await waiting(bob)).not.toContain(projectId);
    await owner.api.deleteProject(project());
    expect(await waiting(ada)).not.toContain(projectId);
  });
});

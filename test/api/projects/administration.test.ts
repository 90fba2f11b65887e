import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let admin: Caller['api'];
let counter = 0;
let owner: Caller;
let ada: Caller;
beforeAll(async () => {
  world = await startWorld();
  admin = world.admin.api;
  ada = await world.register('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
});

const params = () => ({ project_id: owner.projectId });
const notThere = (projectId: string) => refused(404, `Project '${projectId}' not found`);
const listed = async (projectId: string) => {
  const { projects } = await admin.listAllProjects();
  return projects.find(({ project_id }) => project_id === projectId);
};

describe('listAllProjects', () => {
  it('listAllProjects 200: every project with its owner and how many are active in it, page by page', async () => {
    await admin.addProjectMemberAdmin({ params: params(), body: { username: 'ada' } });
    const pending = { username: (await world.register(`new-${counter}`)).username };
    await owner.api.inviteProjectMember({ params: params(), body: pending });
    expect(await listed(owner.projectId)).toEqual({
      project_id: owner.projectId,
      name: `${owner.username}'s project`,
      owner_user_id: owner.userId,
      owner_username: owner.username,
      description: null,
      member_count: 2,
      deleted_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    const all = await admin.listAllProjects();
    expect(all.total).toBe(all.projects.length);
    const first = await admin.listAllProjects({ query: { limit: 1 } });
    const rest = await admin.listAllProjects({ query: { cursor: first.next_cursor ?? '' } });
    expect([...first.projects, ...rest.projects]).toEqual(all.projects);
  });

  it('listAllProjects 200: a new project at once, a deleted one with its time', async () => {
    const { project_id } = await owner.api.createProject({ body: { name: 'second' } });
    expect(await listed(project_id)).toMatchObject({ name: 'second', deleted_at: null });
    await owner.api.deleteProject({ params: { project_id } });
    expect(await listed(project_id)).toMatchObject({ deleted_at: expect.stringMatching(/Z$/) });
  });
});

describe('listAllProjects by search', () => {
  it('listAllProjects 200: by a part of the name, the owner or the id, in upper or lower case, page by page', async () => {
    const names = ['Torino north', 'TORINO south', 'Kyoto'];
    const made: string[] = [];
    for (const name of names)
      made.push((await owner.api.createProject({ body: { name: `${name} ${counter}` } })).project_id);
    const found = async (search: string) => (await admin.listAllProjects({ query: { search } })).projects;
    const idsOf = (projects: { project_id: string }[]) => projects.map(({ project_id }) => project_id).sort();
    expect(idsOf(await found('torino'))).toEqual(made.slice(0, 2).sort());
    expect(idsOf(await found(owner.username.toUpperCase()))).toEqual([...made, owner.projectId].sort());
    expect(idsOf(await found(made[2] ?? ''))).toEqual(made.slice(2));
    expect(await found('nothing of that')).toEqual([]);
    const first = await admin.listAllProjects({ query: { search: 'torino', limit: 1 } });
    const query = { search: 'torino', limit: 1, cursor: first.next_cursor ?? '' };
    const second = await admin.listAllProjects({ query });
    expect([first.total, second.next_cursor]).toEqual([2, null]);
    expect(idsOf([...first.projects, ...second.projects])).toEqual(made.slice(0, 2).sort());
  });
});

describe('adminDeleteProject', () => {
  it('adminDeleteProject 200: hides it from its members, says so in the audit, and its owner can take it back', async () => {
    expect(await admin.adminDeleteProject({ params: params() })).toEqual({
      message: `Project '${owner.projectId}' deleted`,
    });
    expect((await refusal(owner.api.getProject({ params: params() }))).status).toBe(403);
    const { entries } = await admin.listSystemAuditEntries({ query: { action: 'delete-project' } });
    expect(entries[0]).toMatchObject({ actor: 'admin', resource: `project:${owner.projectId}` });
    expect(await refusal(admin.adminDeleteProject({ params: params() }))).toEqual(notThere(owner.projectId));
    await owner.api.restoreProject({ params: params() });
    expect(await owner.api.getProject({ params: params() })).toMatchObject({ deleted_at: null });
  });

  it("adminDeleteProject 400: the administrator's own; 404: one that there is not", async () => {
    const own = { project_id: world.admin.projectId };
    expect((await refusal(admin.adminDeleteProject({ params: own }))).status).toBe(400);
    expect(await refusal(admin.adminDeleteProject({ params: { project_id: 'nowhere' } }))).toEqual(notThere('nowhere'));
  });
});

describe('members of any project', () => {
  it('an administrator sees no data of a project until they are made a member, which its audit says', async () => {
    const inside = world.client(world.admin.token, owner.projectId);
    expect((await refusal(inside.listChips())).status).toBe(403);
    const body = { username: 'admin', role: 'viewer' } as const;
    expect(await admin.addProjectMemberAdmin({ params: params(), body })).toMatchObject({
      username: 'admin',
      role: 'viewer',
      status: 'active',
      invited_by: 'admin',
    });
    expect(await inside.listChips()).toMatchObject({ total: 0 });
    const { entries } = await owner.api.listProjectAuditEntries({ params: params() });
    expect(entries[0]).toMatchObject({ actor: 'admin', action: 'invite-member', resource: 'user:admin' });
  });

  it('members of any project are listed in every state, and revoked', async () => {
    await admin.addProjectMemberAdmin({ params: params(), body: { username: 'ada', role: 'editor' } });
    const ofAda = { ...params(), username: 'ada' };
    expect(await admin.removeProjectMemberAdmin({ params: ofAda })).toEqual({
      message: `User 'ada' removed from project '${owner.projectId}'`,
    });
    expect((await refusal(world.client(ada.token, owner.projectId).listChips())).status).toBe(403);
    const seenByOwner = await owner.api.listProjectMembers({ params: params() });
    expect((await admin.listProjectMembersAdmin({ params: params() })).total).toBe(seenByOwner.total);
    const { members } = await admin.listProjectMembersAdmin({ params: params() });
    expect(members.map(({ username, status }) => [username, status])).toEqual([
      ['ada', 'revoked'],
      [owner.username, 'active'],
    ]);
  });

  it('members of any project: 409 for one who is in it, 400 for no one, for a second owner and for removing the owner, 404 without a project', async () => {
    const add = (username: string, more: object = {}) =>
      refusal(admin.addProjectMemberAdmin({ params: params(), body: { username, ...more } }));
    expect((await add(owner.username)).status).toBe(409);
    expect((await add('no-such-user')).status).toBe(400);
    expect((await add('ada', { role: 'owner' })).status).toBe(400);
    const remove = (username: string) => refusal(admin.removeProjectMemberAdmin({ params: { ...params(), username } }));
    expect((await remove(owner.username)).status).toBe(400);
    expect((await remove('no-such-user')).status).toBe(404);
    const nowhere = { project_id: 'nowhere' };
    for (const call of [
      () => admin.listProjectMembersAdmin({ params: nowhere }),
      () => admin.addProjectMemberAdmin({ params: nowhere, body: { username: 'ada' } }),
      () => admin.removeProjectMemberAdmin({ params: { ...nowhere, username: 'ada' } }),
    ])
      expect(await refusal(call())).toEqual(notThere('nowhere'));
  });
});

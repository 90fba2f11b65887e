import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerWithPassword } from '#test/support/people/register.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ada: Caller;
let projectId: string;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  [owner, ada] = (await Promise.all(['owner', 'ada'].map((name) => world.register(name)))) as [Caller, Caller];
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  world.advance(60);
  ({ project_id: projectId } = await owner.api.createProject({ body: { name: `team ${counter}` } }));
});

const params = () => ({ project_id: projectId });
const ofProject = async (query = {}, by = owner) =>
  (await by.api.listProjectAuditEntries({ params: params(), query })).entries.map(
    ({ actor, action, resource, details }) => ({
      actor,
      action,
      resource,
      details,
    }),
  );
const ofSystem = async (query = {}) => (await world.admin.api.listSystemAuditEntries({ query })).entries;
const inviteAda = () => owner.api.inviteProjectMember({ params: params(), body: { username: 'ada', role: 'viewer' } });
const addAda = () => world.join(owner.api, { params: params(), body: { username: 'ada', role: 'viewer' } });

describe("a project's audit", () => {
  it("a project's audit has every change of its members with what was before, the newest first", async () => {
    const ofAda = { ...params(), username: 'ada' };
    const body = { username: 'ada', role: 'viewer' } as const;
    await owner.api.inviteProjectMember({ params: params(), body });
    await ada.api.acceptProjectInvitation({ params: ofAda });
    world.advance(1);
    await owner.api.updateProjectMember({ params: ofAda, body: { role: 'editor' } });
    world.advance(1);
    await owner.api.removeProjectMember({ params: ofAda });
    const [removed, changed, ...first] = await ofProject();
    const about = { actor: 'owner', resource: 'user:ada' };
    expect(removed).toEqual({
      ...about,
      action: 'remove-member',
      details: { before: { role: 'editor', status: 'active' }, after: { role: 'editor', status: 'revoked' } },
    });
    expect(changed).toMatchObject({ ...about, action: 'change-role', details: { before: { role: 'viewer' } } });
    expect(first).toHaveLength(2);
    expect(first).toContainEqual({
      ...about,
      actor: 'ada',
      action: 'accept-invitation',
      details: { before: { role: 'viewer', status: 'pending' }, after: { role: 'viewer', status: 'active' } },
    });
    expect(first).toContainEqual({
      ...about,
      action: 'invite-member',
      details: { before: null, after: { role: 'viewer', status: 'pending' } },
    });
  });

  it("a project's audit is its owner's, and after a transfer the next one's", async () => {
    await addAda();
    const forbidden = { status: 403 };
    await expect(ofProject({}, ada)).rejects.toMatchObject(forbidden);
    await expect(ofProject({}, world.admin)).rejects.toMatchObject(forbidden);
    await owner.api.transferProjectOwnership({ params: params(), body: { username: 'ada' } });
    await ada.api.acceptProjectTransfer({ params: params() });
    await expect(ofProject()).rejects.toMatchObject(forbidden);
    const details = { name: `team ${counter}`, before: 'owner', after: 'ada' };
    const entry = { actor: 'ada', action: 'transfer-project', resource: `project:${projectId}`, details };
    expect(await ofProject({ action: 'transfer-project' }, ada)).toEqual([entry]);
    expect((await ofSystem({ action: 'transfer-project' }))[0]).toMatchObject(entry);
  });

  it("a project's audit is narrowed by actor, action and time, bounds included, and read page by page", async () => {
    await inviteAda();
    world.advance(10);
    await owner.api.removeProjectMember({ params: { ...params(), username: 'ada' } });
    const all = await owner.api.listProjectAuditEntries({ params: params() });
    const [removed, invited] = all.entries;
    const actions = async (query: object) => (await ofProject(query)).map(({ action }) => action);
    expect(all.total).toBe(2);
    expect(await actions({ end_at: invited?.at })).toEqual(['invite-member']);
    expect(await actions({ start_at: invited?.at })).toEqual(['remove-member', 'invite-member']);
    expect(await actions({ start_at: removed?.at })).toEqual(['remove-member']);
    expect(await actions({ action: 'invite-member' })).toEqual(['invite-member']);
    expect(await actions({ actor: 'ada' })).toEqual([]);
    const first = await owner.api.listProjectAuditEntries({ params: params(), query: { limit: 1 } });
    const rest = await owner.api.listProjectAuditEntries({
      params: params(),
      query: { cursor: first.next_cursor ?? '' },
    });
    expect([...first.entries, ...rest.entries]).toEqual(all.entries);
  });

  it("a project's audit refuses an action that there is not, and a time that ends before it begins", async () => {
    const query = { action: 'burn' } as never;
    await expect(ofProject(query)).rejects.toMatchObject({ status: 400 });
    await expect(ofProject({ start_at: '2025-02-02', end_at: '2025-01-01' })).rejects.toMatchObject({ status: 400 });
  });

  it("a project's audit as CSV has the entries of the list with their details as JSON", async () => {
    await inviteAda();
    const blob = (await owner.api.exportProjectAudit({
      params: params(),
      query: { actor: 'owner' },
    })) as unknown as Blob;
    const { entries } = await owner.api.listProjectAuditEntries({ params: params() });
    const [entry] = entries;
    const [head, row, ...none] = (await blob.text()).split('\r\n');
    expect(head).toBe('at,actor,action,resource,details');
    expect(row).toMatch(new RegExp(`^${entry?.at},owner,invite-member,user:ada,"\\{.*""role"":""viewer"".*\\}"$`));
    expect(none).toEqual(['']);
  });

  it("a project's audit has the API tokens that open it alone, when they are made and when they are revoked", async () => {
    const { token_id } = await owner.api.createApiToken({ body: { name: `robot ${counter}`, project_id: projectId } });
    await owner.api.deleteApiToken({ params: { token_id } });
    const resource = `token:${token_id}`;
    const entries = await ofProject();
    expect(entries.map(({ action }) => action).sort()).toEqual(['create-token', 'revoke-token']);
    for (const entry of entries) expect(entry).toMatchObject({ resource, details: { name: `robot ${counter}` } });
    expect((await ofSystem({ actor: 'owner' })).filter((entry) => entry.resource === resource)).toHaveLength(2);
  });
});

describe("the service's audit", () => {
  it("the service's audit has registrations, passwords and tokens, by whom and of whom, and no secret", async () => {
    const username = `eve${counter}`;
    const { access_token } = await registerWithPassword(world.admin.api, world.client, {
      username,
      password: testPassword,
    });
    const { token } = await world.client(access_token).createApiToken({ body: { name: 'script' } });
    await world.admin.api.resetPassword({ body: { username, new_password: `${testPassword} again` } });
    const entries = await ofSystem({ limit: 100 });
    const found = entries.filter(({ resource, actor }) => resource === `user:${username}` || actor === username);
    expect(found.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([
      'admin register-user',
      'admin reset-password',
      `${username} change-password`,
      `${username} create-token`,
    ]);
    const text = JSON.stringify(entries);
    expect(text).not.toContain(testPassword);
    expect(text).not.toContain(token.slice(-20));
  });

  it("the service's audit tells of a project that was deleted and restored", async () => {
    await owner.api.deleteProject({ params: params() });
    world.advance(1);
    await owner.api.restoreProject({ params: params() });
    const entries = (await ofSystem()).filter(({ resource }) => resource === `project:${projectId}`);
    expect(entries.map(({ action }) => action)).toEqual(['restore-project', 'delete-project']);
    expect(await ofProject()).toHaveLength(2);
  });

  it("the service's audit is for administrators", async () => {
    await expect(owner.api.listSystemAuditEntries()).rejects.toMatchObject({ status: 403 });
    await expect(owner.api.exportSystemAudit()).rejects.toMatchObject({ status: 403 });
    const blob = (await world.admin.api.exportSystemAudit({ query: { action: 'register-user' } })) as unknown as Blob;
    expect(await blob.text()).toMatch(
      /^at,actor,action,resource,details\r\n.*,admin,register-user,user:eve\d+,\{\}\r\n$/,
    );
  });

  it('a change that is refused leaves no entry', async () => {
    const before = await ofSystem();
    await expect(
      world.admin.api.resetPassword({ body: { username: 'nobody', new_password: `${testPassword} again` } }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(owner.api.deleteApiToken({ params: { token_id: 'none' } })).rejects.toMatchObject({ status: 404 });
    const unknown = { params: { ...params(), username: 'ada' } };
    await expect(owner.api.removeProjectMember(unknown)).rejects.toMatchObject({ status: 404 });
    expect(await ofSystem()).toEqual(before);
    expect(await ofProject()).toEqual([]);
  });
});

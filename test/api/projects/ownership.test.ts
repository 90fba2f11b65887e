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
  await world.join(owner.api, { ...project(), body: { username: 'ada', role: 'editor' } });
});

const project = () => ({ params: { project_id: projectId } });
const offer = (username = 'ada', by = owner) => by.api.transferProjectOwnership({ ...project(), body: { username } });
const accept = (by = ada) => by.api.acceptProjectTransfer(project());
const decline = (by = ada) => by.api.declineProjectTransfer(project());
const withdraw = (by = owner) => by.api.withdrawProjectTransfer(project());
const offers = async (of = ada) =>
  (await of.api.listProjectInvitations()).offers.filter(({ project_id }) => project_id === projectId);
const states = async (by = owner) =>
  (await by.api.listProjectMembers(project())).members.map(({ username, role, status }) => [username, role, status]);
const unchanged = [
  ['ada', 'editor', 'active'],
  ['owner', 'owner', 'active'],
];
const notOffered = (username: string) => refused(409, `Project '${projectId}' is not offered to user '${username}'`);
const forbidden = () => refused(403, `You do not have access to project '${projectId}'`);

describe('transferProjectOwnership', () => {
  it('transferProjectOwnership 200: nothing moves before the next owner accepts; then the old one is an editor', async () => {
    expect(await offer()).toMatchObject({ owner_username: 'owner', offered_to: 'ada' });
    expect(await offer()).toMatchObject({ offered_to: 'ada' });
    expect(await states()).toEqual(unchanged);
    expect(await offers()).toEqual([
      {
        project_id: projectId,
        project_name: `team ${counter}`,
        offered_by: 'owner',
        offered_at: expect.stringMatching(/Z$/),
      },
    ]);
    const { members } = await owner.api.listProjectMembers(project());
    expect(members.map(({ ownership_offered_at: at }) => at !== null)).toEqual([true, false]);
    expect(await accept()).toMatchObject({ owner_username: 'ada', owner_user_id: ada.userId });
    expect(await states(ada)).toEqual([
      ['ada', 'owner', 'active'],
      ['owner', 'editor', 'active'],
    ]);
    expect(await offers()).toEqual([]);
    expect((await refusal(offer('ada'))).status).toBe(403);
    expect(await refusal(accept())).toEqual(notOffered('ada'));
    const { entries } = await ada.api.listProjectAuditEntries(project());
    expect(entries.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
      ['transfer-project', 'ada'],
      ['offer-project', 'owner'],
    ]);
  });

  it('transferProjectOwnership 400: to the owner, and alike to who is not an active member and to a name of no one', async () => {
    expect(await refusal(offer('owner'))).toEqual(refused(400, `User 'owner' already owns project '${projectId}'`));
    await owner.api.inviteProjectMember({ ...project(), body: { username: 'bob' } });
    for (const name of ['bob', 'nobody-here', 'admin'])
      expect(await refusal(offer(name))).toMatchObject({
        status: 400,
        detail: expect.stringContaining(`User '${name}' is not an active member of project '${projectId}'`),
      });
    expect(await states()).toContainEqual(['owner', 'owner', 'active']);
  });

  it('transferProjectOwnership 409: while it is offered to another user; 403: by an editor', async () => {
    await world.join(owner.api, { ...project(), body: { username: 'bob' } });
    await offer('bob');
    expect(await refusal(offer())).toEqual(
      refused(409, `Project '${projectId}' is offered to user 'bob'. Withdraw that offer first`),
    );
    expect(await refusal(offer('ada', ada))).toEqual(forbidden());
  });

  it('transferProjectOwnership by a system administrator is at once, and gives that one no access', async () => {
    expect(await offer('bob', world.admin)).toMatchObject({ owner_username: 'bob', offered_to: null });
    expect((await refusal(world.admin.api.getProject(project()))).status).toBe(403);
    expect(await bob.api.getProject(project())).toMatchObject({ owner_username: 'bob' });
    const { token } = await world.admin.api.createApiToken({ body: { name: `script ${counter}` } });
    const byToken = world.client(token).transferProjectOwnership({ ...project(), body: { username: 'ada' } });
    expect(await refusal(byToken)).toEqual(forbidden());
  });
});

describe('an offer of a project', () => {
  it('an offer that was withdrawn or declined cannot be accepted, and the member stays one', async () => {
    await offer();
    expect(await withdraw()).toEqual({ message: `Project '${projectId}' is no longer offered` });
    expect(await refusal(withdraw())).toEqual(refused(409, `Project '${projectId}' is not offered to anyone`));
    expect(await refusal(accept())).toEqual(notOffered('ada'));
    await offer();
    expect(await decline()).toEqual({ message: `You declined project '${projectId}'` });
    expect(await refusal(decline())).toEqual(notOffered('ada'));
    expect(await refusal(accept())).toEqual(notOffered('ada'));
    expect(await states()).toEqual(unchanged);
  });

  it('an offer is accepted by no one else, and not by an API token', async () => {
    await offer();
    expect(await refusal(accept(bob))).toEqual(forbidden());
    expect(await refusal(decline(bob))).toEqual(forbidden());
    expect(await refusal(accept(owner))).toEqual(notOffered('owner'));
    expect((await refusal(withdraw(ada))).status).toBe(403);
    const { token } = await ada.api.createApiToken({ body: { name: `script ${counter}` } });
    const byToken = await refusal(world.client(token).acceptProjectTransfer(project()));
    expect(byToken).toEqual(refused(403, 'This operation needs a login, not an API token'));
    expect(await states()).toEqual(unchanged);
  });

  it('an offer ends when its member leaves or is removed, and does not come back with them', async () => {
    for (const go of [
      () => ada.api.leaveProject(project()),
      () => owner.api.removeProjectMember({ params: { project_id: projectId, username: 'ada' } }),
    ]) {
      await offer();
      await go();
      expect(await refusal(accept())).toEqual(forbidden());
      await world.join(owner.api, { ...project(), body: { username: 'ada', role: 'editor' } });
      expect(await refusal(accept())).toEqual(notOffered('ada'));
    }
  });

  it('an offer ends with the ownership of its maker, and does not come back with it', async () => {
    await offer();
    await offer('bob', world.admin);
    expect(await refusal(accept())).toEqual(notOffered('ada'));
    await offer('owner', world.admin);
    expect(await refusal(accept())).toEqual(notOffered('ada'));
  });

  it('an offer of a project whose name the next owner uses is accepted with 409, and nothing moves', async () => {
    await offer();
    await ada.api.createProject({ body: { name: `team ${counter}` } });
    expect(await refusal(accept())).toEqual(refused(409, `Project 'team ${counter}' of user 'ada' already exists`));
    expect(await states()).toEqual(unchanged);
  });

  it('an offer is told to the member, and its end to the owner', async () => {
    await offer();
    await decline();
    await world.stack.settle();
    const titles = async ({ api }: Caller) => (await api.listNotifications()).notifications.map(({ title }) => title);
    expect(await titles(ada)).toContain(`owner offers you project team ${counter}`);
    expect(await titles(owner)).toContain(`ada declined to own project team ${counter}`);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { topologyEntity } from '#shared/chips/store/chips.ts';
import { bounds } from '#shared/kernel/rules/bounds.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { apiTokenEntity, type UserRecord, userEntity } from '#shared/people/store/users.ts';
import { tokenLimit } from '#shared/people/verbs/api-tokens.ts';
import { type MemberRecord, memberEntity, memberMirrorEntity, projectEntity } from '#shared/projects/store/projects.ts';
import { backendEntity, tagEntity, taskDefinitionEntity } from '#shared/results/store/task-registry.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import { workerEntity } from '#shared/workers/store/workers.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

/* Each list that is read whole, filled to its bound with records as large as they may be: it answers, and one more is refused. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const at = '2025-01-01T00:00:00.000Z';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const put = (items: readonly Record<string, unknown>[]) =>
  batchWriteItems(
    world.stack.runtime.db,
    items.map((item) => ({ put: item })),
  );
/** The longest text of so many characters, in JSON and in UTF-8. */
const longest = (letters: number) => '\u0001'.repeat(letters);

/** The refusal of one more. */
const reached = (words: string) => ({ status: 409, code: 'limit_reached', detail: expect.stringContaining(words) });

/** Every page of a list of a hundred each. */
async function allOf<T>(read: (page: { skip: number; limit: number }) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const page = await read({ skip: found.length, limit: 100 });
    found.push(...page);
    if (page.length < 100) return found;
  }
}

const userOf = (n: number): UserRecord => ({
  userId: `usr_${n}`,
  username: `user-${n}`,
  passwordHash: '',
  fullName: longest(128),
  organization: longest(128),
  disabled: false,
  systemRole: 'user',
  mustChangePassword: false,
  tokenVersion: 1,
  createdAt: at,
  updatedAt: at,
});

const memberOf = (
  projectId: string,
  user: Pick<UserRecord, 'userId' | 'username'>,
  given: Partial<MemberRecord> = {},
) => {
  const { userId, username } = user;
  return {
    projectId,
    userId,
    username,
    role: 'viewer',
    status: 'active',
    createdAt: at,
    updatedAt: at,
    ...given,
  } as const;
};

/** An owner with a project that has as many members as it may. */
async function crowded(
  name: string,
  status: (n: number) => MemberRecord['status'],
  more: Record<number, Partial<MemberRecord>> = {},
): Promise<Caller> {
  const owner = await world.register(name);
  const others = numbers(bounds.membersOfProject - 1).map((n) => ({ ...userOf(n), username: `${name}-${n}` }));
  const updatedAt = (n: number) => `2025-01-01T00:00:00.${String(n).padStart(3, '0')}Z`;
  const members = others.map((user, n) =>
    memberOf(owner.projectId, user, { status: status(n), updatedAt: updatedAt(n), ...more[n] }),
  );
  await put([
    ...others.map((user) => userEntity.encode(user, 1)),
    ...members.flatMap((member) => [memberEntity.encode(member, 1), memberMirrorEntity.encode(member, 1)]),
  ]);
  return owner;
}

const namesOf = async ({ api, projectId: project_id }: Caller): Promise<string[]> => {
  const all = await allOf((query) => api.listProjectMembers({ params: { project_id }, query }).then((r) => r.members));
  return all.map(({ username }) => username);
};

describe('members', () => {
  it('a project with as many members as it may have lists them, and one more is refused', async () => {
    const owner = await crowded('full', () => 'active');
    await world.register('late');
    const body = { username: 'late', role: 'viewer' } as const;
    const call = () => owner.api.inviteProjectMember({ params: { project_id: owner.projectId }, body });
    expect(await namesOf(owner)).toHaveLength(bounds.membersOfProject);
    await expect(call()).rejects.toMatchObject(reached('has 200 members with those who are invited, the maximum'));
  });

  it('the membership that was revoked first gives way to a new one', async () => {
    const owner = await crowded('worn', (n) => (n === 7 || n === 3 ? 'revoked' : 'active'));
    const late = await world.register('later');
    const body = { username: late.username, role: 'viewer' } as const;
    await owner.api.inviteProjectMember({ params: { project_id: owner.projectId }, body });
    const names = await namesOf(owner);
    expect(names).toHaveLength(bounds.membersOfProject);
    expect(names).toContain('later');
    expect(names).toContain('worn-7');
    expect(names).not.toContain('worn-3');
  });

  it('a membership that a user left gives way after those of anyone who was removed', async () => {
    const owner = await crowded('left', (n) => (n === 7 || n === 3 ? 'revoked' : 'active'), { 3: { leftAt: at } });
    const { projectId: project_id } = owner;
    await owner.api.inviteProjectMember({ params: { project_id }, body: { username: 'anybody' } });
    const names = await namesOf(owner);
    expect(names).toContain('left-3');
    expect(names).not.toContain('left-7');
  });
});

describe('open invitations', () => {
  it('a project has as many open invitations as it may; one that is made again is the same one', async () => {
    const { openInvitationsOfProject: most } = bounds;
    const owner = await crowded('inviting', (n) => (n < most ? 'pending' : 'revoked'));
    const { projectId: project_id } = owner;
    const invite = (username: string) => owner.api.inviteProjectMember({ params: { project_id }, body: { username } });
    expect(await invite('inviting-1')).toMatchObject({ status: 'pending' });
    await expect(invite('one-more')).rejects.toMatchObject(reached(`has ${most} open invitations, the maximum`));
    await owner.api.removeProjectMember({ params: { project_id, username: 'inviting-1' } });
    expect(await invite('one-more')).toMatchObject({ status: 'pending' });
  });

  it('a user has as many open invitations as they may, in all of their projects', async () => {
    const half = bounds.openInvitationsOfInviter / 2;
    const owner = await crowded('inviter', (n) => (n < half ? 'pending' : 'active'));
    const other = await crowded('inviter-too', (n) => (n < half ? 'pending' : 'revoked'));
    await world.admin.api.transferProjectOwnership({
      params: { project_id: other.projectId },
      body: { username: 'inviter' },
    });
    const { project_id } = await owner.api.createProject({ body: { name: 'third' } });
    const invite = () => owner.api.inviteProjectMember({ params: { project_id }, body: { username: 'anybody' } });
    await expect(invite()).rejects.toMatchObject(
      reached(`The projects of user 'inviter' have ${2 * half} open invitations, the maximum`),
    );
  });

  it('an invitation beyond those that a user may have open is answered alike and reaches no one', async () => {
    const busy = await world.register('courted');
    const { openInvitationsOfInvited: most } = bounds;
    await put(
      numbers(most).map((n) => memberMirrorEntity.encode(memberOf(`courts-${n}`, busy, { status: 'pending' }), 1)),
    );
    const host = await world.register('courting');
    const { projectId: project_id } = host;
    const invited = await host.api.inviteProjectMember({ params: { project_id }, body: { username: 'courted' } });
    expect(invited).toMatchObject({ status: 'pending', user_id: '' });
    const { invitations } = await busy.api.listProjectInvitations();
    expect(invitations.map((one) => one.project_id)).not.toContain(project_id);
    await busy.api.acceptProjectInvitation({ params: { project_id, username: 'courted' } });
    expect((await busy.api.listProjects()).projects.map((one) => one.project_id)).toContain(project_id);
  });
});

describe('projects of a user', () => {
  const projectOf = (owner: Pick<Caller, 'userId' | 'username'>, n: number) => ({
    projectId: `project-${owner.username}-${n}`,
    ownerUserId: owner.userId,
    ownerUsername: owner.username,
    name: `${n} ${longest(60)}`,
    description: longest(500),
    tags: [],
    defaultRole: 'viewer' as const,
    createdAt: at,
    updatedAt: at,
  });

  async function putProjects(somebody: Caller, role: MemberRecord['role'], count: number): Promise<void> {
    const owner = role === 'owner' ? somebody : { userId: 'usr_other', username: `other-of-${somebody.username}` };
    const made = numbers(count).map((n) => projectOf(owner, n));
    await put(
      made.flatMap((project) => [
        projectEntity.encode(project, 1),
        memberMirrorEntity.encode(memberOf(project.projectId, somebody, { role }), 1),
      ]),
    );
  }

  it('who owns as many projects as they may reads them, and is refused one more, made or given', async () => {
    const owner = await world.register('rich');
    await putProjects(owner, 'owner', bounds.projectsOfOwner - 1);
    const listed = await allOf((query) => owner.api.listProjects({ query }).then(({ projects }) => projects));
    expect(listed).toHaveLength(bounds.projectsOfOwner);
    const create = () => owner.api.createProject({ body: { name: 'one more' } });
    await expect(create()).rejects.toMatchObject(reached("User 'rich' owns 200 projects, the maximum"));
    const giver = await world.register('giver');
    const params = { project_id: giver.projectId };
    await world.join(giver.api, { params, body: { username: 'rich' } });
    await giver.api.transferProjectOwnership({ params, body: { username: 'rich' } });
    const accept = owner.api.acceptProjectTransfer({ params });
    await expect(accept).rejects.toMatchObject(reached("User 'rich' owns 200 projects, the maximum"));
  });

  it('offers and invitations count for no one before they are accepted', async () => {
    const owner = await world.register('wanted');
    const giver = await world.register('generous');
    const params = { project_id: giver.projectId };
    await world.join(giver.api, { params, body: { username: 'wanted' } });
    await giver.api.transferProjectOwnership({ params, body: { username: 'wanted' } });
    await putProjects(owner, 'owner', bounds.projectsOfOwner - 2);
    await owner.api.createProject({ body: { name: 'the last one' } });
    await expect(owner.api.acceptProjectTransfer({ params })).rejects.toMatchObject(
      reached("User 'wanted' owns 200 projects, the maximum"),
    );
  });

  it('a deleted project counts for who made or accepted it, and not for who was given it', async () => {
    const owner = await world.register('relieved');
    const others = numbers(bounds.projectsOfOwner - 1).map((n) => projectOf(owner, n));
    const deletedAt = new Date(world.now().getTime() - 1000).toISOString();
    const later = '2025-06-01T00:00:00.000Z';
    const putAs = (given: Partial<MemberRecord>, gone: (typeof others)[number][] = others) =>
      put(
        gone.flatMap((project) => [
          projectEntity.encode({ ...project, deletedAt }, 1),
          memberMirrorEntity.encode(memberOf(project.projectId, owner, { role: 'owner', ...given }), 1),
        ]),
      );
    const create = (name: string) => owner.api.createProject({ body: { name } });
    const full = reached("User 'relieved' owns 200 projects, the maximum");
    await putAs({});
    await expect(create('made')).rejects.toMatchObject(full);
    await putAs({ createdAt: later, acceptedOwnershipAt: later });
    await expect(create('accepted')).rejects.toMatchObject(full);
    await putAs({ createdAt: later });
    expect(await create('given')).toMatchObject({ name: 'given' });
  });

  it('who is in as many projects as they may be reads them, and does not accept one more', async () => {
    const member = await world.register('busy');
    await putProjects(member, 'editor', bounds.projectsOfUser - 1);
    const listed = await allOf((query) => member.api.listProjects({ query }).then(({ projects }) => projects));
    expect(listed).toHaveLength(bounds.projectsOfUser);
    const host = await world.register('host');
    const body = { username: 'busy', role: 'viewer' } as const;
    const joined = world.join(host.api, { params: { project_id: host.projectId }, body });
    await expect(joined).rejects.toMatchObject(reached("User 'busy' is in 500 projects, the maximum"));
  });
});

it('who has as many API tokens as they may reads them, and is refused one more', async () => {
  const { userId, api } = await world.register('tokens');
  const tokens = numbers(tokenLimit).map((n) => ({
    userId,
    tokenId: `token-${n}`,
    name: `${n}`.padEnd(100, '\u0001'),
    secretHash: 'x'.repeat(64),
    tokenVersion: 1,
    createdAt: at,
  }));
  await put(tokens.map((token) => apiTokenEntity.encode(token, 1)));
  expect((await api.listApiTokens()).tokens).toHaveLength(tokenLimit);
  const call = api.createApiToken({ body: { name: 'more' } });
  await expect(call).rejects.toMatchObject(reached("User 'tokens' has 100 API tokens"));
});

it('a project remembers the workers that were seen last, and who was not seen for longest gives way', async () => {
  const { projectId, userId, username, api } = await world.register('works');
  const seenAt = (n: number) => new Date(world.now().getTime() - 60_000 * (n + 1)).toISOString();
  const workers = numbers(bounds.workersOfProject).map((n) => ({
    projectId,
    worker: `fridge-${n}`,
    backends: numbers(20).map((k) => `${k}`.padEnd(100, 'x')),
    software: longest(200),
    userId,
    username,
    message: longest(2000),
    lastSeenAt: seenAt(n),
  }));
  await put(workers.map((worker) => workerEntity.encode(worker, 1)));
  const list = () => allOf((query) => api.listWorkers({ query }).then((answer) => answer.workers));
  expect(await list()).toHaveLength(bounds.workersOfProject);
  const claim_key = '5d3a1f0e-58f4-4b51-9a55-6c1b6a1f0001';
  for (const worker of ['new', 'newer', 'new'])
    await api.claimRun({ body: { worker, backends: ['worker'], claim_key } });
  const names = (await list()).map(({ worker }) => worker);
  expect(names).toHaveLength(bounds.workersOfProject);
  expect(names).toEqual(expect.arrayContaining(['new', 'newer', 'fridge-0', 'fridge-197']));
  expect(names).not.toContain('fridge-199');
  expect(names).not.toContain('fridge-198');
});

it('a project with as many topologies as it may have lists them, and one more is refused', async () => {
  const { projectId, api } = await world.register('lattices');
  const [large, small] = ['square-lattice-mux-1024', 'square-lattice-mux-64'].map(generateTopology);
  if (!large || !small) throw new Error('The topologies are built in');
  // Every tenth is the largest; all are under `.ci/run --all`.
  const topologies = numbers(bounds.importedTopologies).map((n) => ({
    ...(isEveryCase || n % 10 === 0 ? large : small),
    topologyId: `own-${n}`,
  }));
  await put(topologies.map((topology) => topologyEntity.encode({ projectId, topology }, 1)));
  const listed = (await api.listTopologies()).topologies.filter(({ id }) => id.startsWith('own-'));
  expect((await api.listProjectTopologies()).total).toBe(listed.length);
  expect(listed).toHaveLength(bounds.importedTopologies);
  const call = () => api.importChip({ body: { format: 'ibm', chip_id: 'new', documents: oldDevice() } });
  await expect(call()).rejects.toMatchObject(reached('has 100 topologies, the maximum'));
  expect((await api.listChips()).chips).toEqual([]);
});

it('a project lists as many tasks, tags and backends as it may, and no more', async () => {
  const { projectId, username, api } = await world.register('names');
  const used = (n: number) => ({ projectId, name: `used-${n}`.padEnd(100, 'x'), username, createdAt: at });
  const task = { description: '', taskType: 'qubit', inputParameters: {}, outputParameters: {} } as const;
  await put(
    numbers(bounds.usedNames).flatMap((n) => [
      tagEntity.encode(used(n), 1),
      backendEntity.encode(used(n), 1),
      taskDefinitionEntity.encode({ ...used(n), ...task }, 1),
    ]),
  );
  const run = { projectId, username, backend: 'one-more', tags: ['one-more'] };
  await registerUsed(contextOf(world.stack.runtime, 'test'), run, [{ name: 'OneMore', type: 'qubit' }]);
  const lists = await Promise.all([
    allOf((query) => api.listTags({ query }).then(({ tags }) => tags)),
    allOf((query) => api.listBackends({ query }).then(({ backends }) => backends)),
    allOf((query) => api.listTasks({ query }).then(({ tasks }) => tasks)),
  ]);
  for (const list of lists) {
    expect(list).toHaveLength(bounds.usedNames);
    expect(list.map(({ name }) => name)).not.toContain(list === lists[2] ? 'OneMore' : 'one-more');
  }
});

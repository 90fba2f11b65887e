import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { packKey, parseArtifactPath } from '#shared/runs/rules/artifact-path.ts';
import { memoryObjects } from '#test/support/engine/memory-objects.ts';
import { registerWithPassword } from '#test/support/people/register.ts';
import { fakeScheduler } from '#test/support/runs/schedules.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let stranger: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  stranger = await world.register('stranger');
});
afterAll(() => world.stop());

const create = (name: string, caller = owner) => caller.api.createProject({ body: { name } });
const at = (project_id: string) => ({ params: { project_id } });
const forbidden = (projectId: string) => refused(403, `You do not have access to project '${projectId}'`);
const namesOf = async (caller: Caller, deleted?: boolean) =>
  (await caller.api.listProjects({ query: { deleted } })).projects.map(({ name }) => name);

describe('createProject', () => {
  it('createProject 201: the caller owns it, and finds it in the list at once', async () => {
    const project = await owner.api.createProject({ body: { name: ' lab ', description: 'ours', tags: ['a', 'b'] } });
    expect(project).toEqual({
      project_id: expect.any(String),
      owner_user_id: owner.userId,
      owner_username: 'owner',
      name: 'lab',
      description: 'ours',
      tags: ['a', 'b'],
      default_role: 'viewer',
      freshness_hours: expect.objectContaining({ coherence: null, other: null }),
      value_gate: 'warn',
      value_limits: {},
      lock_scope: 'project',
      import_reported_at: null,
      deleted_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: project.created_at,
    });
    expect(await owner.api.getProject(at(project.project_id))).toEqual(project);
    expect(await namesOf(owner)).toContain('lab');
    expect(await namesOf(stranger)).not.toContain('lab');
  });

  it('createProject 409: a second one of the same name by the same owner, even at once; another owner may', async () => {
    const both = await Promise.all(
      [1, 2].map(() =>
        create('same').then(
          () => 201,
          ({ status }) => status,
        ),
      ),
    );
    expect(both.sort()).toEqual([201, 409]);
    expect(await refusal(create('same'))).toEqual(refused(409, "Project 'same' of user 'owner' already exists"));
    expect(await create('same', stranger)).toMatchObject({ owner_username: 'stranger' });
  });

  it('createProject 400: no name, too long a name, tags that are not a list of words: all problems at once', async () => {
    const post = (json: unknown) => world.raw('POST', '/projects', { token: owner.token, json });
    expect((await post({})).body).toMatchObject({ errors: [{ path: 'body.name' }] });
    expect((await post({ name: ' '.repeat(5) })).status).toBe(400);
    const answer = await post({ name: 'x'.repeat(101), tags: ['', 7], description: 1 });
    expect((answer.body.errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'body.name',
      'body.description',
      'body.tags.0',
      'body.tags.1',
    ]);
  });

  it('createProject 400: half a surrogate pair in a name, which no one could store', async () => {
    const answer = await world.raw('POST', '/projects', { token: owner.token, body: '{"name":"\\ud800"}' });
    expect(answer.body).toEqual({
      detail: 'The request body has a lone surrogate, which is not a Unicode character',
      code: 'invalid_request',
      errors: [{ path: 'body', message: 'must be well-formed Unicode' }],
    });
    const pair = await world.raw('POST', '/projects', { token: owner.token, body: '{"name":"\\ud83d\\ude00"}' });
    expect(pair.body.name).toBe('😀');
  });
});

describe('listProjects', () => {
  it('listProjects pages over what the caller is in, oldest first', async () => {
    const pager = await world.register('pager');
    for (const name of ['one', 'two', 'three']) await create(name, pager);
    const page = await pager.api.listProjects({ query: { skip: 1, limit: 2 } });
    expect(page).toMatchObject({ total: 4, skip: 1, limit: 2, projects: [{ name: 'one' }, { name: 'two' }] });
    for (const query of [{ limit: 0 }, { limit: 1001 }, { skip: -1 }])
      expect((await refusal(pager.api.listProjects({ query }))).status).toBe(400);
  });
});

describe('updateProject', () => {
  it('updateProject 200: an absent field stays, null clears the description and leaves the name', async () => {
    const { project_id } = await owner.api.createProject({ body: { name: 'patch', description: 'd', tags: ['t'] } });
    const patch = (body: Parameters<Caller['api']['updateProject']>[0]['body']) =>
      owner.api.updateProject({ ...at(project_id), body });
    expect(await patch({})).toMatchObject({ name: 'patch', description: 'd', tags: ['t'] });
    expect(await patch({ name: null, tags: null, description: null })).toMatchObject({
      name: 'patch',
      description: null,
      tags: ['t'],
    });
    expect(await patch({ default_role: 'editor', tags: [] })).toMatchObject({ default_role: 'editor', tags: [] });
  });

  it('updateProject 409: a name in use; a name given up is free again', async () => {
    const { project_id } = await create('before');
    await create('in use');
    const rename = (name: string) => owner.api.updateProject({ ...at(project_id), body: { name } });
    expect(await refusal(rename('in use'))).toEqual(refused(409, "Project 'in use' of user 'owner' already exists"));
    expect(await rename('after')).toMatchObject({ name: 'after' });
    expect(await create('before')).toMatchObject({ name: 'before' });
  });
});

describe('a project that is not yours', () => {
  it('a project that is not yours is 403 in the same words as one that does not exist, by every operation', async () => {
    const { project_id } = await create('private');
    for (const id of [project_id, 'nowhere', 'a#b', 'P#x', ' ', '😀', '%', 'x'.repeat(64)]) {
      const member = { params: { project_id: id, username: 'owner' } };
      const calls = [
        stranger.api.getProject(at(id)),
        stranger.api.updateProject({ ...at(id), body: { name: 'mine' } }),
        stranger.api.deleteProject(at(id)),
        stranger.api.restoreProject(at(id)),
        stranger.api.transferProjectOwnership({ ...at(id), body: { username: 'stranger' } }),
        stranger.api.listProjectMembers(at(id)),
        stranger.api.inviteProjectMember({ ...at(id), body: { username: 'stranger' } }),
        stranger.api.updateProjectMember({ ...member, body: { role: 'viewer' } }),
        stranger.api.removeProjectMember(member),
        stranger.api.acceptProjectInvitation({ params: { project_id: id, username: 'stranger' } }),
      ];
      for (const answer of await Promise.all(calls.map(refusal))) expect(answer).toEqual(forbidden(id));
    }
  });
});

describe('the project of a request', () => {
  it('the project of a request is that of the path, then of X-Project-Id, the default one, one that the caller owns', async () => {
    const { project_id: second } = await create('second');
    const chip = (projectId: string | undefined, chip_id: string) =>
      world.client(owner.token, projectId).createChip({ body: { chip_id, topology_id: 'linear-2' } });
    expect(await chip(second, 'in-second')).toMatchObject({ project_id: second });
    expect(await chip(undefined, 'in-default')).toMatchObject({ project_id: owner.projectId });
    expect(await world.client(owner.token, second).getProject(at(owner.projectId))).toMatchObject({
      project_id: owner.projectId,
    });
    const password = 'long enough password';
    const late = await registerWithPassword(world.admin.api, world.client, {
      username: 'latecomer',
      password,
      create_default_project: false,
    });
    const { project_id: own } = await world.client(late.access_token).createProject({ body: { name: 'own' } });
    const made = await world.client(late.access_token).createChip({ body: { chip_id: 'x', topology_id: 'linear-2' } });
    expect(made.project_id).toBe(own);
  });

  it.each(['', 'x'.repeat(65), 'x'.repeat(4000)])('X-Project-Id %j is not an id, and 400', async (project) => {
    for (const path of ['/chips', '/topology/list']) {
      const answer = await world.raw('GET', path, { token: owner.token, project });
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [expect.objectContaining({ path: 'header.x-project-id' })],
      ]);
    }
    // If the path names the project, or there is none, the header is not read.
    for (const path of [`/projects/${owner.projectId}`, '/auth/me'])
      expect((await world.raw('GET', path, { token: owner.token, project })).status).toBe(200);
  });
});

describe('deleteProject and restoreProject', () => {
  it('deleteProject hides it from everybody at once; restoreProject brings it back with everything in it', async () => {
    const { project_id } = await create('phoenix');
    const inside = world.client(owner.token, project_id);
    await inside.createChip({ body: { chip_id: 'ash', topology_id: 'linear-2' } });
    const body = { username: 'stranger', role: 'editor' as const };
    await world.join(owner.api, { ...at(project_id), body });
    expect(await owner.api.deleteProject(at(project_id))).toBeUndefined();
    for (const caller of [owner, stranger]) {
      expect(await namesOf(caller)).not.toContain('phoenix');
      expect(await refusal(caller.api.getProject(at(project_id)))).toEqual(forbidden(project_id));
      const call = world.client(caller.token, project_id).getChip({ params: { chip_id: 'ash' } });
      expect(await refusal(call)).toEqual(forbidden(project_id));
    }
    expect(await namesOf(owner, true)).toEqual(['phoenix']);
    expect(await namesOf(stranger, true)).toEqual([]);
    expect(await refusal(stranger.api.restoreProject(at(project_id)))).toEqual(forbidden(project_id));
    expect(await refusal(create('phoenix'))).toMatchObject({ status: 409 });
    expect(await owner.api.restoreProject(at(project_id))).toMatchObject({ name: 'phoenix', deleted_at: null });
    expect((await inside.listChips()).chips).toMatchObject([{ chip_id: 'ash' }]);
    expect(await namesOf(stranger)).toContain('phoenix');
    expect(await refusal(owner.api.restoreProject(at(project_id)))).toEqual(
      refused(409, `Project '${project_id}' is not deleted`),
    );
  });

  it('deleteProject purges it after thirty days: nothing of it is left and its name is free', async () => {
    const keeper = await world.register('keeper');
    // The audit of the service goes on telling of it (rule AUDIT-4).
    const remaining = async () =>
      (await world.scan()).split('\n').filter((line) => !line.includes('["entity","system-audit"]'));
    const before = await remaining();
    const { project_id } = await create('doomed', keeper);
    const inside = world.client(keeper.token, project_id);
    await inside.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
    await inside.createWebhook({ body: { url: 'https://hooks.example.com/in' } });
    await inside.createForumPost({ body: { category: 'qubit', title: 'T1', content: 'fell' } });
    await world.stack.settle();
    for (const entity of ['webhook', 'webhook-secrets', 'webhook-delivery'])
      expect(await world.scan()).toContain(`["entity","${entity}"]`);
    const save = (name: string, code: string) => inside.saveFlow({ body: { name, code, chip_id: 'c' } });
    for (const task of ['CheckRabi', 'CheckT1']) await save('check', `stages: [{name: one, tasks: [${task}]}]`);
    await save('former', 'def main(): pass');
    await inside.deleteFlow({ params: { name: 'former' } });
    const ended = async (execution_id: string) => {
      const read = () => inside.getExecution({ params: { execution_id } });
      await expect.poll(async () => (await read()).status).toBe('completed');
      return (await read()).task;
    };
    const parameters = SOUND;
    const [task] = await ended(
      (await inside.executeFlow({ params: { name: 'check' }, body: { parameters } })).execution_id,
    );
    const repeat = await inside.reExecuteTaskResult({ params: { task_id: task?.task_id ?? '' }, body: {} });
    await ended(repeat.execution_id);
    const objects = world.stack.runtime.ports.objects ?? memoryObjects();
    const { json_figure_path } = await inside.getTaskResult({ params: { task_id: task?.task_id ?? '' } });
    const figure = parseArtifactPath(json_figure_path[0] ?? '');
    const figures = async () => (figure ? objects.get(packKey(figure)) : undefined);
    expect(await figures()).toBeDefined();
    await keeper.api.deleteProject(at(project_id));
    const also = { objects, scheduler: fakeScheduler(), requestId: 'sweep' };
    const sweep = () => sweepPending({ ...world.stack.runtime, ...also });
    expect(await sweep()).toMatchObject({ purged: 0 });
    world.advance(31 * 86_400);
    expect(await sweep()).toMatchObject({ purged: 1, failed: 0 });
    world.advance(-31 * 86_400);
    expect(await remaining()).toEqual(before);
    expect(await figures()).toBeUndefined();
  });
});

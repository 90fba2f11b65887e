import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMember } from '#shared/projects/store/projects.ts';
import { type Faults, injectFaults, throttled } from '#test/support/engine/faults.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ada: Caller;
let faults: Faults;
let projectId: string;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  faults = injectFaults(world.stack.client);
  [owner, ada] = (await Promise.all(['owner', 'ada'].map((name) => world.register(name)))) as [Caller, Caller];
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  ({ project_id: projectId } = await owner.api.createProject({ body: { name: `team ${counter}` } }));
  await world.join(owner.api, { params: { project_id: projectId }, body: { username: 'ada', role: 'viewer' } });
});
afterEach(() => faults.clear());

const inTeam = (by: Caller, token = by.token) => world.client(token, projectId);
const lastOf = async (username: string) => {
  const { members } = await owner.api.listProjectMembers({ params: { project_id: projectId } });
  return members.find((member) => member.username === username)?.last_accessed_at;
};
/** Updates that were sent since the faults were last planned. */
const updates = () => faults.calls().filter(({ command }) => command === 'UpdateItem').length;
const count = () => faults.plan(() => undefined);

test('a member who has not acted in a project was never there; the first request says when they were', async () => {
  expect(await lastOf('ada')).toBeNull();
  const before = world.now().toISOString();
  await inTeam(ada).listChips();
  const last = (await lastOf('ada')) ?? '';
  expect(last >= before && last <= world.now().toISOString()).toBe(true);
});

test('within an hour nothing is written, and after it the next request is noted', async () => {
  await inTeam(ada).listChips();
  const first = await lastOf('ada');
  world.advance(3_500);
  // The counts of what projects use are written too (rule LIMIT-11).
  await owner.api.listChips();
  count();
  await inTeam(ada).listChips();
  expect(updates()).toBe(0);
  expect(await lastOf('ada')).toBe(first);
  world.advance(101);
  await inTeam(ada).listChips();
  expect(Date.parse((await lastOf('ada')) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(3_600_000);
});

test('an API token acts for its user, and a request that is refused for what it asks is one as well', async () => {
  const { token } = await ada.api.createApiToken({ body: { name: `script ${counter}`, project_id: projectId } });
  expect((await refusal(inTeam(ada, token).getChip({ params: { chip_id: 'no-such-chip' } }))).status).toBe(404);
  expect(await lastOf('ada')).not.toBeNull();
});

test('a request that is refused for the role, one in another project and one without a project note nothing', async () => {
  expect((await refusal(inTeam(ada).createChip({ body: { chip_id: 'chip', topology_id: 'linear-2' } }))).status).toBe(
    403,
  );
  await ada.api.listChips();
  await ada.api.listProjects();
  await inTeam(ada).getMetricsConfig();
  expect(await lastOf('ada')).toBeNull();
});

test('of requests side by side one is noted', async () => {
  const before = world.now().toISOString();
  await Promise.all(Array.from({ length: 12 }, () => inTeam(ada).listChips()));
  const first = await lastOf('ada');
  expect((first ?? '') >= before).toBe(true);
  count();
  await Promise.all(Array.from({ length: 12 }, () => inTeam(ada).listChips()));
  expect([updates(), await lastOf('ada')]).toEqual([0, first]);
});

test('a note that fails is not a failure of the request, and the next request makes it', async () => {
  faults.plan(({ command }) => (command === 'UpdateItem' ? { before: throttled() } : undefined));
  expect((await inTeam(ada).listChips()).chips).toEqual([]);
  expect(updates()).toBeGreaterThan(0);
  faults.clear();
  expect(await lastOf('ada')).toBeNull();
  await inTeam(ada).listChips();
  expect(await lastOf('ada')).not.toBeNull();
});

test('a change of role, a revocation and a new invitation keep when the member was last there', async () => {
  await inTeam(ada).listChips();
  const last = await lastOf('ada');
  const params = { project_id: projectId, username: 'ada' };
  expect(await owner.api.updateProjectMember({ params, body: { role: 'editor' } })).toMatchObject({
    last_accessed_at: last,
  });
  await owner.api.removeProjectMember({ params });
  expect(await lastOf('ada')).toBe(last);
  await world.join(owner.api, { params: { project_id: projectId }, body: { username: 'ada' } });
  expect(await lastOf('ada')).toBe(last);
});

test('a note raises no revision, so that an edit of a membership is not refused for it', async () => {
  const stored = () => getMember(world.stack.runtime.db, projectId, 'ada');
  const before = await stored();
  await inTeam(ada).listChips();
  expect(await stored()).toEqual({ ...before, lastAccessedAt: expect.any(String) });
});

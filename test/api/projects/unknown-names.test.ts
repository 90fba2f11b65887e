import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUnknownUserId } from '#shared/people/rules/unknown-user.ts';
import { getMember } from '#shared/projects/store/projects.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

/** An invitation by name does not reveal which names have accounts (rule PROJ-16). */

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const params = () => ({ project_id: owner.projectId });
const invite = (username: string, by = owner) =>
  by.api.inviteProjectMember({ params: { project_id: by.projectId }, body: { username, role: 'editor' } });
/** What differs between two answers but the name itself. */
const withoutName = (answer: object, name: string) => JSON.parse(JSON.stringify(answer).replaceAll(name, 'NAME'));

it('an invitation of a name is answered, listed, changed and withdrawn alike, whether an account has it or not', async () => {
  const known = await world.register('known-name');
  await known.api.updateCurrentUserProfile({ body: { full_name: 'Known', organization: 'Lab' } });
  const disabled = await world.register('disabled-name');
  await world.admin.api.updateUserSettings({ params: { username: disabled.username }, body: { disabled: true } });
  const names = ['known-name', 'disabled-name', 'unknown-name'];
  const seen = new Map<string, unknown[]>(names.map((name) => [name, []]));
  const note = (name: string, answer: unknown) => seen.get(name)?.push(withoutName({ answer }, name));
  const listed = async (name: string) => {
    const { members } = await owner.api.listProjectMembers({ params: params() });
    return members.find(({ username }) => username === name);
  };
  for (const name of names) {
    note(name, await invite(name));
    note(name, await invite(name));
    note(name, await listed(name));
    const of = { ...params(), username: name };
    note(name, await owner.api.updateProjectMember({ params: of, body: { role: 'viewer' } }));
    const transfer = owner.api.transferProjectOwnership({ params: params(), body: { username: name } });
    note(name, await refusal(transfer));
    await owner.api.removeProjectMember({ params: of });
    note(name, await listed(name));
    note(name, await invite(name));
  }
  expect(seen.get('known-name')).toEqual(seen.get('unknown-name'));
  expect(seen.get('disabled-name')).toEqual(seen.get('unknown-name'));
  expect(seen.get('unknown-name')?.[0]).toMatchObject({ answer: { status: 'pending', user_id: '', full_name: null } });
  const { members } = await world.admin.api.listProjectMembersAdmin({ params: params() });
  const ids = members.flatMap(({ username, user_id }) => (names.includes(username) ? [user_id] : []));
  expect(ids.sort()).toEqual(['', '', known.userId]);
  const archive = await owner.api.getProjectArchive({ params: params() });
  expect(JSON.stringify(archive)).not.toMatch(/(known|disabled)-name/);
});

it('an invitation of a name that gets its account later is accepted by its address, and found when it is made again', async () => {
  await invite('later');
  const stored = () => getMember(world.stack.runtime.db, owner.projectId, 'later');
  expect(isUnknownUserId((await stored())?.userId ?? '')).toBe(true);
  const later = await world.register('later');
  expect((await later.api.listProjectInvitations()).invitations).toEqual([]);
  await invite('later');
  expect((await later.api.listProjectInvitations()).invitations).toMatchObject([{ project_id: owner.projectId }]);
  await later.api.acceptProjectInvitation({ params: { ...params(), username: 'later' } });
  expect(await stored()).toMatchObject({ userId: later.userId, status: 'active' });
  const other = await world.register('other-owner');
  await invite('at-once', other);
  const atOnce = await world.register('at-once');
  const address = { project_id: other.projectId, username: 'at-once' };
  await atOnce.api.acceptProjectInvitation({ params: address });
  expect((await atOnce.api.listProjects()).projects.map(({ project_id }) => project_id)).toContain(other.projectId);
});

it('an invitation stays pending where its account is deleted', async () => {
  await world.register('goes');
  await invite('goes');
  const of = { params: { username: 'goes' } };
  await world.admin.api.deleteUser(of);
  const { members } = await owner.api.listProjectMembers({ params: params() });
  expect(members).toContainEqual(expect.objectContaining({ username: 'goes', status: 'pending' }));
});

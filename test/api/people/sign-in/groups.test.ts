import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/refusal.ts';
import { admin, name, notLetIn, onProvider, person, settingsOf, signIn, userNamed, world } from './scene.ts';

onProvider();

describe('what groups give', () => {
  it('only members of the groups that may sign in are let in', async () => {
    settingsOf().allowedGroups = ['lab'];
    expect(await refusal(signIn(person({ groups: ['others'] })))).toEqual(
      notLetIn('you are in no group that may sign in here'),
    );
    expect(await refusal(userNamed(name))).toMatchObject({ status: 404 });
    expect(await signIn(person({ groups: ['others', 'lab'] }))).toMatchObject({ username: name });
  });

  it('groups that the provider left out are not taken for none', async () => {
    settingsOf().allowedGroups = ['lab'];
    const who = person({ _claim_names: { groups: 'src1' } });
    expect(await refusal(signIn(who))).toMatchObject({ detail: expect.stringContaining('more groups than Lab says') });
  });

  it('a group makes an administrator, and who left it is none from the next sign-in on', async () => {
    settingsOf().groupRoles = [{ group: 'admins', systemRole: 'admin' }];
    const { access_token } = await signIn(person({ groups: ['admins'] }));
    expect((await world.client(access_token).listAllUsers()).users.length).toBeGreaterThan(1);
    await signIn(person({ groups: [] }));
    expect(await refusal(world.client(access_token).listAllUsers())).toMatchObject({ status: 403 });
    const { entries } = await admin.listSystemAuditEntries({ query: { limit: 1 } });
    expect(entries).toMatchObject([
      { action: 'change-system-role', details: { before: 'admin', after: 'user', by: 'groups' } },
    ]);
  });

  it('a role that people gave stays where no rule gives one', async () => {
    await signIn(person());
    await admin.updateUserSettings({ params: { username: name }, body: { system_role: 'admin' } });
    await signIn(person({ groups: [] }));
    expect(await userNamed(name)).toMatchObject({ system_role: 'admin' });
  });

  it('groups give roles in projects, raise and lower them, and take them away', async () => {
    const owner = await world.register(`${name}-owner`);
    const { projectId } = owner;
    settingsOf().groupRoles = [
      { group: 'watch', projectId, role: 'viewer' },
      { group: 'operate', projectId, role: 'editor' },
    ];
    const roleAfter = async (groups: string[]) => {
      await signIn(person({ groups }));
      const { members } = await owner.api.listProjectMembers({ params: { project_id: projectId } });
      const member = members.find(({ username }) => username === name);
      return member && [member.role, member.status];
    };
    expect(await roleAfter([])).toBeUndefined();
    expect(await roleAfter(['watch'])).toEqual(['viewer', 'active']);
    expect(await roleAfter(['watch', 'operate'])).toEqual(['editor', 'active']);
    expect(await roleAfter(['watch'])).toEqual(['viewer', 'active']);
    expect(await roleAfter([])).toEqual(['viewer', 'revoked']);
    expect(await roleAfter(['operate'])).toEqual(['editor', 'active']);
    const { entries } = await owner.api.listProjectAuditEntries({ params: { project_id: projectId } });
    expect(entries.map(({ action }) => action)).toEqual([
      'invite-member',
      'remove-member',
      'change-role',
      'change-role',
      'invite-member',
    ]);
    expect(entries[0]).toMatchObject({ actor: name, details: { by: 'groups', after: { role: 'editor' } } });
  });

  it('who owns a project keeps it, and a project that is gone keeps no one out', async () => {
    const { access_token, default_project_id } = await signIn(person());
    const project_id = default_project_id ?? '';
    settingsOf().groupRoles = [
      { group: 'watch', projectId: project_id, role: 'viewer' },
      { group: 'watch', projectId: 'nowhere', role: 'viewer' },
    ];
    await signIn(person({ groups: ['watch'] }));
    const { members } = await world.client(access_token).listProjectMembers({ params: { project_id } });
    expect(members).toMatchObject([{ username: name, role: 'owner', status: 'active' }]);
  });
});

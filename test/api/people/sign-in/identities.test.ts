import { describe, expect, it } from 'vitest';
import { refusal, refused } from '../../support/refusal.ts';
import {
  admin,
  anybody,
  arrive,
  name,
  notLetIn,
  onProvider,
  person,
  settingsOf,
  signIn,
  userNamed,
  world,
} from './scene.ts';

onProvider();

describe('whose an identity is', () => {
  const taken = () => notLetIn(`the username '${name}' is taken; if it is yours, sign in by its password and link it`);

  it('a name that is another user’s is not given to an identity, whatever address it has verified', async () => {
    await world.register(name);
    const verified = { email: `${name}@lab.example`, email_verified: true };
    expect(await refusal(signIn(person(verified)))).toEqual(taken());
  });

  it('where the setting says so, an identity of the very name is that user, and never the first administrator', async () => {
    const user = await world.register(name);
    settingsOf().linkByUsername = true;
    const impostor = await signIn(person({ sub: `of ${name}`, preferred_username: `${name}@evil.example` }));
    expect(impostor.user_id).not.toBe(user.userId);
    expect(await signIn(person())).toMatchObject({ user_id: user.userId });
    expect(await refusal(signIn(person({ sub: 'another', preferred_username: name })))).toEqual(taken());
    expect(await refusal(signIn(person({ sub: 'attacker', preferred_username: 'admin' })))).toMatchObject({
      status: 403,
    });
  });

  it('who is signed in links their identity, and no one else can link it then', async () => {
    const user = await world.register(name);
    const body = await arrive(person({ preferred_username: 'whatever' }), user.api.beginIdentityLink);
    expect(await anybody.completeSignIn({ body })).toMatchObject({ user_id: user.userId });
    expect(await signIn(person())).toMatchObject({ user_id: user.userId });
    const other = await world.register(`${name}-other`);
    const stolen = await arrive(person(), other.api.beginIdentityLink);
    expect(await refusal(anybody.completeSignIn({ body: stolen }))).toEqual(
      refused(409, 'This identity is linked to another user'),
    );
    const second = await arrive(person({ sub: `${name}-second` }), user.api.beginIdentityLink);
    expect(await refusal(anybody.completeSignIn({ body: second }))).toEqual(
      refused(409, `User '${name}' is linked to another identity: unlink it first`),
    );
  });

  it('an administrator unlinks a user, whose sessions end', async () => {
    const { access_token } = await signIn(person());
    const unlinked = await admin.unlinkUserIdentity({ params: { username: name } });
    expect(unlinked).toMatchObject({ username: name, identity: null });
    expect(await refusal(world.client(access_token).getCurrentUser())).toMatchObject({ status: 401 });
    expect(await refusal(signIn(person()))).toEqual(taken());
    expect(await refusal(admin.unlinkUserIdentity({ params: { username: name } }))).toEqual(
      refused(404, `User '${name}' is linked to no identity`),
    );
  });

  it('a user who is disabled stays so, and gets nothing by their groups', async () => {
    await signIn(person());
    await admin.updateUserSettings({ params: { username: name }, body: { disabled: true } });
    settingsOf().groupRoles = [{ group: 'admins', systemRole: 'admin' }];
    const disabled = refused(403, `User '${name}' is disabled`);
    expect(await refusal(signIn(person({ groups: ['admins'] })))).toEqual(disabled);
    expect(await userNamed(name)).toMatchObject({ disabled: true, system_role: 'user' });
  });

  it('who was deleted does not come back under their name', async () => {
    await signIn(person());
    await admin.deleteUser({ params: { username: name } });
    expect(await refusal(signIn(person()))).toEqual(
      notLetIn(`the username '${name}' was that of a user who was deleted`),
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { getUser, getUserByName, listedUserEntity, userEntity } from '#shared/people/store/users.ts';
import { deleteUser } from '#shared/people/verbs/delete-user.ts';
import { changeUser } from '#shared/people/verbs/manage-user.ts';
import { updateUser } from '#shared/people/verbs/update-user.ts';
import { acceptInvitation, inviteMember } from '#shared/projects/verbs/members.ts';
import { acceptOffer, transferOwnership } from '#shared/projects/verbs/ownership.ts';
import { createProject } from '#shared/projects/verbs/projects.ts';
import { timedOut } from '#test/support/engine/faults.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs(3);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await verbs.empty();
});

/** An administrator, as a request finds them. */
async function administrator(username: string): Promise<UserContext> {
  const { actor } = await verbs.member(username);
  const user = await updateUser(verbs.ctx, actor.user, { systemRole: 'admin' });
  return { ...verbs.ctx, actor: { user, apiToken: undefined } };
}

const items = async () => [...(await verbs.table()).values()].map((text) => fromImage(JSON.parse(text)));

/** The list contains the current state of every user, and nothing else. */
async function checkList(): Promise<void> {
  const all = await items();
  const users = all.filter(({ entity }) => entity === 'user').map((item) => userEntity.decode(item));
  const listed = all.filter(({ entity }) => entity === 'listed-user').map((item) => listedUserEntity.decode(item));
  const shown = ({ userId, username, fullName, disabled, systemRole }: (typeof listed)[number]) =>
    JSON.stringify([userId, username, fullName, disabled, systemRole]);
  expect(listed.map(shown).sort()).toEqual(users.map(shown).sort());
}

const enabled = async () =>
  (await items())
    .filter(({ entity }) => entity === 'user')
    .map((item) => userEntity.decode(item))
    .filter(({ disabled, systemRole }) => !disabled && systemRole === 'admin');

/** Refusals count as outcomes, anything else is thrown. */
async function settle(acts: (() => Promise<unknown>)[]): Promise<number> {
  const settled = await Promise.allSettled(acts.map((act) => act()));
  for (const one of settled) if (one.status === 'rejected' && !(one.reason instanceof ServiceError)) throw one.reason;
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

describe('administrators', () => {
  test('administrators who all disable, demote and delete each other at once leave one who is enabled', async () => {
    for (let round = 0; round < 8; round += 1) {
      await verbs.empty();
      const all = await Promise.all(['one', 'two', 'three'].map(administrator));
      const acts = all.flatMap((by, n) => {
        const next = all[(n + 1) % all.length]?.actor.user.username ?? '';
        const last = all[(n + 2) % all.length]?.actor.user.username ?? '';
        return [
          () => changeUser(by, next, round % 2 ? { disabled: true } : { systemRole: 'user' }),
          () => (round % 3 ? changeUser(by, last, { disabled: true }) : deleteUser(by, last)),
        ];
      });
      await settle(
        acts
          .map((act, n) => ({ act, place: (n * 5 * (round + 1)) % 7 }))
          .sort((a, b) => a.place - b.place)
          .map(({ act }) => act),
      );
      expect((await enabled()).length).toBeGreaterThan(0);
      await checkList();
    }
  });

  test('an administrator who was demoted since their request was let in changes no one', async () => {
    const [one, two] = await Promise.all(['one', 'two'].map(administrator));
    await verbs.member('carol');
    if (!one || !two) throw new Error('There are two');
    await changeUser(one, 'two', { systemRole: 'user' });
    const before = await verbs.table();
    for (const act of [
      () => changeUser(two, 'one', { disabled: true }),
      () => changeUser(two, 'carol', { disabled: true }),
      () => changeUser(two, 'two', { fullName: 'Two' }),
      () => deleteUser(two, 'carol'),
    ])
      await expect(act()).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await verbs.table()).toEqual(before);
  });
});

describe('a user who is disabled', () => {
  test('a user who is disabled while they edit their profile is disabled, and told of the conflict if they were second', async () => {
    const one = await administrator('one');
    for (let round = 0; round < 6; round += 1) {
      const carol = await verbs.member(`carol-${round}`);
      const { user } = carol.actor;
      await settle([
        () => updateUser(verbs.ctx, user, { fullName: 'Carol' }),
        () => changeUser(one, user.username, { disabled: true }),
      ]);
      expect(await getUser(verbs.db, user.userId)).toMatchObject({ disabled: true, tokenVersion: 2 });
      await checkList();
    }
  });

  test('a user whose disabling was carried out, and its answer lost, is disabled once', async () => {
    const one = await administrator('one');
    await verbs.member('carol');
    let lost = false;
    verbs.faults.plan(({ command }) => {
      if (lost || command !== 'TransactWriteItems') return undefined;
      lost = true;
      return { after: timedOut() };
    });
    await changeUser(one, 'carol', { disabled: true });
    expect(lost).toBe(true);
    expect(await getUserByName(verbs.db, 'carol')).toMatchObject({ disabled: true, tokenVersion: 2, rev: 2 });
    const entries = (await items()).filter(
      ({ entity, action }) => entity === 'system-audit' && action === 'disable-user',
    );
    expect(entries).toHaveLength(1);
  });
});

describe('a user who is deleted', () => {
  test('a user who is deleted while they are given projects, or make some, has none afterwards', async () => {
    for (let round = 0; round < 6; round += 1) {
      await verbs.empty();
      const one = await administrator('one');
      const [carol, dave] = [await verbs.member('carol'), await verbs.member('dave')];
      const { projectId } = await createProject(dave, { name: 'Lab', tags: [] });
      await joinProject(await verbs.inProject(dave, projectId), { username: 'carol', role: 'editor' });
      await transferOwnership(dave, { projectId, username: 'carol' });
      const there = await verbs.inProject(dave, dave.projectId);
      const acts = [
        () => deleteUser(one, 'carol'),
        () => createProject(carol, { name: 'Mine', tags: [] }),
        () => inviteMember(there, { username: 'carol', role: 'editor' }),
        () => acceptInvitation(carol, { projectId: dave.projectId, username: 'carol' }),
        () => acceptOffer(carol, projectId),
      ];
      await settle(round % 2 ? acts.reverse() : acts);
      // Where they were given a project that others are in, the deletion was refused and says which.
      const left = await getUserByName(verbs.db, 'carol');
      if (left) {
        await transferOwnership(one, { projectId, username: 'dave' }).catch(() => undefined);
        await deleteUser(one, 'carol');
      }
      const all = await items();
      const open = all.filter(
        (item) => item.entity === 'project' && item.ownerUsername === 'carol' && item.deletedAt === undefined,
      );
      expect(open).toEqual([]);
      const member = all.filter(
        (item) =>
          item.entity === 'member' && item.username === 'carol' && item.role !== 'owner' && item.status === 'active',
      );
      expect(member).toEqual([]);
      expect(
        all
          .filter(({ entity }) => entity === 'user')
          .map(({ username }) => username)
          .sort(),
      ).toEqual(['dave', 'one']);
      checkProjects(await verbs.table());
      await checkList();
    }
  });

  test('a user whose deletion was interrupted anywhere is deleted by the next call', async () => {
    for (let fail = 1; fail < 9; fail += 1) {
      await verbs.empty();
      const one = await administrator('one');
      const carol = await verbs.member('carol');
      const dave = await verbs.member('dave');
      await createProject(carol, { name: 'Mine', tags: [] });
      await joinProject(dave, { username: 'carol', role: 'editor' });
      let writes = 0;
      verbs.faults.plan(({ command }) => {
        if (command !== 'TransactWriteItems') return undefined;
        writes += 1;
        // Nothing more comes from a process that has died.
        return writes >= fail ? { before: new Error('died') } : undefined;
      });
      await deleteUser(one, 'carol').catch(() => undefined);
      verbs.faults.clear();
      if (await getUserByName(verbs.db, 'carol')) await deleteUser(one, 'carol');
      expect(await getUserByName(verbs.db, 'carol')).toBeUndefined();
      checkProjects(await verbs.table());
      await checkList();
    }
  });
});

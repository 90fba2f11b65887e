import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '#shared/kernel/errors.ts';
import { getUserByName } from '#shared/people/store/users.ts';
import { createUser } from '#shared/people/verbs/create-user.ts';
import { ensureAdmin } from '#shared/people/verbs/ensure-admin.ts';
import { resetPassword } from '#shared/people/verbs/passwords.ts';
import { updateUser } from '#shared/people/verbs/update-user.ts';
import {
  acceptInvitation,
  admitMember,
  changeMemberRole,
  inviteMember,
  leaveProject,
  revokeMember,
} from '#shared/projects/verbs/members.ts';
import { acceptOffer, declineOffer, transferOwnership, withdrawOffer } from '#shared/projects/verbs/ownership.ts';
import { createProject, updateProject } from '#shared/projects/verbs/projects.ts';
import { canceled, timedOut } from '#test/support/engine/faults.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { password, startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
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

const newUser = (username: string) =>
  createUser(verbs.ctx, { username, password, createDefaultProject: true, mustChangePassword: false });
const keysWith = async (text: string) => [...(await verbs.table()).keys()].filter((key) => key.includes(text));

/** Awaits all; refusals are values, anything else is thrown. */
async function outcomes<T>(attempts: Promise<T>[]): Promise<{ won: T[]; refused: ServiceError[] }> {
  const settled = await Promise.allSettled(attempts);
  const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const reason of refused) if (!(reason instanceof ServiceError)) throw reason;
  return { won: settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), refused };
}

describe('registration', () => {
  test('registration of one name at once leaves one user with one project, and nothing of the others', async () => {
    const { won, refused } = await outcomes(Array.from({ length: 5 }, () => newUser('carol')));
    expect(won).toHaveLength(1);
    for (const refusal of refused)
      expect(refusal).toMatchObject({ kind: 'conflict', message: expect.stringContaining("'carol'") });
    const table = await verbs.table();
    // User, name, project, its name, membership and mirror, and both in their lists.
    expect(table.size).toBe(8);
    for (const [key, text] of table)
      expect(key + text).toMatch(new RegExp(`${won[0]?.userId}|${won[0]?.defaultProjectId}`));
    checkProjects(table);
  });

  test('registration whose answer is lost is not refused by itself', async () => {
    verbs.faults.plan(({ number }) => (number === 1 ? { after: timedOut() } : undefined));
    await newUser('carol');
    expect(await verbs.table()).toHaveProperty('size', 8);
  });

  test('registration through conflicts with other transactions succeeds', async () => {
    verbs.faults.plan(({ number }) => (number < 3 ? { before: canceled('None', 'TransactionConflict') } : undefined));
    await newUser('carol');
    checkProjects(await verbs.table());
  });

  test('registration of the first administrator by several processes leaves one', async () => {
    await Promise.all(Array.from({ length: 3 }, () => ensureAdmin(verbs.ctx)));
    expect(await keysWith('USERNAME#')).toEqual(['USERNAME#admin | USERNAME']);
    expect(await verbs.table()).toHaveProperty('size', 8);
  });
});

describe('a change of a user', () => {
  test('a change of a user of which the answer is lost is carried out once and not refused by itself', async () => {
    const { actor } = await verbs.member('carol');
    let lost = false;
    verbs.faults.plan(({ command }) => {
      if (lost || /^(Get|BatchGet)Item$/.test(command)) return undefined;
      lost = true;
      return { after: timedOut() };
    });
    await resetPassword({ ...verbs.ctx, actor }, { username: 'carol', newPassword: 'another good password' });
    expect(lost).toBe(true);
    expect(await getUserByName(verbs.db, 'carol')).toMatchObject({ tokenVersion: 2, rev: 2 });
  });

  test('a change of a user over what another user wrote meanwhile is a conflict', async () => {
    const { actor } = await verbs.member('carol');
    await updateUser(verbs.ctx, actor.user, { fullName: 'One' });
    await expect(updateUser(verbs.ctx, actor.user, { fullName: 'Two' })).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('the name of a project', () => {
  test('the name of a project is given once where several are created with it at once', async () => {
    const carol = await verbs.member('carol');
    const { won, refused } = await outcomes(
      Array.from({ length: 5 }, () => createProject(carol, { name: 'Lab', tags: [] })),
    );
    expect(won).toHaveLength(1);
    for (const refusal of refused) expect(refusal.message).toBe("Project 'Lab' of user 'carol' already exists");
    checkProjects(await verbs.table());
  });

  test('the name of a project may be the same for two owners', async () => {
    const carol = await verbs.member('carol');
    const dave = await verbs.member('dave');
    await Promise.all([
      createProject(carol, { name: 'Lab', tags: [] }),
      createProject(dave, { name: 'Lab', tags: [] }),
    ]);
    expect(await keysWith('PNAME#Lab')).toHaveLength(2);
  });

  test('the name of a project goes to one of two that are renamed to it at once, and the old names are free again', async () => {
    const carol = await verbs.member('carol');
    const projects = await Promise.all(['One', 'Two'].map((name) => createProject(carol, { name, tags: [] })));
    const rename = async (projectId: string) => updateProject(await verbs.inProject(carol, projectId), { name: 'Lab' });
    const { won, refused } = await outcomes(projects.map(({ projectId }) => rename(projectId)));
    expect([won.length, refused.length]).toEqual([1, 1]);
    checkProjects(await verbs.table());
    const freed = won[0]?.projectId === projects[0]?.projectId ? 'One' : 'Two';
    await createProject(carol, { name: freed, tags: [] });
    checkProjects(await verbs.table());
  });

  test('the name of a project stays unique when a rename and a transfer meet, regardless of who is first', async () => {
    for (let round = 0; round < 6; round += 1) {
      await verbs.empty();
      const carol = await verbs.member('carol');
      const dave = await verbs.member('dave');
      const given = await createProject(carol, { name: 'Given', tags: [] });
      await createProject(dave, { name: 'Lab', tags: [] });
      const rename = updateProject(await verbs.inProject(carol, given.projectId), { name: 'Lab' });
      const projectId = given.projectId;
      await joinProject({ ...carol, projectId }, { username: 'dave', role: 'editor' });
      await transferOwnership(carol, { projectId, username: 'dave' });
      const transfer = acceptOffer(dave, projectId);
      const { won } = await outcomes<unknown>(round % 2 === 0 ? [rename, transfer] : [transfer, rename]);
      expect(won.length).toBeLessThan(2);
      checkProjects(await verbs.table());
    }
  });

  test('a project name that the new owner uses already stops a transfer, and nothing moves', async () => {
    const carol = await verbs.member('carol');
    const dave = await verbs.member('dave');
    const { projectId } = await createProject(carol, { name: 'Lab', tags: [] });
    await createProject(dave, { name: 'Lab', tags: [] });
    await joinProject({ ...carol, projectId }, { username: 'dave', role: 'editor' });
    await transferOwnership(carol, { projectId, username: 'dave' });
    const before = await verbs.table();
    await expect(acceptOffer(dave, projectId)).rejects.toMatchObject({
      kind: 'conflict',
      message: "Project 'Lab' of user 'dave' already exists",
    });
    expect(await verbs.table()).toEqual(before);
  });
});

/**
 * Enough lost answers in a row outlast the SDK's retries. Then the call fails, and the stored items must still be
 * consistent.
 */
function unlessTimedOut(error: unknown): void {
  if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
}

describe('memberships', () => {
  test('memberships and their mirrors are equal, with exactly one owner, after any changes at once', async () => {
    const carol = await verbs.member('carol');
    const people = await Promise.all(['dave', 'erin', 'frank'].map((name) => verbs.member(name)));
    const { projectId } = carol;
    const acts: (() => Promise<unknown>)[] = people.flatMap((person) => {
      const { username } = person.actor.user;
      return [
        () => inviteMember(carol, { username, role: 'viewer' }),
        () => admitMember(carol, { username, role: 'editor' }),
        () => acceptInvitation(person, { projectId, username }),
        () => leaveProject(person, projectId),
        () => acceptOffer(person, projectId),
        () => declineOffer(person, projectId),
        () => changeMemberRole(carol, { username, role: 'editor' }),
        () => revokeMember(carol, username),
        () => transferOwnership(carol, { projectId, username }),
        () => withdrawOffer(carol),
      ];
    });
    // A fixed shuffle for each round.
    for (let round = 1; round <= 4; round += 1) {
      verbs.faults.plan(({ number }) => (number % (5 + round) === 0 ? { after: timedOut() } : undefined));
      const order = acts.map((act, n) => ({ act, place: (n * 7 * round) % (acts.length + 1) }));
      await outcomes(order.sort((a, b) => a.place - b.place).map(({ act }) => act().catch(unlessTimedOut)));
      verbs.faults.clear();
      await verbs.faults.idle();
      checkProjects(await verbs.table());
    }
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { getMember, type MemberRecord } from '#shared/projects/store/projects.ts';
import { changeMemberRole, revokeMember } from '#shared/projects/verbs/members.ts';
import { noteAccess } from '#shared/projects/verbs/note-access.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let alice: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const minute = 60_000;

type Step = 'wait' | 'read' | 'note' | 'crowd' | 'role' | 'revoke' | 'invite' | 'remove';

/** What happens, and by how many minutes: a wait's, or by which the clock of another function is wrong. */
const step = fc.record({
  kind: fc.oneof(
    ...(['wait', 'read', 'note', 'note', 'crowd'] as const).map((kind) => ({
      weight: 4,
      arbitrary: fc.constant(kind),
    })),
    ...(['role', 'revoke', 'invite', 'remove'] as const).map((kind) => ({ weight: 1, arbitrary: fc.constant(kind) })),
  ) as fc.Arbitrary<Step>,
  minutes: fc.nat({ max: 50 }),
});

const nothing = () => undefined;
const memberOfBob = () => getMember(verbs.db, alice.projectId, 'bob');
const inviteBob = () => joinProject(alice, { username: 'bob', role: 'editor' });

/** What requests have read, whose turn to note their access is still to come. */
let read: MemberRecord[];
/** What was noted, of the membership that is there. */
let noted: string[];
let isThere: boolean;

const note = async (member: MemberRecord | undefined, skewMinutes: number) => {
  const instant = new Date(verbs.now.getTime() + skewMinutes * minute);
  if (member) await Promise.all(noteAccess({ ...verbs.ctx, clock: () => instant }, member));
};

const steps: Record<Step, (minutes: number) => Promise<unknown> | undefined> = {
  wait: (minutes) => {
    verbs.now = new Date(verbs.now.getTime() + minutes * minute);
    return undefined;
  },
  read: async () => read.push(...[await memberOfBob()].filter((member) => member !== undefined)),
  note: (minutes) => note(read.shift(), (minutes % 5) - 2),
  crowd: async () => {
    const member = await memberOfBob();
    await Promise.all([-1, 0, 0, 1].map((skew) => note(member, skew)));
  },
  role: () => changeMemberRole(alice, { username: 'bob', role: 'viewer' }).catch(nothing),
  revoke: () => revokeMember(alice, 'bob').catch(nothing),
  invite: async () => {
    await inviteBob().catch(nothing);
    isThere = true;
  },
  remove: async () => {
    await batchWriteItems(verbs.db, [{ delete: projectKeys.member(alice.projectId, 'bob') }]);
    isThere = false;
    noted = [];
  },
};

/** Reads the current state of the membership. */
async function look(): Promise<void> {
  const member = await memberOfBob();
  expect(member !== undefined).toBe(isThere);
  const last = member?.lastAccessedAt;
  if (last === noted.at(-1)) return;
  expect(last).toBeDefined();
  noted.push(last ?? '');
}

test('a last access is noted at most once an hour, is lost by no edit, and makes no membership that is gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (history) => {
      await verbs.empty();
      verbs.now = new Date('2025-03-01T12:00:00.000Z');
      alice = await verbs.member('alice');
      await verbs.member('bob');
      const bob = await inviteBob();
      [read, noted, isThere] = [[bob.member], [], true];
      for (const { kind, minutes } of history) {
        await steps[kind](minutes);
        await look();
      }
      const gaps = noted.slice(1).map((instant, n) => Date.parse(instant) - Date.parse(noted[n] ?? ''));
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(60 * minute);
      if (isThere) checkProjects(await verbs.table());
    }),
    { numRuns: caseCount(300) },
  );
});
